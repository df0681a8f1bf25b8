import { readListedProducts } from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import { holdSellingAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { resolvePrices, type ResolvedPrice } from '../../pricing/resolve-price.js';
import { readOffers } from '../lines/read-prices.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isPriced, keptQuoteLine } from '../lines/quote-line.js';
import type { Quote } from '../quote.description.js';

/** What lines are listed at on the day on which they are judged, whatever their draft has kept. */
export interface CurrentList {
  readonly prices: ReadonlyMap<QuoteLine['id'], Pick<ResolvedPrice, 'listPrice' | 'tiers'>>;
  /** Lines of products that have a price, but none in the books, the currency and the days asked. */
  readonly elsewhere: ReadonlySet<QuoteLine['id']>;
}

export const NO_LIST: CurrentList = { prices: new Map(), elsewhere: new Set() };

/**
 * A draft keeps the prices that it was given: those of another day, of the book of another
 * customer, of a quantity that is beside it no more. Whoever writes it chooses none of what it is
 * judged by.
 */
export async function readCurrentList(
  tx: Tx,
  quote: Quote,
  lines: readonly QuoteLine[],
  today: LocalDate,
): Promise<CurrentList> {
  const priced = lines.filter(isPriced);
  const kept = priced.map((line) => keptQuoteLine(line, quote.currency));
  if (kept.every(({ productId }) => productId === null)) return NO_LIST;
  const account = await holdSellingAccount(tx, quote.accountId);
  const accountPriceBookId = account?.priceBookId ?? null;
  const basis = { ...quote, accountPriceBookId, pricingDate: today };
  const offers = await readOffers(tx, basis, kept);
  const asked = kept.map((line) => ({ ...line, typed: line.typed ?? '0' }));
  const found = resolvePrices(asked, offers, quote.tiersAcross);
  const prices = new Map(priced.map(({ id }, i) => [id, found[i] as ResolvedPrice]));
  const open = priced.flatMap(({ id, productId, listPrice }) => {
    const isListed = listPrice !== null || (prices.get(id)?.listPrice ?? null) !== null;
    return productId === null || isListed ? [] : [{ id, productId }];
  });
  const products = [...new Set(open.map(({ productId }) => productId))];
  const listed = await readListedProducts(tx, products);
  const elsewhere = open.flatMap(({ id, productId }) => (listed.has(productId) ? [id] : []));
  return { prices, elsewhere: new Set(elsewhere) };
}
