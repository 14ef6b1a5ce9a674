"""tests/page/seen.py - what must not be in a page, found by a script in it: what is
cut off or scrolls sideways, and letters that lack the contrast of WCAG AA."""

SEEN = """(() => {
    const faults = [], canvas = document.createElement("i");
    canvas.style.cssText = "background: Canvas";
    document.body.append(canvas);
    const numbers = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
    const ground = numbers(getComputedStyle(canvas).backgroundColor);
    canvas.remove();
    const over = (top, under) => {
        const a = top.length > 3 ? top[3] : 1;
        return [0, 1, 2].map((i) => top[i] * a + under[i] * (1 - a));
    };
    const light = (c) => {
        const [r, g, b] = c.map((v) => v / 255).map((v) =>
            v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const line = (e) => {
        const found = [];
        for (; e; e = e.parentElement)
            found.unshift(e);
        return found;
    };
    const said = (e) => e.tagName.toLowerCase() + " \\"" +
        (e.textContent || e.alt || "").trim().slice(0, 40) + "\\"";
    const page = document.documentElement;
    if (page.scrollWidth > window.innerWidth)
        faults.push("the page is " + page.scrollWidth + " wide");
    for (const e of document.body.querySelectorAll("*")) {
        const how = getComputedStyle(e), box = e.getBoundingClientRect();
        if (!box.width || how.visibility != "visible" ||
            e.closest("[aria-hidden=true], [data-pans]"))
            continue;
        if (how.overflowX != "visible" && e.scrollWidth > e.clientWidth + 1)
            faults.push((how.overflowX == "auto" || how.overflowX == "scroll" ?
                "to be scrolled: " : "clipped: ") + said(e));
        if (box.left < -1 || box.right > window.innerWidth + 1)
            faults.push("over the edge: " + said(e));
        if (![...e.childNodes].some((n) => n.nodeType == 3 && n.data.trim()))
            continue;
        let back = ground, opaque = 1;
        for (const p of line(e)) {
            const s = getComputedStyle(p);
            back = over(numbers(s.backgroundColor), back);
            opaque *= Number(s.opacity);
        }
        const ink = numbers(how.color);
        ink[3] = (ink.length > 3 ? ink[3] : 1) * opaque;
        const [a, b] = [light(over(ink, back)), light(back)].sort((x, y) => y - x);
        const size = parseFloat(how.fontSize), bold = Number(how.fontWeight) >= 700;
        const least = size >= 24 || bold && size >= 18.66 ? 3 : 4.5;
        if ((a + 0.05) / (b + 0.05) < least)
            faults.push("contrast " + ((a + 0.05) / (b + 0.05)).toFixed(1) +
                ": " + said(e));
    }
    return faults;
})()"""
