import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const STYLE = `
:root{color-scheme:light dark;--ink:#14213d;--soft:#5b6579;--line:#dde2ea;--card:#fff;--page:#f3f5f9;
--go:#0f6b4f;--go-ink:#fff;--warn:#8a5a00;--warn-page:#fff6e0;--bad:#9b1c2e}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf4;--soft:#9aa5ba;--line:#2b3447;--card:#151c2b;
--page:#0c111c;--go:#3fbf92;--go-ink:#06281d;--warn:#f2c65c;--warn-page:#2a2210;--bad:#ff8a98}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:1.5rem;background:var(--page);
color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:26rem;margin:8vh auto 0;background:var(--card);border:1px solid var(--line);
border-radius:1rem;overflow:hidden;box-shadow:0 1rem 3rem rgb(20 33 61 / .08)}
main.wide{max-width:60rem;margin-top:0}
.note{margin:0;padding:.6rem 1.75rem;background:var(--warn-page);color:var(--warn);font-size:.85rem}
.body{padding:1.75rem}
h1{margin:0 0 1rem;font-size:1.1rem;font-weight:600;overflow-wrap:anywhere}
a{color:inherit}
label{display:grid;gap:.3rem;margin:0 0 1rem;font-size:.9rem;color:var(--soft)}
input{padding:.65rem .8rem;border:1px solid var(--line);border-radius:.6rem;background:transparent;
color:var(--ink);font:inherit}
button{width:100%;padding:.75rem 1rem;border:0;border-radius:.6rem;background:var(--go);
color:var(--go-ink);font:inherit;font-weight:600;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--go);outline-offset:2px}
.said{margin:1rem 0 0;font-size:.9rem}.bad{color:var(--bad)}.good{color:var(--go)}
.soft{color:var(--soft);font-size:.9rem}
table{width:100%;border-collapse:collapse;font-size:.9rem}
th{text-align:left;font-weight:500;color:var(--soft)}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top;
overflow-wrap:anywhere}
.when{white-space:nowrap;font-variant-numeric:tabular-nums;color:var(--soft)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:0 0 1.25rem;font-size:.9rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
h2{margin:1.5rem 0 .5rem;font-size:.85rem;font-weight:600;color:var(--soft)}
pre{margin:0;padding:1rem;border:1px solid var(--line);border-radius:.6rem;white-space:pre-wrap;
overflow-wrap:anywhere;font:.85rem/1.5 ui-monospace,Menlo,Consolas,monospace}
iframe{width:100%;height:32rem;border:1px solid var(--line);border-radius:.6rem;background:#fff}
`;

/** A page that the host serves itself: plain HTML with one style and at most one script. */
export interface Page {
  readonly title: string;
  /** HTML, already escaped. */
  readonly body: string;
  /** A line above the page that says what it is not for. */
  readonly note?: string;
  readonly wide?: boolean;
  readonly script?: string;
  /** Seconds after which the browser asks again. */
  readonly refreshSeconds?: number;
}

/** The least that lets the page work; a frame within it and requests only to its own host. */
function policyOf({ script }: Page): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash(STYLE)}'`,
    ...(script ? [`script-src 'sha256-${hash(script)}'`, "connect-src 'self'"] : []),
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function htmlOf({ title, body, note, wide, script }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapePageText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main${wide ? ' class="wide"' : ''}>
${note ? `<p class="note">${escapePageText(note)}</p>` : ''}
<div class="body">
${body}
</div>
</main>
${script ? `<script>${script}</script>` : ''}
</body>
</html>
`;
}

/** Answers a page that no cache keeps and whose address no other site is told. */
export async function sendPage(reply: FastifyReply, page: Page, status = 200): Promise<void> {
  await reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(page),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(page.refreshSeconds ? { refresh: String(page.refreshSeconds) } : {}),
    })
    .send(htmlOf(page));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it may stand in HTML, also within quotes. */
export function escapePageText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** For OpenAPI: the answer is a page. */
export const PAGE_CONTENT = { 'text/html': { schema: { type: 'string' } } } as const;
