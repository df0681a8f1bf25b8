import { labelsOf } from '@quittance/documents/host';
import type { PublicQuote } from '@quittance/sales/host';
import { e } from './quote-page-html.js';
import type { QuoteWords } from './words/quote-words.js';

type Line = PublicQuote['lines'][number];

/** The forms by which an open quote is answered; each sends back what the page was given. */
export function answerForms(quote: PublicQuote, nonce: string, words: QuoteWords): string {
  const hidden = `<input type="hidden" name="nonce" value="${e(nonce)}">`;
  const { quantity } = labelsOf(quote.language);
  return `<h2>${e(words.accept)}</h2>
<form method="post">
${hidden}
<input type="hidden" name="action" value="accept">
<input type="hidden" name="contentHash" value="${e(quote.contentHash)}">
${quote.lines
  .filter(({ optional }) => optional)
  .map((line) => optionHtml(line, quantity))
  .join('\n')}
${field('name', words.yourName, true)}
${field('email', words.yourEmail, true, 'email')}
${field('poNumber', words.yourOrderNumber, false)}
${quote.signatureRequired ? field('signature', words.signHere, true) : ''}
<button>${e(words.acceptThis)}</button>
</form>
<details><summary>${e(words.askForChanges)}</summary>
<form method="post">
${hidden}
<input type="hidden" name="action" value="request-changes">
${field('name', words.yourName, true)}
<label for="message">${e(words.whatDifferent)}</label>
<textarea id="message" name="message" rows="4" maxlength="5000" required></textarea>
<button>${e(words.askForChanges)}</button>
</form></details>
<details><summary>${e(words.decline)}</summary>
<form method="post">
${hidden}
<input type="hidden" name="action" value="reject">
<label for="reason">${e(words.why)}</label>
<textarea id="reason" name="reason" rows="3" maxlength="2000" required></textarea>
<button>${e(words.declineThis)}</button>
</form></details>`;
}

function optionHtml(line: Line, label: string): string {
  const { id, description, quantity, minQuantity, maxQuantity, selected } = line;
  const bounds = `min="${e(minQuantity ?? quantity)}" max="${e(maxQuantity ?? quantity)}"`;
  const adjustable = minQuantity !== null || maxQuantity !== null;
  const named = `name="quantity:${e(id)}" value="${e(quantity)}" aria-label="${e(label)}"`;
  const amount = adjustable ? ` <input type="number" step="any" ${named} ${bounds}>` : '';
  const checked = selected ? ' checked' : '';
  const box = `<input type="checkbox" name="select" value="${e(id)}"${checked}>`;
  return `<label>${box} ${e(description)}</label>${amount}`;
}

function field(name: string, label: string, required: boolean, type = 'text'): string {
  const needed = required ? ' required' : '';
  return `<label>${e(label)}<input name="${name}" type="${type}" maxlength="200"${needed}></label>`;
}
