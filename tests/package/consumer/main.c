/* SPDX-License-Identifier: MIT
 * A small user of Graze, valid as C and as C++. Exits with 0 if header and library agree. */
#include <graze/graze.h>
#include <stdio.h>

int main(void) {
    graze_vec3 v = graze_vec3_make(3, 4, 0);
    if (graze_version() != GRAZE_VERSION || graze_real_size() != EXPECTED_BYTES ||
        sizeof(graze_real) != EXPECTED_BYTES) {
        fprintf(stderr, "library %d with %d bytes, header %d with %d bytes\n", graze_version(),
                graze_real_size(), GRAZE_VERSION, (int)sizeof(graze_real));
        return 1;
    }
    if (graze_sqrt(graze_vec3_dot(v, v)) != 5) return 1;
    if (graze_set_allocator(NULL) != GRAZE_OK) return 1;
    puts(graze_status_text(GRAZE_OK));
    return 0;
}
