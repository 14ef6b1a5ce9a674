"""Read the sample mail of test_compose with Python's email package.

Every fact is spelt out a second time here: the two must agree.
"""
import datetime
import email
import email.policy
import sys

raw = sys.stdin.buffer.read()
assert raw, "test_compose --print wrote nothing"
assert all(b < 128 for b in raw), "not 7 bits"
assert b"\n" not in raw.replace(b"\r\n", b""), "a bare LF"
assert b"\r" not in raw.replace(b"\r\n", b""), "a bare CR"
assert max(len(line) for line in raw.split(b"\r\n")) <= 78, "a long line"

m = email.message_from_bytes(raw, policy=email.policy.default)


def same(name, got, expected):
    assert got == expected, "%s: %r is not %r" % (name, got, expected)


def defects(part):
    same("defects of " + part.get_content_type(), part.defects, [])
    for name, value in part.items():
        same("defects of " + name, tuple(value.defects), ())
    for sub in part.iter_parts():
        defects(sub)


defects(m)
sender = m["From"].addresses[0]
same("from", (sender.display_name, sender.addr_spec),
     ('Heraldo, "the judge"', "judge@games.example"))
same("to", [(a.display_name, a.addr_spec) for a in m["To"].addresses],
     [("Ana Pérez de la Montaña",
       "ana@mail.example"), ("", "second@mail.example")])
same("subject", m["Subject"],
     "[weald-7f3a] turno 11: te toca — hasta el domingo 22 de noviembre "
     "de 2026, 21:00 CET (=?odd?=)")
same("date", m["Date"].datetime,
     datetime.datetime(2026, 11, 21, 4, 31, 37, tzinfo=datetime.timezone.utc))
same("weekday", m["Date"][:3], "Sat")
same("id", m["Message-ID"], "<weald-7f3a.11.north@games.example>")
same("references", m["References"].split(),
     ["<weald-7f3a.%d.north@games.example>" % i for i in range(1, 11)])
same("auto", m["Auto-Submitted"], "auto-generated")
same("loop", m["X-Loop"], "judge@games.example")
same("list", " ".join(m["List-Id"].split()),
     '"Weald" <weald-7f3a.games.example>')
same("help", m["List-Help"], "<mailto:judge@games.example?subject=help>")

same("tree", [p.get_content_type() for p in m.walk()],
     ["multipart/mixed", "multipart/alternative", "text/plain",
      "multipart/related", "text/html", "image/png", "image/png",
      "text/plain", "application/octet-stream"])
plain, html = m.get_body(("plain",)), m.get_body(("html",))
same("text", plain.get_content().replace("\r\n", "\n"),
     "Turno 11 — ¡acción!\nFrom the wood\n.\n" + "x" * 200 +
     " \ttail \n--=_1_00000000\na=b\nno end")
same("html", html.get_content().replace("\r\n", "\n"),
     '<p>Turno 11 &mdash; <img src="cid:board@games.example"></p>\n')
files = list(m.iter_attachments())
same("files", [f.get_filename() for f in files],
     ["board.png", "órdenes del turno 11 — " + "ñ" * 30 + ".txt",
      "orders.txt.sig"])
same("png", files[0].get_content(), b"\x89PNG\r\n\x1a\n" + bytes(range(200)))
same("orders", files[1].get_payload(decode=True), "órdenes\r\n".encode())
same("sig", files[2].get_content(), b"")
picture = [p for p in m.walk() if p["Content-ID"]][0]
same("cid", picture["Content-ID"], "<board@games.example>")
same("inline", picture.get_content_disposition(), "inline")
