import { personBehind } from '@quittance/access';
import type { Tx } from '@quittance/database';
import { quotedSellerOf, type Seller } from '@quittance/lines';
import type { RecordInput } from '@quittance/objects';
import type { Taxes } from '@quittance/tax';
import {
  changeQuote,
  lockQuoteToChange,
  type LockedQuote,
  type QuoteNote,
} from './change-quote.js';
import { languageOfOther, partiesOf, sellingAccount } from './draft-quote.js';
import { withPlans } from '../plans/sold/line-plans.js';
import { priceQuoteLines } from './lines/price-quote-lines.js';
import { keptQuoteLine, type KeptQuoteLine } from './lines/quote-line.js';
import { readOffers, withPrices } from './lines/read-prices.js';
import { isPricedOtherwise, withPricer } from './pricers.js';
import { quoteStatusAfter } from './quote.js';
import type { Quote, QuoteId } from './quote.description.js';
import { replaceQuoteLines } from './quote.repository.js';
import type { QuoteView } from './quote.view.js';
import type { QuoteFields } from './records/quote-fields.js';
import { logPriceOverrides } from './lines/log-price-overrides.js';

/** What every change of a draft works with. */
export interface RepricingTools {
  readonly taxes: Taxes;
  readonly fields: Pick<QuoteFields, 'read' | 'store'>;
}

/** A locked draft, and by what it is priced. */
export interface LockedDraft extends LockedQuote {
  readonly seller: Seller;
}

/**
 * Locks a quote that may still change.
 * @throws DomainError not_found, precondition_failed, quote_locked
 */
export async function lockDraft(
  tx: Tx,
  { taxes }: RepricingTools,
  id: QuoteId,
  expectedVersion: number | null,
): Promise<LockedDraft> {
  const [locked, basis] = await tx.locked(
    () => lockQuoteToChange(tx, id, expectedVersion),
    (behind) => taxes.load(behind),
  );
  quoteStatusAfter(locked.quote, 'change', locked.today);
  return { ...locked, seller: quotedSellerOf(locked.company, basis) };
}

/** What becomes of a draft. */
export interface DraftChange {
  readonly head?: Partial<Quote>;
  /** Absent where they stay. */
  readonly lines?: readonly KeptQuoteLine[];
  /** Looks up the prices of all lines again, but for those that were typed. */
  readonly anew?: boolean;
  readonly custom?: RecordInput | undefined;
}

/**
 * Prices a draft again and stores it. The addresses are read anew until it is submitted.
 * @throws DomainError validation_failed, discount_exceeds_line, tax_code_unknown, and those of the
 *   rules
 */
export async function storeDraftChange(
  tx: Tx,
  { fields }: RepricingTools,
  { quote, lines, company, today, seller }: LockedDraft,
  { head: changed = {}, lines: changedLines, anew = false, custom }: DraftChange,
  note: QuoteNote,
): Promise<QuoteView> {
  const account = await sellingAccount(tx, changed.accountId ?? quote.accountId);
  const spoken = languageOfOther(quote, changed, { account, company });
  const head = { ...changed, ...spoken, ...partiesOf(account) };
  const next: Quote = { ...quote, ...head };
  const kept = changedLines ?? lines.map((line) => keptQuoteLine(line, next.currency));
  const basis = { ...next, accountPriceBookId: account.priceBookId };
  const planned = await withPlans(tx, kept, next.currency, anew);
  const offered = withPrices(planned, await readOffers(tx, basis, planned), basis, anew);
  const counted = priceQuoteLines(quote.id, next, seller, account, offered);
  const worth = { ...next, ...counted.columns };
  const priced = isPricedOtherwise({ quote, lines }, { quote: worth, lines: counted.lines });
  const person = priced ? await personBehind(tx) : null;
  const pricers = withPricer(quote.pricers, person);
  // What was handed in and refused by credit is no longer that: whoever prices it answers for it.
  const submittedBy = quote.submittedBy && (person ?? quote.submittedBy);
  const change = { ...head, ...counted.columns, pricers, submittedBy };
  const after: Quote = { ...quote, ...change };
  const members = await fields.read(tx, { before: quote, after }, custom);
  await fields.store(tx, members);
  logPriceOverrides(tx, { object: 'quote', recordId: quote.id }, lines, counted.lines);
  tx.later(replaceQuoteLines(tx, quote.id, counted.lines));
  const locked = { quote, lines: counted.lines, company, today };
  return changeQuote(tx, locked, change, { ...note, custom: members });
}
