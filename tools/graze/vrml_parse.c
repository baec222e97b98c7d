/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "scan.h"
#include "vrml.h"

/* Nodes in nodes; the parser calls itself once for each. Fields of a node, which are looked up one by
 * one; no node of the standard has a third as many. */
enum { DEEPEST = 256, MOST_FIELDS = 100 };

typedef struct parser {
    scan s;
    vrml_file *file;
    name_map defined; /* by name: the number of the last node that has it and is complete */
    int depth;
} parser;

/* -- tokens: a word, or one of [ ] { } by itself, or a string with its quotes -- */

static bool wrong(parser *p, const char *what, word w) {
    int shown = w.length < 40 ? (int)w.length : 40;
    if (w.length == 0)
        return fault_set(p->s.f, p->s.file, p->s.line, "%s expected, the text ends here", what);
    return fault_set(p->s.f, p->s.file, p->s.line, "%s expected, not '%.*s'", what, shown, w.at);
}

static word string_here(parser *p) {
    scan *s = &p->s;
    const char *begin = s->at++;
    while (s->at < s->end && *s->at != '"') {
        if (*s->at == '\\' && s->at + 1 < s->end) ++s->at;
        if (*s->at == '\n') ++s->line;
        ++s->at;
    }
    if (s->at < s->end) ++s->at;
    return (word){begin, (size_t)(s->at - begin)};
}

static word next(parser *p) {
    scan *s = &p->s;
    if (!scan_more(s)) return (word){s->at, 0};
    if (*s->at == '"') return string_here(p);
    if (strchr("[]{}", *s->at) && *s->at) return (word){s->at++, 1};
    const char *begin = s->at;
    while (s->at < s->end && *s->at && !strchr("[]{}\"# \t\r\n,", *s->at)) ++s->at;
    if (s->at == begin) ++s->at; /* a zero in the text: a word that nothing accepts */
    return (word){begin, (size_t)(s->at - begin)};
}

static word peek(const parser *p) {
    parser look = *p;
    return next(&look);
}

static bool is_number(word w) {
    if (w.length == 0) return false;
    size_t i = w.at[0] == '-' || w.at[0] == '+';
    return w.length > i && strchr(".0123456789", w.at[i]) != NULL;
}

static bool is_id(word w) { return w.length > 0 && !is_number(w) && !strchr("[]{}\"", *w.at); }

/* -- building the tree -- */

static bool out_of_memory(parser *p) {
    return fault_set(p->s.f, p->s.file, p->s.line, "out of memory");
}

static char *copy_word(word w) {
    char *text = malloc(w.length + 1);
    if (!text) return NULL;
    memcpy(text, w.at, w.length);
    text[w.length] = 0;
    return text;
}

/* A string without its quotes and backslashes. */
static char *copy_string(word w) {
    char *text = malloc(w.length);
    size_t used = 0;
    for (size_t i = 1; text && i + 1 < w.length; ++i) {
        if (w.at[i] == '\\' && i + 2 < w.length) ++i;
        text[used++] = w.at[i];
    }
    if (text) text[used] = 0;
    return text;
}

static bool add_node(parser *p, vrml_field *field, vrml_node *node) {
    if (!ARRAY_MAKE_ROOM(field->nodes, field->node_count, field->node_capacity))
        return out_of_memory(p);
    field->nodes[field->node_count++] = node;
    return true;
}

static bool parse_node(parser *p, word type, char *name, vrml_node **out);

static bool parse_definition(parser *p, vrml_node **out) {
    word name = next(p), type = next(p);
    if (!is_id(name)) return wrong(p, "a name", name);
    if (!is_id(type)) return wrong(p, "the type of a node", type);
    char *copy = copy_word(name);
    return copy ? parse_node(p, type, copy, out) : out_of_memory(p);
}

/* The last one of that name which is complete: one that is still open would contain itself. */
static bool parse_use(parser *p, vrml_node **out) {
    word name = next(p);
    size_t number = name_map_find(&p->defined, name.at, name.length);
    if (number == SIZE_MAX) return wrong(p, "the name of a node defined before", name);
    *out = p->file->nodes[number];
    return true;
}

/* A node or, for NULL, none. */
static bool parse_node_value(parser *p, word w, vrml_field *field) {
    vrml_node *node = NULL;
    bool good = word_is(w, "DEF")   ? parse_definition(p, &node)
                : word_is(w, "USE") ? parse_use(p, &node)
                                    : parse_node(p, w, NULL, &node);
    return good && add_node(p, field, node);
}

static bool parse_one_value(parser *p, word w, vrml_field *field) {
    double value;
    if (*w.at == '"') {
        if (!ARRAY_MAKE_ROOM(field->texts, field->text_count, field->text_capacity))
            return out_of_memory(p);
        char *text = copy_string(w);
        if (!text) return out_of_memory(p);
        field->texts[field->text_count++] = text;
        return true;
    }
    if (is_number(w))
        return word_number(&p->s, w, "a number", &value) &&
               (numbers_push(&field->values, value) || out_of_memory(p));
    if (word_is(w, "TRUE") || word_is(w, "FALSE"))
        return numbers_push(&field->values, word_is(w, "TRUE")) || out_of_memory(p);
    if (word_is(w, "NULL")) return true;
    if (word_is(w, "IS")) return fault_set(p->s.f, p->s.file, p->s.line, "IS outside of a PROTO");
    return is_id(w) ? parse_node_value(p, w, field) : wrong(p, "a value", w);
}

static bool parse_value(parser *p, vrml_field *field) {
    word w = next(p);
    if (w.length == 0) return wrong(p, "a value", w);
    if (!word_is(w, "[")) {
        if (!parse_one_value(p, w, field)) return false;
        while (is_number(w) && is_number(peek(p)))
            if (!parse_one_value(p, next(p), field)) return false;
        return true;
    }
    for (w = next(p); !word_is(w, "]"); w = next(p)) {
        if (w.length == 0) return wrong(p, "']'", w);
        if (!parse_one_value(p, w, field)) return false;
    }
    return true;
}

static void free_field(vrml_field *field) {
    for (size_t i = 0; i < field->text_count; ++i) free(field->texts[i]);
    free(field->texts);
    free(field->nodes);
    free(field->name);
    numbers_free(&field->values);
}

/* Fields of the same name: the first counts (vrml_find). */
static bool parse_field(parser *p, word name, vrml_node *node) {
    if (node->field_count == MOST_FIELDS)
        return fault_set(p->s.f, p->s.file, p->s.line, "more than %d fields in one node", MOST_FIELDS);
    vrml_field field = {.line = p->s.line, .name = copy_word(name)};
    if (!field.name) return out_of_memory(p);
    bool good = parse_value(p, &field);
    if (good && !ARRAY_MAKE_ROOM(node->fields, node->field_count, node->field_capacity))
        good = out_of_memory(p);
    if (!good) {
        free_field(&field);
        return false;
    }
    node->fields[node->field_count++] = field;
    return true;
}

/* -- what is read over: routes, declarations in scripts, prototypes that nobody uses -- */

static bool skip_words(parser *p, int count) {
    word w = {NULL, 1};
    for (int i = 0; i < count && w.length > 0; ++i) w = next(p);
    return w.length > 0 || wrong(p, "more", w);
}

/* From an opening bracket to the one that closes it. */
static bool skip_brackets(parser *p) {
    int open = 0;
    do {
        word w = next(p);
        if (w.length == 0) return wrong(p, "a closing bracket", w);
        if (word_is(w, "[") || word_is(w, "{")) ++open;
        if (word_is(w, "]") || word_is(w, "}")) --open;
    } while (open > 0);
    return true;
}

/* "eventIn type name", "field type name value": interfaces of scripts. */
static bool skip_declaration(parser *p, bool has_value) {
    if (!skip_words(p, 2)) return false;
    vrml_field unused = {0};
    bool good = !has_value || parse_value(p, &unused);
    free_field(&unused);
    return good;
}

/* Words that are no field and no node; *known tells whether w is one. */
static bool skip_statement(parser *p, word w, bool *known) {
    *known = true;
    if (word_is(w, "ROUTE")) return skip_words(p, 3);
    if (word_is(w, "eventIn") || word_is(w, "eventOut")) return skip_declaration(p, false);
    if (word_is(w, "field") || word_is(w, "exposedField")) return skip_declaration(p, true);
    if (word_is(w, "PROTO") || word_is(w, "EXTERNPROTO"))
        return skip_words(p, 1) && skip_brackets(p) && skip_brackets(p);
    *known = false;
    return true;
}

/* -- nodes -- */

static bool parse_body(parser *p, vrml_node *node) {
    for (word w = next(p); !word_is(w, "}"); w = next(p)) {
        bool known;
        if (!is_id(w)) return wrong(p, "a field or '}'", w);
        if (!skip_statement(p, w, &known)) return false;
        if (!known && !parse_field(p, w, node)) return false;
    }
    return true;
}

/* The new node belongs to the file at once. Takes the name. */
static vrml_node *new_node(parser *p, word type, char *name) {
    vrml_node *node = calloc(1, sizeof *node);
    char *copy = copy_word(type);
    if (!node || !copy ||
        !ARRAY_MAKE_ROOM(p->file->nodes, p->file->node_count, p->file->node_capacity)) {
        out_of_memory(p);
        free(node);
        free(copy);
        free(name);
        return NULL;
    }
    *node = (vrml_node){.type = copy, .name = name, .line = p->s.line, .geometry = SIZE_MAX};
    return p->file->nodes[p->file->node_count++] = node;
}

/* From now on USE finds it. One that is still open would contain itself. */
static bool define(parser *p, const vrml_node *node, size_t number) {
    size_t *known = name_map_take(&p->defined, node->name, strlen(node->name));
    if (!known) return out_of_memory(p);
    if (*known == SIZE_MAX || *known < number) *known = number;
    return true;
}

static bool parse_node(parser *p, word type, char *name, vrml_node **out) {
    size_t number = p->file->node_count;
    vrml_node *node = new_node(p, type, name);
    if (!node) return false;
    word brace = next(p);
    if (!word_is(brace, "{")) return wrong(p, "'{' after the type of a node", brace);
    if (++p->depth > DEEPEST)
        return fault_set(p->s.f, p->s.file, p->s.line, "nodes in more than 256 others");
    if (!parse_body(p, node)) return false;
    --p->depth;
    *out = node;
    return !name || define(p, node, number);
}

static bool parse_roots(parser *p) {
    for (word w = next(p); w.length > 0; w = next(p)) {
        bool known;
        if (!is_id(w)) return wrong(p, "a node", w);
        if (!skip_statement(p, w, &known)) return false;
        if (!known && !parse_node_value(p, w, &p->file->roots)) return false;
    }
    return true;
}

bool vrml_parse(const char *path, const bytes *file, vrml_file *out, fault *f) {
    static const char head[] = "#VRML V2.0 utf8";
    *out = (vrml_file){.path = path};
    if (file->count < sizeof head - 1 || memcmp(file->at, head, sizeof head - 1) != 0)
        return fault_set(f, path, 1, "a VRML97 file begins with '%s'", head);
    parser p = {.s = {file->at, file->at + file->count, path, ",", '#', 1, f}, .file = out};
    bool good = parse_roots(&p);
    name_map_free(&p.defined);
    if (!good) vrml_free(out);
    return good;
}

void vrml_free(vrml_file *file) {
    for (size_t i = 0; i < file->node_count; ++i) {
        vrml_node *node = file->nodes[i];
        for (size_t k = 0; k < node->field_count; ++k) free_field(&node->fields[k]);
        free(node->fields);
        free(node->type);
        free(node->name);
        free(node);
    }
    free(file->nodes);
    free(file->renamed);
    free_field(&file->roots);
    *file = (vrml_file){0};
}

/* -- questions -- */

const vrml_field *vrml_find(const vrml_node *node, const char *name) {
    for (size_t i = 0; i < node->field_count; ++i)
        if (strcmp(node->fields[i].name, name) == 0) return &node->fields[i];
    return NULL;
}

bool vrml_numbers(const vrml_file *file, const vrml_node *node, const char *name, double *values,
                  size_t count, fault *f) {
    const vrml_field *field = vrml_find(node, name);
    if (!field) return true;
    if (field->values.count != count)
        return fault_set(f, file->path, field->line, "%s.%s takes %zu numbers, not %zu", node->type,
                         name, count, field->values.count);
    memcpy(values, field->values.at, count * sizeof *values);
    return true;
}

bool vrml_flag(const vrml_file *file, const vrml_node *node, const char *name, bool *value, fault *f) {
    double number = *value;
    if (!vrml_numbers(file, node, name, &number, 1, f)) return false;
    *value = number != 0;
    return true;
}
