"""What the pages of a report are made of: tables, bars, maps of heat. No script, nothing from elsewhere."""

from html import escape

STYLE = """
:root { color-scheme: light dark; --page: #fff; --ink: #222; --dim: #666; --line: #ddd; --hot: 213 94 0;
        --p0: #d55e00; --p1: #e69f00; --p2: #009e73; --p3: #cc79a7; --p4: #b8c4ce; --p5: #8a8a8a }
@media (prefers-color-scheme: dark) {
  :root { --page: #16191d; --ink: #e2e5e8; --dim: #9aa3ab; --line: #3a4048; --hot: 255 140 60; --p4: #56626e }
}
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem;
       color: var(--ink); background: var(--page); overflow-wrap: anywhere }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } svg { max-width: 100%; height: auto }
a { color: inherit } pre { white-space: pre-wrap; margin: 0 }
table { border-collapse: collapse; font-size: 0.9rem } .wide { overflow-x: auto }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; overflow-wrap: normal }
th:first-child, td:first-child, .texts td, .texts th { text-align: left }
td:first-child, .identity td { overflow-wrap: anywhere }
td + td { white-space: nowrap } .texts td + td, .reasons td:last-child { white-space: normal }
td:first-child { min-width: 8rem } .identity td:first-child { min-width: 0 }
.identity td:first-child { white-space: nowrap }
.headline { font-size: 1.25rem } .verdict { font-size: 1.05rem } summary { cursor: pointer }
.figures, .legend, .range { color: var(--dim); font-size: 0.9rem } .range { white-space: nowrap }
.bars { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr max-content; gap: 0.3rem 0.7rem }
.bar { display: flex; height: 1.3rem } .key { display: inline-block; width: 0.8rem; height: 0.8rem }
.heat { border-spacing: 0; table-layout: fixed; width: 100% } .heat td, .heat th { padding: 0; border: 0; height: 0.9rem;
        font-size: 0.7rem; font-weight: normal } .heat th { width: 7rem; padding-right: 0.5rem; white-space: nowrap;
        text-align: right }
.heat td { background: rgb(var(--hot) / var(--v, 0)) } .scale { display: inline-block; width: 6rem; height: 0.8rem;
        background: linear-gradient(to right, rgb(var(--hot) / 0), rgb(var(--hot))); border: 1px solid var(--line) }
.source { font: 12.5px/1.5 ui-monospace, monospace; border-left: 3px solid var(--line); padding-left: 0.7rem;
          margin: 0.7rem 0 }
.source .read { background: rgb(0 158 115 / 0.25) } .source .refused { background: rgb(213 94 0 / 0.25) }
.source :target { outline: 2px solid var(--p1) } .source .number { color: var(--dim); user-select: none }
"""
MOST_HEAT_ROWS, HEAT_COLUMNS = 48, 64


class Html(str):
    """Text that is HTML already."""


def html(value):
    return value if isinstance(value, Html) else escape(str(value))


def table(head, rows, kind=""):
    cells = "".join(f"<th>{html(h)}</th>" for h in head)
    lines = "".join("<tr>" + "".join(f"<td>{html(c)}</td>" for c in row) + "</tr>\n" for row in rows)
    return (f'<div class="wide"><table class="{kind}"><thead><tr>{cells}</tr></thead>'
            f"<tbody>{lines}</tbody></table></div>\n")  # fmt: skip


def section(title, content):
    return f"<h2>{escape(title)}</h2>\n{content}"


def pairs(entries):
    return "<ul>" + "".join(f'<li>{html(text)} <span class="figures">{html(figures)}</span></li>\n'
                            for text, figures in entries) + "</ul>\n"  # fmt: skip


def details(title, content, is_open=False):
    return f"<details{' open' if is_open else ''}><summary>{escape(title)}</summary>\n{content}</details>\n"


def bars(rows, parts, text):
    """Rows of a name and a figure for each part; text says a figure. The legend names the parts that occur."""
    most = max((sum(values) for _, values in rows), default=0) or 1
    lines = []
    for name, values in rows:
        pieces = "".join(
            f'<span style="width:{100 * value / most:.2f}%;background:var(--p{i})" '
            f'title="{escape(parts[i])}: {escape(text(value))}"></span>'
            for i, value in enumerate(values) if value > 0)  # fmt: skip
        lines.append(f'<span>{escape(name)}</span><span class="bar">{pieces}</span><span>{escape(text(sum(values)))}</span>\n')
    legend = " ".join(f'<span class="key" style="background:var(--p{i})"></span> {escape(part)}'
                      for i, part in enumerate(parts) if any(values[i] > 0 for _, values in rows))  # fmt: skip
    return f'<div class="bars">\n{"".join(lines)}</div>\n<p class="legend">{legend}</p>\n'


def heat(rows, ends, legend):
    """Rows of a name and shares from 0 to 1, and what stands below the left and the right end."""
    lines = []
    for name, values in rows:
        cells = "".join(f'<td style="--v:{value:.2f}" title="{100 * value:.0f} %"></td>' if value >= 0.005 else "<td></td>"
                        for value in values)  # fmt: skip
        lines.append(f"<tr><th>{escape(name)}</th>{cells}</tr>\n")
    count = len(rows[0][1]) if rows else 0
    left, right = count // 2, count - count // 2
    lines.append(f'<tr><th></th><td colspan="{left}" style="text-align:left">{escape(ends[0])}</td>'
                 f'<td colspan="{right}">{escape(ends[1])}</td></tr>\n')  # fmt: skip
    return (f'<div class="wide"><table class="heat"><tbody>{"".join(lines)}</tbody></table></div>\n'
            f'<p class="legend">0 <span class="scale"></span> {html(legend)}</p>\n')  # fmt: skip


def document(title, body):
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n<title>{escape(title)}</title>\n'
            '<meta name="viewport" content="width=device-width">\n<link rel="icon" href="data:,">\n'
            f"<style>{STYLE}</style></head><body>\n{body}</body></html>\n")  # fmt: skip
