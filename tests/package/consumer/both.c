/* SPDX-License-Identifier: MIT
 * Calls the float and the double library in one process. */
int float_part(void);
int double_part(void);

int main(void) { return float_part() == 4 && double_part() == 8 ? 0 : 1; }
