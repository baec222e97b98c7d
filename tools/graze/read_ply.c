/* SPDX-License-Identifier: MIT
 * PLY: a header in text that says which elements follow, how many of each, and of which properties each
 * is made; then the elements, as text or as numbers in either byte order. Ours are the element "vertex"
 * with x, y, z, "face" with a list of corners, and "tristrips" with one of strips; everything else is
 * read over. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "read.h"
#include "scan.h"

typedef enum number_type {
    INT8,
    UINT8,
    INT16,
    UINT16,
    INT32,
    UINT32,
    FLOAT32,
    FLOAT64,
    NO_TYPE
} number_type;
typedef enum encoding { TEXT, LITTLE, BIG } encoding;
typedef enum role { ROLE_NONE, ROLE_X, ROLE_Y, ROLE_Z, ROLE_CORNERS, ROLE_STRIPS } role;

enum { ELEMENTS = 32, PROPERTIES = 64 };

typedef struct property {
    number_type type, count_type; /* count_type: of a list, NO_TYPE if it is none */
    role what;
} property;

typedef struct element {
    bool vertex;
    uint32_t count;
    int first, properties; /* in the reader's table */
} element;

typedef struct ply {
    scan s; /* the header, and the rest of a text */
    encoding coding;
    element elements[ELEMENTS];
    property properties[PROPERTIES];
    int element_count, property_count;
    geometry g;
} ply;

static const int sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};

static bool wrong(ply *p, const char *what) {
    /* A binary file has lines in its header only. */
    return fault_set(p->s.f, p->s.file, p->s.line, "%s", what);
}

/* -- the header -- */

static number_type type_named(word w) {
    static const char *const names[][2] = {
        {"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
        {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"}};
    for (int i = 0; i < NO_TYPE; ++i)
        if (word_is(w, names[i][0]) || word_is(w, names[i][1])) return (number_type)i;
    return NO_TYPE;
}

static bool read_format(ply *p) {
    word w = scan_word_on_line(&p->s);
    if (word_is(w, "ascii"))
        p->coding = TEXT;
    else if (word_is(w, "binary_little_endian"))
        p->coding = LITTLE;
    else if (word_is(w, "binary_big_endian"))
        p->coding = BIG;
    else
        return wrong(p, "the format must be ascii, binary_little_endian or binary_big_endian");
    return true;
}

static bool read_element_line(ply *p) {
    if (p->element_count == ELEMENTS) return wrong(p, "more than 32 elements");
    element *e = &p->elements[p->element_count];
    e->vertex = word_is(scan_word_on_line(&p->s), "vertex");
    e->first = p->property_count;
    e->properties = 0;
    if (!scan_index(&p->s, "the number of elements", &e->count)) return false;
    ++p->element_count;
    return true;
}

static role role_of(bool vertex, bool list, word name) {
    if (list && !vertex) {
        if (word_is(name, "vertex_indices") || word_is(name, "vertex_index")) return ROLE_CORNERS;
        return ROLE_NONE;
    }
    if (!vertex || list || name.length != 1) return ROLE_NONE;
    return *name.at == 'x' ? ROLE_X : *name.at == 'y' ? ROLE_Y : *name.at == 'z' ? ROLE_Z : ROLE_NONE;
}

static bool read_property_line(ply *p, bool strips) {
    if (p->element_count == 0) return wrong(p, "a property before the first element");
    if (p->property_count == PROPERTIES) return wrong(p, "more than 64 properties");
    element *e = &p->elements[p->element_count - 1];
    property *q = &p->properties[p->property_count];
    word w = scan_word_on_line(&p->s);
    bool list = word_is(w, "list");
    q->count_type = NO_TYPE;
    if (list) {
        q->count_type = type_named(scan_word_on_line(&p->s));
        if (q->count_type >= FLOAT32) return wrong(p, "the length of a list must be a whole number");
        w = scan_word_on_line(&p->s);
    }
    q->type = type_named(w);
    if (q->type == NO_TYPE) return wrong(p, "a type of numbers expected, such as float or int32");
    q->what = role_of(e->vertex, list, scan_word_on_line(&p->s));
    if (strips && q->what == ROLE_CORNERS) q->what = ROLE_STRIPS;
    ++e->properties;
    ++p->property_count;
    return true;
}

static bool read_header(ply *p) {
    bool strips = false, formatted = false;
    if (!word_is(scan_word_on_line(&p->s), "ply")) return wrong(p, "a PLY file begins with 'ply'");
    for (;;) {
        scan_next_line(&p->s);
        if (p->s.at == p->s.end) return wrong(p, "cut short: 'end_header' is missing");
        word key = scan_word_on_line(&p->s);
        bool good = true;
        if (word_is(key, "format")) {
            good = formatted = read_format(p);
        } else if (word_is(key, "element")) {
            scan look = p->s;
            strips = word_is(scan_word_on_line(&look), "tristrips");
            good = read_element_line(p);
        } else if (word_is(key, "property")) {
            good = read_property_line(p, strips);
        } else if (word_is(key, "end_header")) {
            break;
        } else if (key.length > 0 && !word_is(key, "comment") && !word_is(key, "obj_info")) {
            good = wrong(p, "'element', 'property' or 'end_header' expected");
        }
        if (!good) return false;
    }
    scan_next_line(&p->s);
    return formatted || wrong(p, "the header has no 'format'");
}

/* -- numbers -- */

static uint64_t bits_at(const char *at, int size, encoding coding) {
    uint64_t bits = 0;
    for (int i = 0; i < size; ++i)
        bits = bits << 8 | (unsigned char)at[coding == BIG ? i : size - 1 - i];
    return bits;
}

static double number_of(uint64_t bits, number_type type) {
    float single;
    double value;
    uint32_t low = (uint32_t)bits;
    switch (type) {
    case INT8:
        return (double)(int8_t)(uint8_t)bits;
    case INT16:
        return (double)(int16_t)(uint16_t)bits;
    case INT32:
        return (double)(int32_t)low;
    case FLOAT32:
        memcpy(&single, &low, sizeof single);
        return (double)single;
    case FLOAT64:
        memcpy(&value, &bits, sizeof value);
        return value;
    default:
        return (double)bits;
    }
}

static bool next_number(ply *p, number_type type, double *out) {
    if (p->coding == TEXT) return scan_number(&p->s, "a number", out);
    if (p->s.end - p->s.at < sizes[type]) return wrong(p, "cut short: fewer numbers than announced");
    *out = number_of(bits_at(p->s.at, sizes[type], p->coding), type);
    p->s.at += sizes[type];
    return true;
}

/* -- elements -- */

static bool out_of_memory(ply *p) { return wrong(p, "out of memory"); }

static bool push_corner(ply *p, double number) {
    if (!(number >= 0 && number <= UINT32_MAX && number == floor(number)))
        return wrong(p, "a face names points by whole numbers from 0 on");
    return indices_push(&p->g.corners, (uint32_t)number) || out_of_memory(p);
}

static bool read_corners(ply *p, const property *q, uint32_t length) {
    double number;
    if (length == 0) return wrong(p, "a face without corners");
    for (uint32_t i = 0; i < length; ++i)
        if (!next_number(p, q->type, &number) || !push_corner(p, number)) return false;
    return indices_push(&p->g.sizes, length) || out_of_memory(p);
}

/* A strip: each number makes a triangle with the two before it, every other one turned over; -1 begins
 * anew. */
static bool read_strip(ply *p, const property *q, uint32_t length) {
    double last[2] = {0, 0}, number;
    uint32_t run = 0;
    for (uint32_t i = 0; i < length; ++i) {
        if (!next_number(p, q->type, &number)) return false;
        if (number < 0) {
            run = 0;
            continue;
        }
        if (++run > 2) {
            bool over = run % 2 == 0;
            if (!push_corner(p, last[over]) || !push_corner(p, last[!over]) || !push_corner(p, number))
                return false;
            if (!indices_push(&p->g.sizes, 3)) return out_of_memory(p);
        }
        last[0] = last[1];
        last[1] = number;
    }
    return true;
}

static bool read_list(ply *p, const property *q) {
    double length, number;
    if (!next_number(p, q->count_type, &length)) return false;
    if (!(length >= 0 && length <= UINT32_MAX && length == floor(length)))
        return wrong(p, "the length of a list must be a whole number");
    if (q->what == ROLE_CORNERS) return read_corners(p, q, (uint32_t)length);
    if (q->what == ROLE_STRIPS) return read_strip(p, q, (uint32_t)length);
    for (uint32_t i = 0; i < (uint32_t)length; ++i)
        if (!next_number(p, q->type, &number)) return false;
    return true;
}

static bool read_one(ply *p, const element *e) {
    double point[3] = {0, 0, 0}, number;
    for (int i = 0; i < e->properties; ++i) {
        const property *q = &p->properties[e->first + i];
        if (q->count_type != NO_TYPE) {
            if (!read_list(p, q)) return false;
        } else {
            if (!next_number(p, q->type, &number)) return false;
            if (q->what == ROLE_NONE) continue;
            if (!isfinite(number)) return wrong(p, "a coordinate is not a finite number");
            point[q->what - ROLE_X] = number;
        }
    }
    if (!e->vertex) return true;
    return numbers_push3(&p->g.points, point[0], point[1], point[2]) || out_of_memory(p);
}

static bool read_elements(ply *p) {
    for (int i = 0; i < p->element_count; ++i) {
        const element *e = &p->elements[i];
        if (e->properties == 0) continue; /* takes no room, however many there are */
        for (uint32_t k = 0; k < e->count; ++k) {
            if (!read_one(p, e)) return false;
            if (k % 4096 == 0) progress_left((size_t)(p->s.end - p->s.at));
        }
    }
    return true;
}

bool read_ply(const char *path, const bytes *file, scene *out, fault *f) {
    ply *p = calloc(1, sizeof *p);
    if (!p) return fault_set(f, path, 0, "out of memory");
    p->s = (scan){file->at, file->at + file->count, path, NULL, 0, 1, f};
    p->g.kind = GEOMETRY_FACES;
    bool good = read_header(p) && read_elements(p) && geometry_check(&p->g, path, f);
    geometry g = p->g;
    free(p);
    if (!good) {
        geometry_free(&g);
        return false;
    }
    if (g.sizes.count == 0) g.kind = GEOMETRY_POINTS;
    return read_add_single(path, &g, out, f);
}
