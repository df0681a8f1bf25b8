import { labelsOf } from '@quittance/documents/host';
import type { PublicQuote } from '@quittance/sales/host';
import { MOST } from './quote-form.js';
import { e, ltr } from './quote-page-html.js';
import { wordsHtml, type PageLine } from './quote-page-lines.js';
import type { QuoteWords } from './words/quote-words.js';

/** What the page says and is sent back. */
interface FormFacts {
  readonly nonce: string;
  readonly words: QuoteWords;
  /** What was sent and refused: it stands there again. */
  readonly typed: URLSearchParams | null;
  readonly lines: readonly PageLine[];
}

/**
 * The forms by which an open quote is answered; each sends back what the page was given. None to
 * accept what an acceptance would be refused of, unless somebody had it already.
 */
export function answerForms(quote: PublicQuote, { nonce, words, typed, lines }: FormFacts): string {
  const sent = (action: string) => (typed?.get('action') === action ? typed : null);
  const [accept, change, reject] = [sent('accept'), sent('request-changes'), sent('reject')];
  const opened = (by: URLSearchParams | null) => (by ? ' open' : '');
  const po = { most: MOST.poNumber, value: quote.poNumber };
  const hidden = `<input type="hidden" name="nonce" value="${e(nonce)}">`;
  const { quantity } = labelsOf(quote.language);
  const accepting = `<h2>${e(words.accept)}</h2>
<form method="post">
${hidden}
<input type="hidden" name="action" value="accept">
<input type="hidden" name="contentHash" value="${e(quote.contentHash)}">
${lines
  .filter(({ line }) => line.optional)
  .map((line) => optionHtml(line, quantity, accept))
  .join('\n')}
${field('name', words.yourName, accept)}
${field('email', words.yourEmail, accept, { type: 'email' })}
${field('poNumber', words.yourOrderNumber, accept, { required: false, ...po })}
${quote.signatureRequired ? field('signature', words.signHere, accept) : ''}
<button>${e(words.acceptThis)}</button>
</form>`;
  return `${quote.acceptable || accept ? accepting : ''}
<details${opened(change)}><summary>${e(words.askForChanges)}</summary>
<form method="post">
${hidden}
<input type="hidden" name="action" value="request-changes">
${field('name', words.yourName, change)}
<label for="message">${e(words.whatDifferent)}</label>
<textarea id="message" name="message" rows="4" maxlength="${MOST.message}" required>
${said(change, 'message')}</textarea>
<button>${e(words.askForChanges)}</button>
</form></details>
<details${opened(reject)}><summary>${e(words.decline)}</summary>
<form method="post">
${hidden}
<input type="hidden" name="action" value="reject">
<label for="reason">${e(words.why)}</label>
<textarea id="reason" name="reason" rows="3" maxlength="${MOST.reason}" required>
${said(reject, 'reason')}</textarea>
<button>${e(words.declineThis)}</button>
</form></details>`;
}

/** Behind a line break of its own, which browsers drop: what begins with one keeps it. */
const said = (typed: URLSearchParams | null, name: string): string => e(typed?.get(name));

/** What may be chosen, at the quantity that is offered and what that comes to. */
function optionHtml(
  { line, name, details, amount }: PageLine,
  label: string,
  typed: URLSearchParams | null,
): string {
  const { id, quantity, minQuantity, maxQuantity, selected } = line;
  const bounds = `min="${e(minQuantity ?? quantity)}" max="${e(maxQuantity ?? quantity)}"`;
  const amountOf = typed?.get(`quantity:${id}`) ?? quantity;
  const chosen = typed ? typed.getAll('select').includes(id) : selected;
  const adjustable = minQuantity !== null || maxQuantity !== null;
  const named = `name="quantity:${e(id)}" value="${e(amountOf)}" aria-label="${e(label)}"`;
  const counted = adjustable ? ` <input type="number" step="any" ${named} ${bounds}>` : '';
  const checked = chosen ? ' checked' : '';
  const box = `<input type="checkbox" name="select" value="${e(id)}"${checked}>`;
  const words = `<span>${wordsHtml(name, details.slice(0, 1), [])}</span>`;
  return `<label class="option">${box} ${words}${ltr(amount)}</label>${counted}`;
}

interface FieldFacts {
  readonly type?: string;
  readonly required?: boolean;
  readonly most?: number;
  /** What it says before anybody has typed. */
  readonly value?: string | null;
}

function field(
  name: string,
  label: string,
  typed: URLSearchParams | null,
  { type = 'text', required = true, most = MOST.name, value = null }: FieldFacts = {},
): string {
  const needed = required ? ' required' : '';
  const filled = e(typed?.get(name) ?? value);
  const about = `name="${name}" type="${type}" maxlength="${most}" value="${filled}"`;
  return `<label>${e(label)}<input ${about}${needed}></label>`;
}
