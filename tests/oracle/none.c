/* SPDX-License-Identifier: MIT
 * Placeholder so that the library of oracles is never empty. */
typedef int graze_oracle_placeholder;
