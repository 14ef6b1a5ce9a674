"""Cases of Dungeons: Pyramid in the notation of heraldo-case(5); used by
case-convert. A form that is not known here raises Unknown."""
import re

LABEL = r"[A-Z]\d+"
FACES = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
TRAPS = ["unrevealed", "armed", "blank", "disarmed", "sprung"]
PHASES = {"setup-teams": "teams", "setup-first": "first",
          "setup-board": "board", "setup-terrain": "terrain",
          "setup-chests": "chests", "setup-tokens": "tokens",
          "setup-pool": "pool", "setup-doorways": "doorways",
          "start": "start"}


class Unknown(Exception):
    pass


def only(d, known, what):
    extra = set(d) - set(known.split())
    if extra:
        raise Unknown("%s has %s" % (what, ", ".join(sorted(extra))))


def quoted(text):
    if '"' in text:
        raise Unknown("a quote in " + text)
    return '"%s"' % text


# --- the position -----------------------------------------------------------

def abilities(given):
    """{slot: name}: those of another slot than their own say where"""
    return quoted(", ".join("%s: %s" % (slot, name.lower())
                            for slot, name in given.items()))


def click(values):
    only(dict.fromkeys(map(str, values[5:])), "", "a click")
    text = "/".join(str(v) for v in values[:4])
    if len(values) > 4 and values[4]:
        text += " " + abilities(values[4])[1:-1]
    return quoted(text)


def card_words(f):
    """dial, levels and the like, the same for figures and cards"""
    out = []
    if "dial" in f:
        out += ["dial"] + [click(c) for c in f["dial"]]
    elif {"spd", "atk", "def", "dmg"} & set(f):
        out += ["stats", "%d/%d/%d/%d" % (f.get("spd", 8), f.get("atk", 8),
                                          f.get("def", 15), f.get("dmg", 2))]
    if f.get("abil"):
        out += ["abilities", abilities(f["abil"])]
    for key in "life range targets arc points level".split():
        if key in f:
            out += [key, str(f[key])]
    if f.get("levels") or f.get("costs"):
        points = f.get("points", 30)
        clicks = f.get("levels", {})
        costs = f.get("costs", {})
        if clicks:
            out += ["levels"] + [str(clicks[str(k)]) for k in range(1, 6)]
        if costs:
            out += ["costs"] + [str(costs.get(str(k), points))
                                for k in range(1, 6)]
    if "name" in f:
        out += ["name", quoted(f["name"])]
    return out


def figure_line(f, players):
    only(f, "id owner kind at face arc range targets spd atk def dmg life "
            "points level abil dial click levels costs max_level name "
            "teleport_pending vortex_pending marker", "a figure")
    owner = f.get("owner") or (f["id"][0] if f["id"][0] in players
                               else "SPAWN")
    out = ["figure", f["id"]]
    if owner == "SPAWN" or f.get("kind") == "spawn":
        out += ["spawn"]
    else:
        if owner != f["id"][0]:
            out += ["owner", owner]
        if f.get("kind") == "warrior":
            out += ["warrior"]
    at = f.get("at")
    if at in ("outside", "left", "eliminated", "pool"):
        out += [at]
    elif at:
        out += ["at", at]
    if "face" in f:
        out += ["face", f["face"]]
    out += card_words({k: f[k] for k in f if k != "kind"})
    if "click" in f:
        out += ["click", str(f["click"])]
    if "max_level" in f:
        out += ["top_level", str(f["max_level"])]
    for key, word in (("teleport_pending", "teleport"),
                      ("vortex_pending", "vortex"), ("marker", "marker")):
        if f.get(key):
            out += [word]
    return " ".join(out)


def chest_lines(k):
    only(k, "id at face state pos traps treasure held assigned stored "
            "placed_by potion", "a chest")
    out = []
    for position, t in sorted((k.get("traps") or {}).items()):
        only(t, "disarm n p type atk dmg range", "a trap")
        line = ["trap", k["id"], position]
        if t.get("n"):
            line += ["spawn", str(t["n"]), str(t.get("p", 0))]
        if t.get("type"):
            line += ["attack", t["type"], str(t.get("atk", 0)),
                     str(t.get("dmg", 0))]
        for key in "range disarm".split():
            if t.get(key):
                line += [key, str(t[key])]
        out.append(" ".join(line))
    t = k.get("treasure") or {}
    only(t, "name type gold speed attack defense potion trap", "a treasure")
    line = ["treasure", k["id"]]
    if t.get("type"):
        line += ["type", quoted(t["type"])]
    if t.get("gold"):
        line += ["gold", str(t["gold"])]
    given = {}
    for slot in "speed attack defense".split():
        if isinstance(t.get(slot), str):
            given[slot] = t[slot]
        elif t.get(slot):
            line += [slot, str(t[slot])]
    if given:
        line += ["abilities", abilities(given)]
    for key in "potion trap".split():
        if t.get(key):
            line += [key]
    if len(line) > 2:
        out.append(" ".join(line))
    line = ["chest", k["id"]]
    if "at" in k:
        line += ["at", k["at"]]
    if "face" in k:
        line += ["face", k["face"]]
    if "state" in k:
        line += ["state", k["state"]]
    if k.get("pos"):
        line += ["position", str(k["pos"])]
    for key, word in (("held", "held"), ("assigned", "assigned"),
                      ("stored", "stored"), ("placed_by", "by")):
        if k.get(key):
            line += [word, k[key]]
    if k.get("potion"):
        if k["potion"] != "used":
            raise Unknown("a potion that is " + str(k["potion"]))
        line += ["used"]
    out.append(" ".join(line))
    return out


def token_line(w):
    only(w, "id at tier table placed_by", "a token")
    out = ["token", w["id"], "at", w["at"]]
    if "tier" in w:
        out += [w["tier"]]
    table = w.get("table")
    if isinstance(table, str):
        out += ["table", table]
    elif table:
        out += ["rolls"]
        for roll, (n, points) in sorted(table.items(), key=lambda x: int(x[0])):
            out += [roll, str(n), str(points)]
    if w.get("placed_by"):
        out += ["by", w["placed_by"]]
    return " ".join(out)


def board_lines(b):
    only(b, "size terrain walls doors sections mouths", "a board")
    out = ["board " + b.get("size", "7x7")]
    kinds = {}
    for square, letter in b.get("terrain", {}).items():
        kinds.setdefault(letter, []).append(square)
    out += ["terrain %s %s" % (letter, " ".join(squares))
            for letter, squares in kinds.items()]
    if b.get("walls"):
        out += ["wall " + " ".join(b["walls"])]
    for d in b.get("doors", []):
        only(d, "id edge kind state", "a door")
        out += ["door %s %s %s %s" % (d["id"], d["edge"], d["kind"],
                                      d.get("state", "closed"))]
    out += ["section %s %s" % s for s in b.get("sections", {}).items()]
    out += ["mouth %s %s" % m for m in b.get("mouths", {}).items()]
    return out


def six_sections(setup):
    """corridors at both ends of a row of six: two entrances"""
    return ["board 20x5"] + [
        "section %s %s" % s for s in
        (("a", "corridor A1-C5"), ("b", "chamber D1-H5"),
         ("c", "corridor I1-J5"), ("d", "corridor K1-L5"),
         ("e", "chamber M1-Q5"), ("f", "corridor R1-T5"))] + [
        "mouth W A3-A3 W", "mouth E T3-T3 E"]


SETUP = ("board map map_text players turn turn_no activations options xp "
         "standing lone_wolf monster_master mm_turns phase figures pool "
         "chests tokens heroes prices team_sizes drawn tiles laid first_turn "
         "entrance exit acquired team_points sections_in_dungeon entrances")


def player_line(p, s, phase):
    out = ["player", p]
    for key in "entrance exit".split():
        if s.get(key, {}).get(p):
            out += [key, s[key][p]]
    if s.get("entrances", {}).get(p):
        out += ["entrance", s["entrances"][p]]
    if s.get("xp", {}).get(p):
        out += ["xp", str(s["xp"][p])]
    if s.get("acquired", {}).get(p):
        out += ["acquired"]
    if p in s.get("team_points", {}):
        out += ["points", str(s["team_points"][p])]
    if p in s.get("team_sizes", {}):
        out += ["heroes", str(s["team_sizes"][p])]
    if s.get("first_turn") and p == s.get("turn", "A"):
        out += ["turns", "1"]
    return " ".join(out)


def pooled_lines(case, players):
    """chests in the pool, but of who gives them in this case"""
    out = []
    for p in players:
        if not any(o["text"].lower().startswith("chests ")
                   for o in case["orders"] if o["player"] == p):
            out.append("pooled %s C C C C" % p)
    return out


def card_lines(s):
    out = []
    for h in s.get("heroes", []):
        only(h, "name costs kind mounted multi_dial dragon", "a card")
        costs = h["costs"]
        line = ["card", quoted(h["name"])]
        kind = h.get("kind", "hero")
        if kind == "hero":
            top = costs[max(costs)]
            line += ["costs"] + [str(costs.get(str(k), top))
                                 for k in range(1, 6)]
        else:
            line += [kind, "points", str(costs["1"])]
        if h.get("dragon"):
            line += ["dragon"]
        elif h.get("mounted"):
            line += ["mounted"]
        elif h.get("multi_dial"):
            line += ["multi_dial"]
        out.append(" ".join(line))
    for name, points in s.get("prices", {}).items():
        out.append("card %s spawn points %d" % (quoted(name), points))
    return out


def position(case):
    s = case["setup"]
    only(s, SETUP, "the set-up")
    phase = PHASES.get(s["phase"]) if "phase" in s else None
    if "phase" in s and not phase:
        raise Unknown("a phase " + s["phase"])
    players = s.get("players", ["A", "B"])
    out = []
    for name, value in s.get("options", {}).items():
        out.append("option %s %s" % (name, value))
    if "map" in s:
        out.append("map " + s["map"])
    elif "map_text" in s:
        out += s["map_text"].rstrip("\n").split("\n")
        if case["expect"] == ["map refused"]:
            return out
    elif "sections_in_dungeon" in s:
        if s["sections_in_dungeon"] != 6:
            raise Unknown("a dungeon of so many sections")
        out += six_sections(s)
    elif "board" in s:
        out += board_lines(s["board"])
    out += [player_line(p, s, phase) for p in players]
    out += card_lines(s)
    for t in s.get("laid", []):
        only(t, "tile at turn", "a tile")
        out.append("tile %s %s %d" % (t["tile"], t["at"], t["turn"]))
    for p in players:
        if "tiles" in s:
            # of whom the case says nothing it does not matter
            hand = s["tiles"].get(p, ["C1", "C2", "C3", "C8", "H2"])
            out.append("tiles %s %s" % (p, " ".join(hand)))
    for f in s.get("figures", []):
        out.append(figure_line(f, players))
    for f in s.get("pool", []):
        out.append(figure_line(dict(f, owner="SPAWN", at="pool"), players))
    for k in s.get("chests", []):
        out += chest_lines(k)
    for w in s.get("tokens", []):
        out.append(token_line(w))
    if phase == "chests":
        out += pooled_lines(case, players)
    for p, piece in s.get("drawn", {}).items():
        out.append("drawn %s %s" % (p, piece.split()[-1]))
    if s.get("lone_wolf"):
        out.append("lone_wolf")
    if s.get("monster_master"):
        out.append("master %s %d" % (s["monster_master"],
                                     s.get("mm_turns", 0)))
    if phase:
        out.append("phase " + phase)
    turn = "turn " + s.get("turn", "A")
    if "turn_no" in s:
        turn += " turn %d" % s["turn_no"]
    if "activations" in s:
        turn += " activations %d" % s["activations"]
    if turn != "turn A":
        out.append(turn)
    return out


# --- what is expected -------------------------------------------------------

def expect_lines(text, case, first):
    """One fact as lines of a case; orders count from first."""
    m = None

    def is_(pattern):
        nonlocal m
        m = re.fullmatch(pattern.replace("@", "(" + LABEL + ")"), text)
        return m

    if is_(r"order (\d+) rejected: (\S+)"):
        return ['refused %d "%s"' % (int(m[1]) + first, m[2])]
    if is_(r"order (\d+) accepted"):
        words = case["orders"][int(m[1]) - 1]["text"].split()
        if words[0].lower() in ("check", "mira"):
            # a question is answered at once and is no order
            return ["event line fig=%s target=%s" % (words[1], words[2])]
        return ["done %d" % (int(m[1]) + first)]
    if text in ("team refused", "map refused"):
        return [] if text == "team refused" else ["map refused"]
    if is_(r"@ at @"):
        return ["%s.at = %s" % m.groups()]
    if is_(r"@ faces (\w+)"):
        return ["%s.facing = %d" % (m[1], FACES.index(m[2]))]
    if is_(r"@ click (\d+)"):
        return ["%s.click = %s" % m.groups()]
    if is_(r"@ takes (\d+) clicks?"):
        return ["event damaged fig=%s clicks=%s" % m.groups()]
    if is_(r"@ takes no click"):
        return ["no event damaged fig=" + m[1]]
    if is_(r"@ heals (\d+) clicks?"):
        return ["event healed fig=%s clicks=%s" % m.groups()]
    if is_(r"@ eliminated"):
        return ["event eliminated fig=" + m[1]]
    if is_(r"@ has (\d+) SP left"):
        return ["%s.sp = %s" % m.groups()]
    if is_(r"@ activation ended"):
        return ["event activation_ended piece=" + m[1],
                "actor != " + m[1]]
    if is_(r"@ activation open"):
        return ["actor = " + m[1]]
    if is_(r"@ level (\d)"):
        return level(case, m[1], m[2])
    if is_(r"@ left"):
        return ["%s.place = 3" % m[1]]
    if is_(r"attack of @ on @: (\d+) against (\d+), (hit|miss)"):
        return ["event attack attacker=%s target=%s total=%s against=%s" %
                m.groups()[:4], attack(m)]
    if is_(r"break-away (succeeds|fails)"):
        return ["event break_away ok=%s" %
                ("true" if m[1] == "succeeds" else "false")]
    if is_(r"@ counterattacks"):
        return ["event counter fig=%s answers=true" % m[1]]
    if is_(r"@ does not counterattack"):
        return ["no event counter fig=%s answers=true" % m[1]]
    if is_(r"@ spins to (\w+)"):
        return ["event free_spin fig=%s turns=true face=%s" % m.groups()]
    if is_(r"@ does not spin"):
        return ["no event free_spin fig=%s turns=true" % m[1]]
    if is_(r"@ trap position (\d)"):
        return ["%s.position = %s" % m.groups()]
    if is_(r"@ trap (%s)" % "|".join(TRAPS)):
        return ["%s.trap = %d" % (m[1], TRAPS.index(m[2]))]
    if is_(r"@ held by (\w)"):
        return ["%s.place = 2" % m[1], "%s.holder = %s" % m.groups()]
    if is_(r"@ stored by (\w)"):
        return ["%s.place = 3" % m[1], "%s.holder = %s" % m.groups()]
    if is_(r"@ removed"):
        return ["%s.place = 4" % m[1]]
    if is_(r"@ assigned to @"):
        return ["%s.fig = %s" % m.groups()]
    if is_(r"@ unassigned"):
        return ["%s.fig = none" % m[1]]
    if is_(r"@ converts"):
        return ["event token_converted token=" + m[1]]
    if is_(r"@ does not convert"):
        return ["no event token_converted token=" + m[1]]
    if is_(r"@ in pool"):
        return ["%s.place = 0" % m[1]]
    if is_(r"(\w) has (\d+) XP"):
        return ["%s.xp = %s" % m.groups()]
    if is_(r"\w has (\d+) activations? left"):
        return ["activations = " + m[1]]
    if is_(r"@ (closed|open|destroyed)"):
        return ["%s.state = %d" % (m[1], ["closed", "open",
                                          "destroyed"].index(m[2]))]
    if is_(r"line @-@ (clear|blocked)"):
        return ["event line fig=%s target=%s clear=%s" %
                (m[1], m[2], "true" if m[3] == "clear" else "false")]
    if is_(r"range @-@ (\d+)"):
        return ["event line fig=%s target=%s range=%s" % m.groups()]
    if is_(r"defense bonus @-@ (\d+)"):
        return ["event line fig=%s target=%s defense=%s" % m.groups()]
    if is_(r"@ (not )?adjacent @"):
        return line_fact(m[1], m[3], "adjacent", not m[2])
    if is_(r"@ (not )?in front arc of @"):
        return line_fact(m[3], m[1], "front", not m[2])
    if is_(r"@ (not )?in rear arc of @"):
        # the arc of the one that is looked at from here
        return line_fact(m[1], m[3], "rear", not m[2])
    if is_(r"awaiting (\w)"):
        return ["event asked seat=" + m[1]]
    if is_(r"@: (\d+) Mage Spawn, (\d+) points"):
        return ["event token_converted token=%s number=%s points=%s" %
                m.groups()]
    if is_(r"@ frozen"):
        return ["%s.frozen != 0" % m[1]]
    if is_(r"@ marked"):
        return ["%s.marker = 1" % m[1]]
    if is_(r"Monster Master (\w)"):
        return ["master = " + m[1]]
    if is_(r"first player (\w)"):
        return ["event first_player seat=" + m[1]]
    if is_(r"exit of (\w) is (\w+)"):
        return ["event exit_set seat=%s mouth=%d" %
                (m[1], ["W", "E"].index(m[2]))]
    if text == "game over":
        return ["phase = 10"]
    if is_(r"winner (\w)"):
        return ["event game_over winners=" + m[1]]
    raise Unknown("expectation: " + text)


def attack(m):
    """hit and critical hit are hits"""
    return "no event attack attacker=%s target=%s total=%s against=%s " \
           "result~%s" % (m[1], m[2], m[3], m[4],
                          "miss" if m[5] == "hit" else "hit")


def level(case, label, n):
    for f in case["setup"]["figures"]:
        if f["id"] == label and not (f.get("levels") or f.get("costs")):
            # without levels it stays as it is
            return ["%s.level = 0" % label]
    return ["%s.level = %s" % (label, n)]


def line_fact(a, b, field, yes):
    """asked by CHECK at the end: an order of its own"""
    return [("check", a, b, field, yes)]


# --- the whole --------------------------------------------------------------

def first_player_dice(case):
    """when all teams are in, the first player is rolled for at once"""
    s = case["setup"]
    accepted = {order["player"] for i, order in enumerate(case["orders"])
                if "order %d accepted" % (i + 1) in case["expect"]}
    if s.get("phase") == "setup-teams" and \
            accepted >= set(s.get("players", ["A", "B"])):
        return ["6", "6", "1", "1"]
    return []


def order_text(text):
    """words of the digest that the orders do not have"""
    return text.replace("exit of A:", "exit of A").replace(
        "exit of B:", "exit of B")


def convert(case):
    only(case, "id rules title setup dice orders expect why", "a case")
    out = ["id " + case["id"], "title " + case["title"], "system dungeons",
           "rules " + " ".join(case["rules"])]
    if case.get("why"):
        out.append("why " + case["why"])
    out += [""]
    out += position(case) + [""]
    dice = [str(d) if isinstance(d, int) else d.split()[1]
            for d in case["dice"]] + first_player_dice(case)
    if dice:
        out.append("dice " + " ".join(dice))
    standing = case["setup"].get("standing", [])
    for order in standing + case["orders"]:
        only(order, "player text", "an order")
    for order in standing:
        out.append("%s> %s" % (order["player"],
                               order["text"].replace("cancel always",
                                                     "never use")))
    for i, order in enumerate(case["orders"]):
        # who is refused because it is another's turn, or has placed all, is
        # asked at once: in play such an order would wait in the queue
        places = case["setup"].get("phase") in ("setup-chests", "setup-tokens")
        now = any(e.startswith("order %d rejected: " % (i + 1)) and
                  (places or "bad-time" in e) for e in case["expect"])
        out.append("%s%s %s" % (order["player"], "!" if now else ">",
                                order_text(order["text"])))
    if out[-1]:
        out.append("")
    for text in case["expect"]:
        for line in expect_lines(text, case, len(standing)):
            if isinstance(line, str):
                out.append(line)
                continue
            _, a, b, field, yes = line
            out.append("%s> check %s %s" % (a[0] if a[0] in "AB" else "A",
                                            a, b))
            out.append("event line fig=%s target=%s %s=%s" %
                       (a, b, field, "true" if yes else "false"))
    return "\n".join(out) + "\n"
