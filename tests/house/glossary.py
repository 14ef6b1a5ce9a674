"""tests/house/glossary.py - one glossary for each language, and its check.

glossary-LANG has the terms of what players read, and the words that must not
stand for them. They are searched in the templates and messages of LANG; names
of values and sections, links, pre-formatted names of files, and the words of
orders (vocabulary) are left out.
"""
import glob
import os
import re

TAGS = re.compile(r"\{[^{}]*\}|<[^<>]*>|&[a-z#0-9]+;")
PATHS = re.compile(r"\S*[./_]\S*[a-z]\S*")


def terms(path):
    """(term, the words that must not stand for it)"""
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.startswith("#") or not line.strip():
                continue
            term, _, banned = (part.strip() for part in line.split(" | "))
            yield term, [re.compile(word) for word in
                         re.split(r",\s+", re.sub(r"^NOT ", "", banned))]


def lines(folder):
    """Each line that players read: file, number, words."""
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        name = os.path.basename(path)
        if name.startswith("vocabulary"):
            continue
        with open(path, encoding="utf-8") as f:
            for n, line in enumerate(f, 1):
                if name.endswith("messages"):
                    if line.startswith("#") or "policy_renamed" in line:
                        continue
                    line = line.partition(" = ")[2]
                yield path, n, PATHS.sub(" ", TAGS.sub(" ", line))


def faults(root):
    for path in sorted(glob.glob(os.path.join(root, "tests/house/glossary-??"))):
        all_terms = list(terms(path))
        for at, n, words in lines(os.path.join(root, "templates", path[-2:])):
            for term, banned in all_terms:
                for word in banned:
                    m = word.search(words)
                    if m:
                        yield at, n, "\"%s\": the glossary says \"%s\"" % (
                            m.group(), term)
