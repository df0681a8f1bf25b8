import { holdSellingAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { quotedSellerOf } from '@quittance/lines';
import type { Taxes } from '@quittance/tax';
import { isDeepStrictEqual } from 'node:util';
import { withStubs } from '../../plans/sold/line-stubs.js';
import type { LockedQuote } from '../change-quote.js';
import { partiesOf } from '../draft-quote.js';
import { priceQuoteLines } from '../lines/price-quote-lines.js';
import { keptQuoteLine } from '../lines/quote-line.js';
import type { Quote } from '../quote.description.js';
import { replaceQuoteLines } from '../quote.repository.js';

/** A quote with its customer as the account has them by now. */
export interface RereadQuote {
  /** As it is to be judged and stored. */
  readonly now: LockedQuote;
  /** What of it is not what it was; nothing where the account says what it did. */
  readonly change: Partial<Quote>;
}

/**
 * Reads the customer's addresses anew, for the last time before a quote is fixed. Where they have
 * changed it is taxed anew, at the prices that it has. Nobody has priced it by that, so it is not
 * counted among those who did.
 * @throws DomainError tax_code_unknown, tax_inputs_changing
 */
export async function rereadParties(
  tx: Tx,
  taxes: Taxes,
  locked: LockedQuote,
): Promise<RereadQuote> {
  const { quote, lines, company } = locked;
  const account = await holdSellingAccount(tx, quote.accountId);
  if (!account || isFor(quote, partiesOf(account))) return { now: locked, change: {} };
  const parties = partiesOf(account);
  const seller = quotedSellerOf(company, await taxes.load(tx));
  const stored = lines.map((line) => keptQuoteLine(line, quote.currency));
  const kept = await withStubs(tx, stored);
  const counted = priceQuoteLines(quote.id, { ...quote, ...parties }, seller, account, kept);
  const change = { ...parties, ...counted.columns };
  return { now: { ...locked, quote: { ...quote, ...change }, lines: counted.lines }, change };
}

/** Whether the account still says of the customer what the quote does. */
export async function isOfToday(tx: Tx, quote: Quote): Promise<boolean> {
  const account = await holdSellingAccount(tx, quote.accountId);
  return !account || isFor(quote, partiesOf(account));
}

/** Stores the lines where they were taxed anew. */
export function storeReread(tx: Tx, before: LockedQuote, { lines, quote }: LockedQuote): void {
  if (lines !== before.lines) tx.later(replaceQuoteLines(tx, quote.id, lines));
}

function isFor({ billTo, shipTo }: Quote, parties: Pick<Quote, 'billTo' | 'shipTo'>): boolean {
  return isDeepStrictEqual({ billTo, shipTo }, parties);
}
