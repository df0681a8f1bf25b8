import { createHash } from 'node:crypto';
import type { PublicQuote } from '@quittance/sales/host';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
.text{white-space:pre-line}
.line{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;padding:.6rem 0;
border-top:1px solid #8886}
.line p{margin:0;flex:1 1 14rem}
.line small{display:block;opacity:.75}
.sum{display:flex;justify-content:space-between}
.total{font-weight:700;font-size:1.15rem}
label{display:block;margin:.6rem 0 .2rem}
input:not([type=checkbox]),textarea{width:100%;box-sizing:border-box;font:inherit;padding:.5rem}
button{font:inherit;padding:.7rem 1.2rem;margin-top:.8rem}
details{margin-top:1rem;border-top:1px solid #8886;padding-top:.6rem}
`;

/** The one style above, forms that lead back here, and nothing else. */
export const QUOTE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const e = (text: string | null | undefined) =>
  (text ?? '').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

type Line = PublicQuote['lines'][number];

/** A quote to be read, and answered by plain forms, on a phone too. */
export function quotePage(quote: PublicQuote, nonce: string, said: string | null = null): string {
  const { currency } = quote;
  const every = Object.entries(quote.figures.recurring).map(
    ([frequency, each]) =>
      `<p class="sum"><span>${e(frequency.replace('_', '-'))}</span><span>${e(each.gross)} ${e(currency)}</span></p>`,
  );
  return page(
    `${quote.title ?? 'Quote'} ${quote.number}`,
    quote.language,
    `${said ? `<p role="status"><strong>${e(said)}</strong></p>` : ''}
<p>${e(quote.seller.name)}</p>
<h1>${e(quote.title ?? 'Quote')} ${e(quote.number)}${quote.revision > 1 ? ` (${quote.revision})` : ''}</h1>
<p>${e(quote.billTo.name)}<br>Issued ${e(quote.issueDate)}, valid until ${e(quote.validUntil)}</p>
${notice(quote)}
${text(quote.introduction)}
${quote.lines.map((line) => lineHtml(line, currency)).join('\n')}
<h2>Total</h2>
<p class="sum"><span>Net</span><span>${e(quote.subtotal)} ${e(currency)}</span></p>
<p class="sum"><span>Tax</span><span>${e(quote.taxTotal)} ${e(currency)}</span></p>
<p class="sum total"><span>Total</span><span>${e(quote.total)} ${e(currency)}</span></p>
${every.join('\n')}
${text(quote.notes)}
${quote.terms ? `<h2>Terms</h2>${text(quote.terms)}` : ''}
${quote.paymentTerms ? `<p>${e(quote.paymentTerms)}</p>` : ''}
${quote.open ? forms(quote, nonce) : ''}`,
  );
}

function text(of: string | null): string {
  return of ? `<p class="text">${e(of)}</p>` : '';
}

const NOTICES: Readonly<Partial<Record<PublicQuote['status'], string>>> = {
  accepted: 'This quote was accepted. Thank you.',
  ordered: 'This quote was accepted. Thank you.',
  rejected: 'This quote was declined.',
  changes_requested: 'Changes were asked for. You will hear from us.',
  expired: 'This quote has expired.',
};

function notice({ status, beingRevised }: PublicQuote): string {
  const said = beingRevised ? 'This quote is being revised.' : NOTICES[status];
  return said ? `<p><strong>${e(said)}</strong></p>` : '';
}

function lineHtml(line: Line, currency: string): string {
  if (line.kind === 'section') {
    return `<div class="line"><h2>${e(line.description)}</h2><span>${e(line.sectionTotal)} ${e(currency)}</span></div>`;
  }
  if (line.kind === 'note') return `<div class="line">${text(line.description)}</div>`;
  const per = line.frequency ? `, ${line.frequency.replace('_', '-')}` : '';
  const option = line.optional ? `, optional${line.selected ? '' : ' (not chosen)'}` : '';
  return `<div class="line"><p>${e(line.description)}<small>${e(line.quantity)} ${e(line.unit)} × ${e(line.unitPrice)}${e(per + option)}</small></p><span>${e(line.total)} ${e(currency)}</span></div>`;
}

function forms(quote: PublicQuote, nonce: string): string {
  const hidden = `<input type="hidden" name="nonce" value="${e(nonce)}">`;
  return `<h2>Accept</h2>
<form method="post">
${hidden}
<input type="hidden" name="action" value="accept">
<input type="hidden" name="contentHash" value="${e(quote.contentHash)}">
${quote.lines
  .filter(({ optional }) => optional)
  .map(optionHtml)
  .join('\n')}
${field('name', 'Your name', true)}
${field('email', 'Your e-mail', true, 'email')}
${field('poNumber', 'Your order number', false)}
${quote.signatureRequired ? field('signature', 'Type your name as your signature', true) : ''}
<button>Accept this quote</button>
</form>
<details><summary>Ask for changes</summary>
<form method="post">
${hidden}
<input type="hidden" name="action" value="request-changes">
${field('name', 'Your name', true)}
<label for="message">What should be different?</label>
<textarea id="message" name="message" rows="4" maxlength="5000" required></textarea>
<button>Ask for changes</button>
</form></details>
<details><summary>Decline</summary>
<form method="post">
${hidden}
<input type="hidden" name="action" value="reject">
<label for="reason">Why?</label>
<textarea id="reason" name="reason" rows="3" maxlength="2000" required></textarea>
<button>Decline this quote</button>
</form></details>`;
}

function optionHtml(line: Line): string {
  const { id, description, quantity, minQuantity, maxQuantity, selected } = line;
  const bounds = `min="${e(minQuantity ?? quantity)}" max="${e(maxQuantity ?? quantity)}"`;
  const adjustable = minQuantity !== null || maxQuantity !== null;
  const amount = adjustable
    ? ` <input type="number" step="any" name="quantity:${e(id)}" value="${e(quantity)}" ${bounds} aria-label="Quantity">`
    : '';
  return `<label><input type="checkbox" name="select" value="${e(id)}"${selected ? ' checked' : ''}> ${e(description)}</label>${amount}`;
}

function field(name: string, label: string, required: boolean, type = 'text'): string {
  return `<label>${e(label)}<input name="${name}" type="${type}" maxlength="200"${required ? ' required' : ''}></label>`;
}

/** A page of one sentence. */
export function sentencePage(title: string, sentence: string): string {
  return page(title, 'en', `<h1>${e(title)}</h1><p>${e(sentence)}</p>`);
}

function page(title: string, language: string, body: string): string {
  const direction = ['ar', 'he', 'fa'].includes(language) ? ' dir="auto"' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${e(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main${direction}>
${body}
</main>
</body>
</html>
`;
}
