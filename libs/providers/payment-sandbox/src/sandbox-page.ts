import type { SandboxPayment } from '@quittance/gateway/provider';
import { formatMinor } from '@quittance/money';
import { createHash } from 'node:crypto';
import { undecidedOf } from './sandbox-dispute.js';
import type { TillView } from './sandbox-till.js';

const STYLE = `
:root{color-scheme:light dark;--ink:#14213d;--soft:#5b6579;--line:#dde2ea;--card:#fff;--page:#f3f5f9;
--go:#0f6b4f;--go-ink:#fff;--warn:#8a5a00;--warn-page:#fff6e0;--bad:#9b1c2e}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf4;--soft:#9aa5ba;--line:#2b3447;--card:#151c2b;
--page:#0c111c;--go:#3fbf92;--go-ink:#06281d;--warn:#f2c65c;--warn-page:#2a2210;--bad:#ff8a98}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--page);
color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;
overflow:hidden;box-shadow:0 1rem 3rem rgb(20 33 61 / .08)}
.note{margin:0;padding:.6rem 1.75rem;background:var(--warn-page);color:var(--warn);font-size:.85rem}
.body{padding:1.75rem}
h1{margin:0;font-size:1.1rem;font-weight:600}
.invoice{margin:.15rem 0 0;color:var(--soft)}
.amount{margin:1.25rem 0 0;font-size:2.4rem;font-weight:650;letter-spacing:-.02em;line-height:1.1;
font-variant-numeric:tabular-nums}
.amount small{font-size:1rem;font-weight:500;color:var(--soft);letter-spacing:0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:1.5rem 0;padding:1rem 0;
border:solid var(--line);border-width:1px 0;font-size:.9rem}
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere}
.status{display:flex;gap:.6rem;align-items:center;margin:1.5rem 0 0;font-weight:600}
.status svg{flex:none;width:1.6rem;height:1.6rem}
.paid{color:var(--go)}.closed{color:var(--bad)}
.explain{margin:.4rem 0 0;color:var(--soft);font-size:.9rem}
form{display:grid;gap:.6rem}
button,.button{appearance:none;border:1px solid var(--line);border-radius:.6rem;padding:.75rem 1rem;
background:transparent;color:inherit;font:inherit;font-weight:600;text-align:center;
text-decoration:none;cursor:pointer}
button:hover,.button:hover{border-color:currentColor}
button:focus-visible,.button:focus-visible{outline:3px solid var(--go);outline-offset:2px}
.go{background:var(--go);border-color:var(--go);color:var(--go-ink)}
.row{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}
.button{display:block;margin-top:1.25rem}
`;

/**
 * The policy of the page: no script at all, the one style above, forms to itself and on to where
 * the payer is sent afterwards.
 */
export function sandboxPagePolicy(callbackUrl: string | null): string {
  const style = createHash('sha256').update(STYLE).digest('base64');
  const onward = callbackUrl ? ` ${new URL(callbackUrl).origin}` : '';
  return [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    `form-action 'self'${onward}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="note">Sandbox: this page moves no money.</p>
<div class="body">
${body}
</div>
</main>
</body>
</html>
`;
}

const TICK = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="m7.5 12.5 3 3 6-6.5"/></svg>`;
const CROSS = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="m8.5 8.5 7 7m0-7-7 7"/></svg>`;

/** The page of a link: what is asked for while it is open, and how it ended afterwards. */
export function sandboxPage(view: TillView, nonce: string): string {
  const { link, linkId } = view;
  const failed = view.payments.filter(({ status }) => status === 'failed').length;
  const amount = formatMinor(link.amount, link.currency);
  const until = link.expiresAt.slice(0, 16).replace('T', ' ');
  const body = `<h1>${escapeHtml(link.companyName)}</h1>
<p class="invoice">Invoice ${escapeHtml(link.invoiceNumber)}</p>
<p class="amount">${amount} <small>${escapeHtml(link.currency)}</small></p>
${statusOf(view, failed)}
<dl>
<dt>Billed to</dt><dd>${escapeHtml(link.customerName)}</dd>
<dt>Reference</dt><dd>${escapeHtml(link.reference)}</dd>
<dt>${view.status === 'open' ? 'Open until' : 'Was open until'}</dt><dd>${until} UTC</dd>
</dl>
${actionsOf(view, linkId, nonce)}`;
  return page(`Pay invoice ${link.invoiceNumber}`, body);
}

function statusOf({ status, payments }: TillView, failed: number): string {
  const said = (kind: string, icon: string, title: string, words: string) =>
    `<p class="status ${kind}" role="status">${icon}${title}</p><p class="explain">${words}</p>`;
  if (status === 'paid') {
    const captured = payments.filter((payment) => payment.status === 'captured').length;
    const refunded = payments.some((payment) => payment.status === 'refunded');
    const times = captured > 1 ? `It was paid ${captured} times.` : 'Thank you.';
    const has = (kind: SandboxPayment['status']) => payments.some((each) => each.status === kind);
    if (undecidedOf(payments).length > 0) {
      return said('closed', CROSS, 'Payment disputed', 'The bank has the money and decides.');
    }
    if (has('lost')) {
      return said('closed', CROSS, 'Dispute lost', 'The payer has the money again.');
    }
    if (has('won')) return said('paid', TICK, 'Dispute won', 'The company keeps the money.');
    return refunded
      ? said('paid', TICK, 'Payment refunded', 'The money is on its way back.')
      : said('paid', TICK, 'Payment received', `${times} You can close this page.`);
  }
  if (status === 'cancelled') {
    return said('closed', CROSS, 'This link is closed', 'Nothing can be paid here any more.');
  }
  if (status === 'expired') {
    return said('closed', CROSS, 'This link has expired', 'Ask for a new one to pay the invoice.');
  }
  if (failed === 0) return '';
  return said('closed', CROSS, 'The payment failed', 'Nothing was charged. You can try again.');
}

function actionsOf({ link, status, payments }: TillView, linkId: string, nonce: string): string {
  const form = (buttons: string) => `<form method="post" action="/sandbox/pay/${linkId}">
<input type="hidden" name="nonce" value="${escapeHtml(nonce)}">
${buttons}
</form>`;
  if (status === 'open') {
    return form(`<button class="go" name="action" value="pay">Pay</button>
<div class="row">
<button name="action" value="fail">Fail</button>
<button name="action" value="pay_twice">Pay twice</button>
</div>`);
  }
  const untouched =
    status === 'paid' &&
    !payments.some((payment) => ['refunded', 'disputed'].includes(payment.status));
  const undecided = undecidedOf(payments).length > 0;
  const further = untouched
    ? form(`<div class="row">
<button name="action" value="refund">Refund</button>
<button name="action" value="dispute">Dispute</button>
</div>`)
    : '';
  const decide = undecided
    ? form(`<div class="row">
<button name="action" value="win">The bank decides for the company</button>
<button name="action" value="lose">The bank decides for the payer</button>
</div>`)
    : '';
  return further + decide + (link.callbackUrl ? returnLink(link.callbackUrl) : '');
}

function returnLink(url: string): string {
  const { host } = new URL(url);
  return `<a class="button" href="${escapeHtml(url)}">Back to ${escapeHtml(host)}</a>`;
}

/** What is answered where no page is: one text for every reason. */
export function sandboxMissingPage(): string {
  return page(
    'No such payment page',
    `<h1>No such payment page</h1>
<p class="explain">The address is not complete, or the page belongs to another system.</p>`,
  );
}

/** What is answered to a form that does not come from its page. */
export function sandboxRefusedPage(linkId: string): string {
  return page(
    'Please try again',
    `<h1>Please try again</h1>
<p class="explain">The form did not come from this payment page. Nothing was done.</p>
<a class="button" href="/sandbox/pay/${encodeURIComponent(linkId)}">Back to the payment page</a>`,
  );
}

/** Where the payer's browser goes after paying, with what a shop needs to show the outcome. */
export function sandboxReturnUrl(view: TillView): string | null {
  const { link, linkId, payments } = view;
  if (!link.callbackUrl) return null;
  const url = new URL(link.callbackUrl);
  url.searchParams.set('sandbox_link_id', linkId);
  url.searchParams.set('sandbox_status', view.status);
  const last = payments.at(-1);
  if (last) url.searchParams.set('sandbox_payment_id', last.id);
  return url.href;
}
