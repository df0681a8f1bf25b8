import type { ListDefinition } from '@quittance/lists';
import { nounList } from '@quittance/nouns';
import { quoteNoun, type QuoteHeadRow } from './quote.description.js';
import { quoteHead, type QuoteHead } from './quote.view.js';

/** The list of quotes, all revisions of each. */
export const quoteList: ListDefinition<QuoteHeadRow, QuoteHead> = {
  ...nounList<QuoteHeadRow, QuoteHead>(quoteNoun, quoteHead),
  select: quoteNoun.rows.select('q', quoteNoun.head),
  wide: true,
};
