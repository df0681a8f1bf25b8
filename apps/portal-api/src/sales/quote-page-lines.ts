import {
  figures,
  labelsOf,
  unitWord,
  type Figures,
  type Labels,
  type Sheet,
  type SheetRow,
} from '@quittance/documents/host';
import type { PublicQuote } from '@quittance/sales/host';
import { e, ltr, own, text } from './quote-page-html.js';

type Line = PublicQuote['lines'][number];

/** A line of the quote as the page says it: in the words and figures of the printed one. */
export interface PageLine {
  readonly line: Line;
  readonly name: string;
  /** How many at which price, how often, for how long, what was taken off. */
  readonly details: readonly string[];
  /** What usage costs beside, each price for itself. */
  readonly charges: readonly string[];
  /** With its currency; of a section what its lines come to. Empty of a note. */
  readonly amount: string;
}

/** The lines of a quote with what the sheet says of each. Pure. */
export function pageLines(quote: PublicQuote, { table }: Sheet): PageLine[] {
  const { language, locale, currency, lines } = quote;
  const [labels, write] = [labelsOf(language), figures({ language, locale }, currency)];
  const recurs = lines.some(({ kind }) => kind === 'recurring');
  return lines.map((line, i): PageLine => {
    const { cells, details, charges = [] } = table.rows[i] as SheetRow;
    const amount = cells.at(-1) ?? '';
    const once = recurs && line.kind === 'one_off' ? [labels.once] : [];
    const sold = line.kind === 'one_off' || line.kind === 'recurring';
    return {
      line,
      name: cells[table.textColumn] ?? '',
      details: [...(sold ? countedOf(line, quote, write, labels) : []), ...once, ...details],
      charges,
      amount: amount && `${amount} ${currency}`,
    };
  });
}

/** How many at which price, and at which rate that is taxed. */
function countedOf(
  { quantity, unit, unitPrice, taxRate }: Line,
  { language }: PublicQuote,
  write: Figures,
  labels: Labels,
): string[] {
  const price = unitPrice === null ? '' : ` × ${write.price(unitPrice)}`;
  const many = `${write.number(quantity)} ${unitWord(unit, language)}`.trim();
  return [`${many}${price}`, `${labels.tax} ${write.percent(taxRate)}`];
}

/** One line: its words, and at the end of the same line what it comes to. */
export function lineHtml({ line: { kind }, name, details, charges, amount }: PageLine): string {
  if (kind === 'note') return `<div class="line">${text(name)}</div>`;
  const words =
    kind === 'section'
      ? `<h2 dir="auto">${e(name)}</h2>`
      : `<p>${wordsHtml(name, details, charges)}</p>`;
  return `<div class="line">${words}${ltr(amount)}</div>`;
}

/** What is sold, below it how, and below that what usage of it costs. */
export function wordsHtml(
  name: string,
  details: readonly string[],
  charges: readonly string[],
): string {
  const small = [details.map(own).join(', '), ...charges.map(own)].filter((words) => words !== '');
  const below = small.map((words) => `<small>${words}</small>`).join('');
  return `<span dir="auto">${e(name)}</span>${below}`;
}
