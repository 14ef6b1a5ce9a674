"""tests/games/mails.py - the mails of a game, each read once."""
import email
import email.headerregistry
import email.policy
import functools

# the same fields come in each mail, and are parsed each time they are looked at
POLICY = email.policy.default.clone(
    header_factory=functools.lru_cache(4096)(email.headerregistry.HeaderRegistry()))


class Mail:
    """subject, plain and html as a reader sees them ("" where a part is missing);
    flows: the text is in format=flowed, delsp: with DelSp; size: bytes as sent;
    figures: it has the list of figures; answer: an attached text to answer with."""

    def __init__(self, path):
        with open(path, "rb") as f:
            raw = f.read()
        mail = email.message_from_bytes(raw, policy=POLICY)
        plain, page = (mail.get_body((kind,)) for kind in ("plain", "html"))
        self.path, self.size, self.subject = path, len(raw), mail["subject"]
        self.figures = b"figures.txt" in raw
        self.plain = plain.get_content().replace("\r\n", "\n") if plain else ""
        self.html = page.get_content().replace("\r\n", "\n") if page else ""
        self.line = " ".join(self.plain.split())
        params = plain["Content-Type"].params if plain else {}
        self.flows, self.delsp = params.get("format") == "flowed", "delsp" in params
        self.answer = next((part.get_content() for part in mail.iter_attachments()
                            if part.get_filename() == "answer.txt"), None)


@functools.lru_cache(maxsize=300)
def read(path):
    return Mail(path)
