/* SPDX-License-Identifier: MIT
 * The same program as C++. */
#include "main.c"
