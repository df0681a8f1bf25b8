import { readListedProducts } from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import { holdSellingAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { planVersions } from '../../plans/plan-version.queries.js';
import { listByTiers, resolvePrices, type ResolvedPrice } from '../../pricing/resolve-price.js';
import { readOffers } from '../lines/read-prices.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isPriced, keptQuoteLine, type KeptQuoteLine } from '../lines/quote-line.js';
import type { Quote } from '../quote.description.js';

/** What a line costs by a list, and by other quantities. */
type Listed = Pick<ResolvedPrice, 'listPrice' | 'tiers'>;

/** What lines are listed at on the day on which they are judged, whatever their draft has kept. */
export interface CurrentList {
  readonly prices: ReadonlyMap<QuoteLine['id'], Listed>;
  /** Lines of products that have a price, but none in the books, the currency and the days asked. */
  readonly elsewhere: ReadonlySet<QuoteLine['id']>;
}

export const NO_LIST: CurrentList = { prices: new Map(), elsewhere: new Set() };

/**
 * A draft keeps the prices that it was given: those of another day, of the book of another
 * customer, of a quantity that is beside it no more. Whoever writes it chooses none of what it is
 * judged by. What neither a contract nor a book lists costs what its plan asks.
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
  const unlisted = kept.filter((_, i) => (found[i]?.listPrice ?? null) === null);
  const ofPlans = await readPlanPrices(tx, quote, unlisted);
  const prices = new Map(
    priced.map(({ id }, i) => [id, ofPlans.listed.get(id) ?? (found[i] as ResolvedPrice)]),
  );
  const open = priced.flatMap(({ id, productId, listPrice }) => {
    const isListed = listPrice !== null || (prices.get(id)?.listPrice ?? null) !== null;
    return productId === null || isListed ? [] : [{ id, productId }];
  });
  const products = [...new Set(open.map(({ productId }) => productId))];
  const listed = await readListedProducts(tx, products);
  const elsewhere = open.flatMap(({ id, productId }) =>
    listed.has(productId) || ofPlans.elsewhere.has(id) ? [id] : [],
  );
  return { prices, elsewhere: new Set(elsewhere) };
}

/** What plans of lines ask in the currency of the quote; which ask something in others alone. */
async function readPlanPrices(
  tx: Tx,
  { currency }: Quote,
  lines: readonly KeptQuoteLine[],
): Promise<{
  readonly listed: ReadonlyMap<QuoteLine['id'], Listed>;
  readonly elsewhere: ReadonlySet<QuoteLine['id']>;
}> {
  const ids = new Set(lines.flatMap(({ plan }) => plan?.planVersionId ?? []));
  const listed = new Map<QuoteLine['id'], Listed>();
  const elsewhere = new Set<QuoteLine['id']>();
  if (ids.size === 0) return { listed, elsewhere };
  const versions = await planVersions(tx, [...ids]);
  for (const { id, plan, quantity } of lines) {
    const prices = (plan && versions.get(plan.planVersionId)?.prices) ?? [];
    const own = prices.filter((price) => price.currency === currency);
    const tiers = own.map(({ minQuantity, unitPrice }) => ({ minQuantity, unitPrice }));
    if (tiers.length > 0) listed.set(id, { tiers, listPrice: listByTiers(tiers, quantity, null) });
    else if (prices.length > 0) elsewhere.add(id);
  }
  return { listed, elsewhere };
}
