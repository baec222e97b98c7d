/* SPDX-License-Identifier: MIT
 * A small user of Graze, valid as C and as C++. Exits with 0 if header and library agree and a box has
 * the corner it should have. */
#include <graze/graze.h>
#include <stdio.h>

static int box_has_its_corner(void) {
    graze_shape *box = NULL;
    graze_vec3 half = graze_vec3_make(3, 4, 12), corner = graze_vec3_zero();
    graze_status status = graze_shape_box(half, &box);
    if (status == GRAZE_OK) status = graze_shape_support(box, graze_vec3_make(1, 2, 3), &corner);
    graze_shape_release(box);
    puts(graze_status_text(status));
    return status == GRAZE_OK && graze_sqrt(graze_vec3_dot(corner, half)) == 13;
}

int main(void) {
    if (graze_version() != GRAZE_VERSION || graze_real_size() != EXPECTED_BYTES ||
        sizeof(graze_real) != EXPECTED_BYTES) {
        fprintf(stderr, "library %d with %d bytes, header %d with %d bytes\n", graze_version(),
                graze_real_size(), GRAZE_VERSION, (int)sizeof(graze_real));
        return 1;
    }
    return box_has_its_corner() ? 0 : 1;
}
