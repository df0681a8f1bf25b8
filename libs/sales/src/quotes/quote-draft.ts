import type { DraftOf } from '@quittance/nouns';
import type { RecordInput } from '@quittance/objects';
import type { QuoteLineInput } from './lines/quote-line.js';
import type { Quote, quoteMembers } from './quote.description.js';

/** A quote as a person writes it. What is absent takes the default it names. */
export interface QuoteDraft extends Readonly<
  Omit<DraftOf<typeof quoteMembers>, 'discount' | 'deposit'>
> {
  readonly discount?: Quote['discount'];
  readonly deposit?: Quote['deposit'];
  /** Those of its template when absent. */
  readonly lines?: readonly QuoteLineInput[];
  /** Custom fields by their names, as they were sent. */
  readonly custom?: RecordInput;
}
