#!/usr/bin/python3
"""Makes the header of each list of events: its numbers, and constructors.

gen_events.py SRCDIR OUT writes OUT/FOLDER/events.h for each FOLDER/events.def
of SRCDIR, and OUT/src/engine/common.h for common.def: make calls it. A header
that would not change is left alone, so that nothing is compiled for it. An
event whose constructor would take more than seven parameters has none:
event_put fills it.
"""
import os
import re
import sys

PARAMETERS = 7
KEYWORDS = {"default", "case", "for", "if", "short", "long", "static", "int", "e", "rule"}
# what the macros of field types come to, in the parameters of a constructor
WIDTH = {"FIELD_INTS": "list", "FIELD_POINTS": "list", "FIELD_MODS": "list",
         "FIELD_LABELS": "list", "FIELD_SEATS": "list", "FIELD_TEXT": "text",
         "FIELD_HASH": "hash", "FIELD_POINT": "point"}
LISTS = [("src/engine/common.def", "COMMON"), ("src/games/rebellion/rules/events.def", "RB"),
         ("src/games/dungeons/rules/events.def", "DG"), ("src/games/arena/rules/events.def", "AR"),
         ("tests/example/morris/events.def", "MM")]


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def field_types(top, folder):
    """Type name -> point, text, hash, list or word."""
    macros = {}
    for where in ("src/engine", folder):
        for name in sorted(os.listdir(os.path.join(top, where))):
            if name.endswith((".c", ".h")):
                for m in re.finditer(r"#define TYPE_(\w+)(?:\([^)]*\))? +(\w+)",
                                     read(os.path.join(top, where, name))):
                    macros[m.group(1)] = m.group(2)
    out = {}
    for name, to in macros.items():
        while to.startswith("TYPE_"):
            to = macros.get(to[5:], "")
        out[name] = WIDTH.get(to, "word")
    return out


def parse(text):
    """[(symbol, [(field, type)])] of a list."""
    events = []
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for m in re.finditer(r"^(EVENT|CARD|SEALED|FIELD)\((\w+), (?:(\w+), )?\"\w+\"(?:, (\w+))?", text,
                         re.M):
        if m.group(1) == "FIELD":
            events[-1][1].append((m.group(3), m.group(4)))
        else:
            events.append((m.group(2), []))
    return events


def constructor(prefix, enum, event, types):
    """The constructor, or nothing: it would have too many parameters."""
    sym, fields = event
    parameters, lines = ["struct event *e", "int rule"], []
    for field, kind in fields:
        name = field.lower() + ("_" if field.lower() in KEYWORDS else "")
        full = "%s%s_%s" % (enum, sym, field)
        width = types[kind]
        if width == "list":
            parameters += ["const int32_t *" + name, "int n_" + name]
            lines.append("event_put_ints(e, %s, %s, n_%s);" % (full, name, name))
        elif width == "text":
            parameters.append("struct str " + name)
            lines.append("event_put_text(e, %s, %s);" % (full, name))
        elif width == "hash":
            parameters.append("const uint8_t %s[EVENT_HASH_SIZE]" % name)
            lines.append("event_put_hash(e, %s, %s);" % (full, name))
        elif width == "point":
            parameters += ["int32_t %s_x" % name, "int32_t %s_y" % name]
            lines.append("event_put_point(e, %s, %s_x, %s_y);" % (full, name, name))
        else:
            parameters.append("int32_t " + name)
            lines.append("event_put(e, %s, %s);" % (full, name))
    if not fields or len(parameters) > PARAMETERS:
        return ""
    return "\nstatic inline void %s_event_%s(%s)\n{\n\tevent_start(e, %s%s, rule);\n\t%s\n}\n" % (
        prefix.lower(), sym.lower(), ", ".join(parameters), enum, sym, "\n\t".join(lines))


def numbers(prefix, enum, events):
    """The enumerations of the events and of their fields."""
    common = prefix == "COMMON"
    rows = ["%s%s" % (enum, sym) for sym, _ in events]
    rows.append("N_COMMON" if common else "%s_EVENTS_END" % prefix)
    rows[0] += " = %s" % (0 if common else "EVENT_FIRST_OWN")
    if not common:
        rows.append("N_%s_EVENTS = %s_EVENTS_END - EVENT_FIRST_OWN" % (prefix, prefix))
    fields = []
    for sym, row in events:
        names = ["%s%s_%s" % (enum, sym, f) for f, _ in row]
        names.append("N_COMMON_" + sym if common else "N_%s_FIELDS_%s" % (prefix, sym))
        names[0] += " = 0"
        fields += names
    return "\nenum %s_event {\n\t%s\n};\n\n" \
        "/* the fields of each kind of event, from 0 */\nenum %s_event_field {\n\t%s\n};\n" % (
            prefix.lower(), ",\n\t".join(rows), prefix.lower(), ",\n\t".join(fields))


def headers(top):
    """(path, text) of every header."""
    for path, prefix in LISTS:
        out = path[:-len("def")] + "h"
        events = parse(read(os.path.join(top, path)))
        types = field_types(top, os.path.dirname(path))
        enum = "COMMON_" if prefix == "COMMON" else prefix + "_EV_"
        guard = re.sub(r"\W", "_", re.sub("^(src|tests)/", "", out)).upper()
        text = "/* made of %s by src/tools/gen_events.py */\n" \
            "#ifndef %s\n#define %s\n#include \"engine/event.h\"\n" % (path, guard, guard)
        text += numbers(prefix, enum, events)
        text += "".join(constructor(prefix, enum, event, types) for event in events)
        yield out, text + "#endif\n"


def main():
    top, out = sys.argv[1:]
    for rel, text in headers(top):
        path = os.path.join(out, rel)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or read(path) != text:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)


if __name__ == "__main__":
    main()
