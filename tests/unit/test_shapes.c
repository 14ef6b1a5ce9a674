/*
 * tests/unit/test_shapes.c - one signed text in every shape that mail programs
 * give it: each way to quote, with each encoding, in each structure of parts.
 * The judge takes it in all of them.
 */
#include "judge_unit.h"
#include "base/date.h"
#include <strings.h>

enum { ROOM = 1 << 18 };

static struct str kept(struct buf *b)
{
	struct str s = arena_str(&f.arena, buf_str(b));

	assert_false(b->full);
	buf_release(b);
	return s;
}

/* Quotes ---------------------------------------------------------------------
 */

enum { OFTEN = 14 }; /* quotes that are tried with every coding */

static const char *const quotes[] = {
	"",
	"> ",
	">",
	"> > ",
	">>",
	"| ",
	"Ana> ",
	"    ",
	"\t",
	"> \t",
	"- ",
	"\xc2\xb7 ",
	"3. ",
	"**",
	/* each with one coding */
	"> > > ",
	"> | ",
	"| > ",
	"] ",
	": ",
	"% ",
	"Ana: ",
	"<Ana> ",
	"Ana Mar\xc3\xad"
	"a | ",
	"  > ",
	">\t",
	"> - ",
	"\xc2\xa0\xc2\xa0",
	"\xe3\x80\x80",
	"\xe2\x80\x83",
	"~ ",
	"_",
	"`",
	"// ",
	"=> ",
	"\xc2\xbb ",
	"\xe2\x80\xba ",
	"\xe2\x94\x82 ",
	"\xe2\x94\x83 ",
	"\xe2\x96\x8c",
	"&gt; ",
	"\xe2\x80\xa2\t",
	"\xe2\x80\x94 ",
	"\xe2\x97\xa6 ",
	"o ",
	"1) ",
	"(1) ",
	"a. ",
	"b) ",
	"iv. ",
	"10. ",
	"7 \t", /* lines of a table, or as cat -n and editors number them */
	"    12\t",
};

static struct str quoted(struct str text, const char *quote)
{
	struct buf b;
	struct str line;

	buf_init(&b, ROOM);
	while (parse_line(&text, &line))
		buf_addf(&b, "%s%.*s\n", quote, STR_ARG(line));
	return kept(&b);
}

/* Encodings ------------------------------------------------------------------
 */

static struct str in_base64(struct str text, size_t width)
{
	struct buf b, all;

	buf_init(&b, ROOM);
	buf_init(&all, ROOM);
	base64_render(&all, text);
	for (size_t i = 0; i < all.len; i += width)
		buf_addf(&b, "%.*s\n",
			 (int)(all.len - i < width ? all.len - i : width),
			 all.s + i);
	buf_release(&all);
	return kept(&b);
}

static struct str in_quoted(struct str text, size_t width)
{
	struct buf b;
	size_t column = 0;

	buf_init(&b, ROOM);
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.s[i];
		bool plain = (c > ' ' && c < 127 && c != '=') ||
			     (c == ' ' && text.s[i + 1] != '\n');

		if (c == '\n') {
			buf_addc(&b, '\n');
			column = 0;
			continue;
		}
		if (column + 4 > width) {
			buf_addz(&b, "=\n");
			column = 0;
		}
		if (plain)
			buf_addc(&b, (char)c);
		else
			buf_addf(&b, "=%02X", c);
		column += plain ? 1 : 3;
	}
	return kept(&b);
}

/* U+0080 to U+00FF in one byte */
static struct str in_latin(struct str text)
{
	struct buf b;

	buf_init(&b, ROOM);
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.s[i];

		if (c < 0x80)
			buf_addc(&b, (char)c);
		else
			buf_addc(&b,
				 (char)((c & 3) << 6 | (text.s[++i] & 0x3f)));
	}
	return kept(&b);
}

/* Lines broken by a blank at their end (RFC 3676), or anywhere (DelSp). */
static struct str flowed(struct str text, size_t width, bool delsp)
{
	struct buf b;
	struct str line;

	buf_init(&b, ROOM);
	while (parse_line(&text, &line)) {
		size_t depth = 0;

		while (depth < line.len && line.s[depth] == '>')
			depth++;
		if (!depth && line.len && strchr(" F", line.s[0]))
			buf_addc(&b, ' ');
		while (line.len > width) {
			size_t n = width;

			while (!delsp && n > depth + 1 && line.s[n - 1] != ' ')
				n--;
			if (n <= depth + 1)
				break;
			buf_addf(&b, "%.*s%s\n%.*s", (int)n, line.s,
				 delsp ? " " : "", (int)depth, ">>>>>>");
			if (depth)
				buf_addc(&b, ' ');
			line.s += n;
			line.len -= n;
		}
		while (line.len && line.s[line.len - 1] == ' ')
			line.len--;
		buf_addf(&b, "%.*s\n", STR_ARG(line));
	}
	return kept(&b);
}

struct coding {
	const char *charset, *transfer, *more;
	size_t width;
	bool latin;
	bool lost; /* a server dropped the field of the transfer encoding */
};

static const struct coding codings[] = {
	{ "utf-8", "8bit", "", 0, false, false },
	{ "UTF-8", "8bit", "; format=flowed", 66, false, false },
	{ "utf-8", "8bit", "; format=flowed", 72, false, false },
	{ "utf-8", "8bit", "; format=Flowed; DelSp=yes", 50, false, false },
	{ "utf-8", "quoted-printable", "", 30, false, false },
	{ "utf-8", "quoted-printable", "", 76, false, false },
	{ "utf-8", "Quoted-Printable", "; format=flowed", 76, false, false },
	{ "utf-8", "base64", "", 60, false, false },
	{ "utf-8", "BASE64", "", 76, false, false },
	{ "utf-8", "base64", "", ROOM, false, false },
	{ "iso-8859-1", "8bit", "", 0, true, false },
	{ "ISO-8859-15", "quoted-printable", "", 60, true, false },
	{ "windows-1252", "quoted-printable", "", 76, true, false },
	{ "iso-8859-1", "base64", "", 72, true, false },
	{ "us-ascii", "8bit", "", 0, false, false }, /* which is not true */
	{ "unknown-8bit", "quoted-printable", "", 76, false, false },
	{ "utf-8", "x-unknown", "", 0, false, false },
	{ "\"utf-8\"", "quoted-printable", "; reply-type=original", 76, false,
	  false },
	{ "utf-8", "quoted-printable", "", 76, false, true },
	{ "iso-8859-1", "quoted-printable", "", 76, true, true },
	{ "utf-8", "base64", "", 76, false, true },
};

static void add_part(struct buf *b, const struct coding *c, const char *type,
		     const char *fields, struct str text)
{
	if (strstr(c->more, "lowed") && !strcmp(type, "text/plain"))
		text = flowed(text, c->width, strstr(c->more, "DelSp"));
	if (c->latin)
		text = in_latin(text);
	if (!strcasecmp(c->transfer, "quoted-printable"))
		text = in_quoted(text, c->width);
	else if (!strcasecmp(c->transfer, "base64"))
		text = in_base64(text, c->width);
	buf_addf(b,
		 "Content-Type: %s; charset=%s%s\n"
		 "Content-Transfer-Encoding: %s\n%s\n%.*s",
		 type, c->charset, strcmp(type, "text/plain") ? "" : c->more,
		 c->lost ? "7bit" : c->transfer, fields, STR_ARG(text));
}

/* HTML -----------------------------------------------------------------------
 */

struct markup {
	const char *begin, *line, *end_line, *end;
	const char *blank; /* for two blanks, the second of which shows */
};

static const struct markup markups[] = {
	{ "<pre>", "", "\n", "</pre>", "  " },
	{ "<div>", "", "<br>\n", "</div>", " &nbsp;" },
	{ "", "<p>", "</p>\n", "", " \xc2\xa0" },
	{ "", "<div>", "</div>\n", "", "&nbsp; " },
	{ "<div dir=\"ltr\">", "<div>", "</div>", "</div>", " &nbsp;" },
	{ "<blockquote type=\"cite\"><div>", "", "<br/>", "</div></blockquote>",
	  " &nbsp;" },
	{ "<table><tr><td>", "", "<BR>\n", "</td></tr></table>", " &nbsp;" },
	{ "<div class=WordSection1>", "<p class=MsoNormal><span lang=EN-US>",
	  "<o:p></o:p></span></p>\n", "</div>", " &nbsp;" },
	{ "<div style=\"white-space: pre-wrap\">", "", "\n", "</div>", "  " },
	{ "<pre class=\"moz-quote-pre\" wrap=\"\">", "", "\n", "</pre>", "  " },
};

static struct str in_html(struct str text, const struct markup *m)
{
	struct buf b;
	struct str line;

	buf_init(&b, ROOM);
	buf_addf(&b, "<html><head><style>p {margin: 0}</style></head><body>%s",
		 m->begin);
	while (parse_line(&text, &line)) {
		buf_addz(&b, m->line);
		if (!line.len && m->line[0])
			buf_addz(&b, "<br>");
		for (size_t i = 0; i < line.len; i++)
			if (line.s[i] == '>')
				buf_addz(&b, "&gt;");
			else if (line.s[i] == '<')
				buf_addz(&b, "&lt;");
			else if (line.s[i] == '&')
				buf_addz(&b, "&amp;");
			else if (line.s[i] == '"')
				buf_addz(&b, "&quot;");
			else if (line.s[i] == ' ' && i + 1 < line.len &&
				 line.s[i + 1] == ' ')
				buf_addz(&b, m->blank), i++;
			else
				buf_addc(&b, line.s[i]);
		buf_addz(&b, m->end_line);
	}
	buf_addf(&b, "%s</body></html>\n", m->end);
	return kept(&b);
}

/* Structures -----------------------------------------------------------------
 */

struct text {
	struct str whole;       /* text and signature */
	struct str orders, sig; /* as files */
	const struct coding *coding;
	const struct markup *markup;
};

static void plain(struct buf *b, const struct text *t)
{
	add_part(b, t->coding, "text/plain", "", t->whole);
}

static void html(struct buf *b, const struct text *t)
{
	add_part(b, t->coding, "text/html", "", in_html(t->whole, t->markup));
}

static void alternative(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/alternative; boundary=\"=_a\"\n\n"
		    "--=_a\n");
	plain(b, t);
	buf_addz(b, "\n--=_a\n");
	html(b, t);
	buf_addz(b, "\n--=_a--\n");
}

/* as a mailing list and a virus scanner leave it */
static void listed(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/mixed; boundary=m\n\n"
		    "This is a multi-part message in MIME format.\n--m\n");
	alternative(b, t);
	buf_addz(b, "\n--m\nContent-Type: text/plain; charset=us-ascii\n\n"
		    "____________\nScanned. https://lists.test/list\n--m--\n");
}

static void forwarded(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/mixed; boundary=f\n\n--f\n"
		    "Content-Type: text/plain\n\nsee below\n--f\n"
		    "Content-Type: message/rfc822\n"
		    "Content-Disposition: attachment; filename=\"a b.eml\"\n\n"
		    "From: Ana <ana@one.test>\nTo: judge@court.test\n"
		    "Subject: orders\nMIME-Version: 1.0\n");
	alternative(b, t);
	buf_addz(b, "\n--f--\n");
}

/* as Outlook and Apple Mail send pictures with a text */
static void related(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/related; type=\"text/html\"; "
		    "boundary=r\n\n--r\n");
	html(b, t);
	buf_addz(b, "\n--r\nContent-Type: image/png; name=logo.png\n"
		    "Content-ID: <logo>\nContent-Transfer-Encoding: base64\n\n"
		    "iVBORw0KGgo=\n--r--\n");
}

/* Apple Mail: the text goes on behind an attachment */
static void split(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/mixed; boundary=s\n\n--s\n"
		    "Content-Type: text/plain\n\nA picture first:\n--s\n"
		    "Content-Type: image/png; name=a.png\n"
		    "Content-Transfer-Encoding: base64\n\niVBORw0KGgo=\n"
		    "--s\n");
	plain(b, t);
	buf_addz(b, "\n--s--\n");
}

/* a forward of a forward */
static void forwarded_twice(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: message/rfc822\n\n"
		    "From: Ana <ana@one.test>\nTo: judge@court.test\n"
		    "Subject: Fwd: orders\nMIME-Version: 1.0\n");
	forwarded(b, t);
}

/* a mailing list wraps the mail of a sender with DMARC */
static void wrapped(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/mixed; boundary=w\n\n--w\n"
		    "Content-Type: message/rfc822\n"
		    "Content-Disposition: inline\n\n"
		    "From: Ana <ana@one.test>\nTo: players@lists.test\n"
		    "Subject: orders\nMIME-Version: 1.0\n");
	plain(b, t);
	buf_addz(b, "\n--w\nContent-Type: text/plain\n\n____\nlist\n--w--\n");
}

/* only the HTML has the text */
static void for_browsers(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/alternative; boundary=o\n\n--o\n"
		    "Content-Type: text/plain\n\n\n--o\n");
	html(b, t);
	buf_addz(b, "\n--o--\n");
}

/* as Apple Mail sends a text with a picture in it */
static void rich(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/alternative; boundary=i\n\n--i\n");
	plain(b, t);
	buf_addz(b,
		 "\n--i\nContent-Type: multipart/mixed; boundary=j\n\n--j\n");
	html(b, t);
	buf_addz(b, "\n--j\nContent-Type: image/png; name=a.png\n"
		    "Content-Transfer-Encoding: base64\n\niVBORw0KGgo=\n"
		    "--j--\n--i--\n");
}

/* signed by the program, with a key that nobody has told the judge */
static void signed_by_program(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/signed; micalg=sha-256; "
		    "protocol=\"application/pkcs7-signature\"; boundary=k\n\n"
		    "--k\n");
	alternative(b, t);
	buf_addz(b, "\n--k\nContent-Type: application/pkcs7-signature; "
		    "name=smime.p7s\nContent-Transfer-Encoding: base64\n\n"
		    "MIAGCSqGSIb3DQEHAqCAMIACAQExDzANBglghkgBZQMEAgEFADCABgkq"
		    "\n--k--\n");
}

static const char *const names[][2] = {
	{ "orders.txt", "orders.txt.sig" },
	{ "orders.txt", "orders.txt.minisig" },
	{ "my orders (2).txt", "my orders (2).txt.sig" },
	{ "turno.txt", "signature.asc" },
	{ "noname", "noname.txt" },
};

static void files(struct buf *b, const struct text *t, bool sig_first,
		  const char *type, const char *show, size_t name)
{
	const char *fields[2];

	for (int i = 0; i < 2; i++)
		fields[i] = arena_printf(
			&f.arena, "Content-Disposition: %s; filename=\"%s\"\n",
			show, names[name][i]);
	buf_addz(b, "Content-Type: multipart/mixed; boundary=x\n\n--x\n"
		    "Content-Type: text/plain\n\nHere they are.\n");
	for (int i = 0; i < 2; i++) {
		bool is_sig = (i == 1) != sig_first;

		buf_addz(b, "\n--x\n");
		add_part(b, t->coding, is_sig ? type : "text/plain",
			 fields[is_sig], is_sig ? t->sig : t->orders);
	}
	buf_addz(b, "\n--x--\n");
}

static void attached(struct buf *b, const struct text *t)
{
	files(b, t, false, "application/octet-stream", "attachment", 0);
}

static void attached_sig_first(struct buf *b, const struct text *t)
{
	files(b, t, true, "application/pgp-signature", "attachment", 1);
}

static void attached_inline(struct buf *b, const struct text *t)
{
	files(b, t, false, "text/plain", "inline", 2);
}

static void attached_named_otherwise(struct buf *b, const struct text *t)
{
	files(b, t, true, "application/x-unknown", "attachment", 3);
}

static void attached_without_names(struct buf *b, const struct text *t)
{
	files(b, t, false, "text/plain", "attachment", 4);
}

/* the text inline, its signature attached */
static void mixed(struct buf *b, const struct text *t)
{
	buf_addz(b, "Content-Type: multipart/mixed; boundary=x\n\n--x\n");
	add_part(b, t->coding, "text/plain", "", t->orders);
	buf_addz(b, "\n--x\nContent-Type: application/octet-stream; "
		    "name=orders.sig\nContent-Transfer-Encoding: base64\n\n");
	buf_adds(b, in_base64(t->sig, 76));
	buf_addz(b, "\n--x--\n");
}

static const struct structure {
	const char *name;
	void (*add)(struct buf *b, const struct text *t);
	bool as_files;
} structures[] = {
	{ "plain", plain, false },
	{ "html", html, false },
	{ "alternative", alternative, false },
	{ "listed", listed, false },
	{ "forwarded", forwarded, false },
	{ "related", related, false },
	{ "split", split, false },
	{ "forwarded_twice", forwarded_twice, false },
	{ "wrapped", wrapped, false },
	{ "for_browsers", for_browsers, false },
	{ "rich", rich, false },
	{ "signed_by_program", signed_by_program, false },
	{ "attached", attached, true },
	{ "attached_sig_first", attached_sig_first, true },
	{ "attached_inline", attached_inline, true },
	{ "attached_named_otherwise", attached_named_otherwise, true },
	{ "attached_without_names", attached_without_names, true },
	{ "mixed", mixed, true },
};

/* The text of a mail before and after its signed block. */
static const struct around {
	const char *before, *after;
} arounds[] = {
	{ "", "" },
	{ "Hola:\n\n", "\n-- \nAna\nSent from my phone\n" },
	{ "On Monday, the judge wrote:\n> nothing\n\n",
	  "\n\n_____\nThis mail is confidential.\n" },
	{ "", "Ana\n" },
	/* whoever sends, carries or scans a mail adds words of its own */
	{ "[EXTERNAL] CAUTION: this mail comes from outside.\n\n",
	  "\n________________________________\nFrom: Judge\nSent: Monday\n"
	  "To: Ana\nSubject: your move\n\nYour move\n" },
	{ "-----Original Message-----\nFrom: Ana\n\n",
	  "\n-----Urspr\xc3\xbcngliche Nachricht-----\nVon: Judge\n" },
	{ "", "\n------- Original Message -------\nOn Monday, judge wrote:\n"
	      "\n> your move\n\nSent with Proton Mail secure email.\n" },
	{ "Begin forwarded message:\n\nFrom: Ana\nSubject: orders\n\n",
	  "\n-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: 1\n-=-=-=-=-=-\n" },
	{ "---------- Forwarded message ---------\nFrom: Ana\n\n",
	  "\n...\n[Message clipped]  View entire message\n" },
	{ "", "--\nThis email has been checked for viruses by a scanner.\n" },
	{ "Ana a \xc3\xa9"
	  "crit :\n\n",
	  "\n_______________________________________________\nplayers mailing"
	  " list\nplayers@lists.test\nhttps://lists.test/info/players\n" },
};

static int n_sent;

static void send(const struct structure *s, const struct text *of,
		 const char *what)
{
	struct buf b;
	struct str verdict;

	/* a day has so many previews */
	if (n_sent % 20 == 0)
		f.now += DAY_S;
	buf_init(&b, ROOM);
	buf_addf(&b,
		 "From: Ana <ana@one.test>\nTo: judge@court.test\n"
		 "Message-ID: <%d@shape.test>\nSubject: orders\n"
		 "MIME-Version: 1.0\n",
		 ++n_sent);
	s->add(&b, of);
	verdict = fix_send(&f, buf_str(&b));
	if (!str_is(verdict, "preview")) {
		if (getenv("SHAPES"))
			print_message("%s %s: %.*s\n", s->name, what,
				      STR_ARG(verdict));
		else
			fail_msg("%s %s: %.*s\n%s", s->name, what,
				 STR_ARG(verdict), b.s);
	}
	buf_release(&b);
}

/* A text that says something else each time, as a preview is not repeated. */
static void sign_text(struct text *t, const char *quote, const struct around *r)
{
	static int n;
	struct str doc = fix_signed(
		&f, 0,
		arena_printf(
			&f.arena,
			"PREVIEW %.*s A %lld 1\npick  3 // \xc3\xb1 %d and "
			"a  remark that says little\n",
			STR_ARG(f.name), (long long)fix_point(&f), ++n));
	const char *sig = strstr(doc.s, "-----BEGIN SSH");
	struct str text = { doc.s, (size_t)(sig - doc.s) };

	t->whole = str_of(arena_printf(&f.arena, "%s%.*s%s", r->before,
				       STR_ARG(quoted(doc, quote)), r->after));
	t->orders = text;
	t->sig = str_of(sig);
}

static void each_shape_is_taken(void **unused)
{
	(void)unused;
	size_t n = 0, n_codings = ARRAY_LEN(codings);

	fix_started(&f, 0);
	for (size_t s = 0; s < ARRAY_LEN(structures); s++)
		for (size_t q = 0; q < ARRAY_LEN(quotes); q++)
			for (size_t c = q < OFTEN ? 0 : (s + q) % n_codings;
			     c < n_codings; c += q < OFTEN ? 1 : n_codings) {
				struct text t = { .coding = &codings[c] };
				size_t m = n % ARRAY_LEN(markups);
				const struct around *r =
					&arounds[n % ARRAY_LEN(arounds)];

				if (structures[s].as_files && q)
					continue;
				if (t.coding->latin &&
				    (unsigned char)quotes[q][0] > 0xc3)
					t.coding = codings;
				t.markup = &markups[m];
				sign_text(&t, quotes[q], r);
				send(&structures[s], &t,
				     arena_printf(&f.arena,
						  "'%s' %s %s%s %zu, %zu, %zu",
						  quotes[q], codings[c].charset,
						  codings[c].transfer,
						  codings[c].more,
						  codings[c].width, m,
						  n % ARRAY_LEN(arounds)));
				n++;
			}
	print_message("%zu shapes\n", n);
}

/* What programs and people do to the characters of a text. */
static const struct garbling {
	const char *from, *to; /* everywhere */
} garblings[] = {
	{ " ", "\xc2\xa0" }, /* no-break space */
	{ " ", "  " },       /* doubled */
	{ " ", "\t" },
	{ " ", "\xe2\x80\x83" }, /* em space */
	{ "\n", " \n" },         /* blanks at ends */
	{ "\n", "\n\n" },        /* each line a paragraph */
	{ "\n", "\r\r\n" },
	{ "\n", "\r" },
	{ "\n", "\xe2\x80\xa8" },                 /* line separator */
	{ "\n", "\n\xe2\x80\x8b" },               /* zero width space */
	{ "\n", "\n\xef\xbb\xbf" },               /* byte order mark */
	{ "-----", "\xe2\x80\x94\xe2\x80\x94-" }, /* em dashes */
	{ "-----", "\xe2\x80\x93\xe2\x80\x93\xe2\x80\x93" },
	{ "-----", "---" },
	{ "-----", "- - - - -" },
	{ "-----", "- -----" }, /* as OpenPGP escapes them */
	{ "-----", "*-----" },  /* bold */
	{ "-----", "\xef\xbc\x8d\xef\xbc\x8d\xef\xbc\x8d" }, /* wide */
	{ "PICK", "pick" },
	{ "PICK", "Pick" },
	{ "\xc3\xb1", "n\xcc\x83" }, /* in two characters */
	{ "SAYS", "says" },
	{ "BEGIN HERALDO", "Begin Heraldo" },
	{ "HERALDO ORDERS", "HERALDO  ORDERS" },
	{ "SSH SIGNATURE", "ssh signature" },
	{ "U1NIU0lH", "U1NI\nU0lH" }, /* broken */
	{ "U1NIU0lH", "U1NI U0lH" },
	{ "U1NIU0lH", "  U1NIU0lH" },
	{ "U1NIU0lH", "\nU1NI\n\nU0lH" },
	{ "U1NIU0lH", "U1NI\xe2\x80\x8bU0lH" }, /* zero width space */
	{ "U1NIU0lH", "U1NI\xc2\xad"
		      "U0lH" }, /* soft hyphen */
	{ "U1NIU0lH", "U1NI\xc2\xa0U0lH" },
	{ "PICK", "PI\xc2\xad"
		  "CK" },
	{ "HERALDO", "HER\xc2\xad"
		     "ALDO" },
	{ "PICK", "\xe2\x81\xa0PICK" }, /* word joiner */
	{ " ", "\xe2\x80\x8b " },
	{ "\n", "\xe2\x80\x8e\n" }, /* left-to-right mark */
	{ "\n", "\n\xe2\x81\xa6" }, /* isolate */
	{ "\n", "\n\f" },
	{ "\n", "\v" },           /* Outlook's line break */
	{ "\n", "\xc2\x85" },     /* next line */
	{ "\n", "\xe2\x80\xa9" }, /* paragraph separator */
	{ "-----", "----" },
	{ "-----", "------" },
	{ "-----", "\xe2\x80\x94" },
	{ "-----", "\xe2\x80\x94 " },
	{ "-----", "\xe2\x80\x95\xe2\x80\x95" },
	{ "-----", "\xe2\x88\x92\xe2\x88\x92\xe2\x88\x92" }, /* minus */
	{ "-----", "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80" },
	{ "-----", "\\-----" }, /* Markdown */
	{ "-----", "`-----" },
	{ "it's", "it\xe2\x80\x99s" },
	{ "\"q\"", "\xe2\x80\x9cq\xe2\x80\x9d" },
	{ "\"q\"", "\xe2\x80\x9eq\xe2\x80\x9c" },
	{ "\"q\"", "\xc2\xabq\xc2\xbb" },
	{ "...", "\xe2\x80\xa6" },
	{ " -- ", " \xe2\x80\x94 " },
};

static struct str garbled(struct str text, const struct garbling *g)
{
	size_t n = strlen(g->from);
	struct buf b;

	buf_init(&b, ROOM);
	while (text.len) {
		bool is = str_starts(text, g->from);

		if (is)
			buf_addz(&b, g->to);
		else
			buf_addc(&b, text.s[0]);
		text.s += is ? n : 1;
		text.len -= is ? n : 1;
	}
	return kept(&b);
}

static void garbled_text_is_taken(void **unused)
{
	(void)unused;
	fix_started(&f, 0);
	for (size_t i = 0; i < ARRAY_LEN(garblings); i++)
		for (size_t k = 0; k < 4; k++) {
			struct text t = { .coding = &codings[5],
					  .markup = &markups[0] };
			const struct structure *in = &structures[k / 2];

			if (in->add == html && garblings[i].to[0] == '\r')
				continue;
			sign_text(&t, quotes[k % 2], &arounds[0]);
			t.whole = garbled(t.whole, &garblings[i]);
			send(in, &t,
			     arena_printf(&f.arena, "%zu '%s' '%s'", i,
					  garblings[i].from, garblings[i].to));
		}
}

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, access("/dev/shm", W_OK) ? "test_shapes"
					      : "/dev/shm/test_shapes");
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_shape_is_taken, setup,
						teardown),
		cmocka_unit_test_setup_teardown(garbled_text_is_taken, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
