import { readPriceTiers, type PriceBookId } from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import { resolvePrices, type PriceOffers, type TiersAcross } from '../../pricing/resolve-price.js';
import { isPriced, namedProducts, type KeptQuoteLine } from './quote-line.js';

/** What of a quote the prices of its lines depend on. */
export interface PriceBasis {
  readonly currency: Currency;
  readonly priceBookId: PriceBookId | null;
  readonly accountPriceBookId: PriceBookId | null;
  readonly pricingDate: LocalDate;
  readonly tiersAcross: TiersAcross;
}

/** What the products of lines may cost, in one statement; none where no line names one. */
export async function readOffers(
  tx: Tx,
  basis: PriceBasis,
  lines: readonly KeptQuoteLine[],
): Promise<PriceOffers> {
  const { currency, priceBookId, accountPriceBookId, pricingDate } = basis;
  const priceBookIds = [priceBookId, accountPriceBookId].flatMap((id) => (id ? [id] : []));
  const productIds = namedProducts(lines);
  const tiers = await readPriceTiers(tx, { currency, priceBookIds, productIds });
  return { contract: new Map(), tiers, priceBookId, accountPriceBookId, on: pricingDate };
}

/** Lines with their prices: those that have one already keep it, unless all are asked. Pure. */
export function withPrices(
  lines: readonly KeptQuoteLine[],
  offers: PriceOffers,
  { tiersAcross }: PriceBasis,
  anew = false,
): KeptQuoteLine[] {
  const priced = lines.filter(isPriced);
  const found = resolvePrices(priced, offers, tiersAcross);
  const prices = new Map(priced.map(({ id }, i) => [id, found[i]]));
  return lines.map((line) => {
    const price = prices.get(line.id);
    if (!price || (line.price && !anew)) return line;
    return { ...line, price };
  });
}
