import { documentFiles } from '@quittance/lines';
import type { CompanyObject } from '@quittance/metadata';
import { lineAgain } from '../quotes/lines/line-again.js';
import { isWritten } from '../quotes/lines/quote-line.js';
import { quoteLineMembers } from '../quotes/lines/quote-line.description.js';
import { quoteNoun, type QuoteId } from '../quotes/quote.description.js';
import { linesOfQuotes } from '../quotes/quote.repository.js';

/** What a file of quotes with their lines says. */
export function quoteShape(object: CompanyObject) {
  return documentFiles.shape({
    name: 'an import of quotes',
    head: quoteNoun,
    line: { members: quoteLineMembers },
    shares: ['discount', 'deposit'],
    own: [],
    custom: documentFiles.customFields(object.fields),
  });
}

/** Quotes with their lines as a file that an import takes back, at the prices that they have. */
export function quoteFile(object: CompanyObject) {
  const shape = quoteShape(object);
  return documentFiles.of(shape, async (tx, quotes) => {
    const currencies = new Map(quotes.map(({ id, currency }) => [id, String(currency)]));
    const lines = await linesOfQuotes(tx, [...currencies.keys()] as QuoteId[]);
    const sold = lines.filter(isWritten).map((line) => ({
      of: line.quoteId,
      line: priced(lineAgain(line, currencies.get(line.quoteId) ?? ''), line),
    }));
    return documentFiles.soldLines(tx, shape, sold);
  });
}

/** With the price that it has: another company has other prices, and plans of its own. */
function priced(line: object, { unitPrice }: { readonly unitPrice: string | null }) {
  const plan = { planId: null, planVersionId: null };
  return { ...line, ...plan, unitPrice } as Readonly<Record<string, unknown>>;
}
