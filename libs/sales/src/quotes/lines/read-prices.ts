import { readPriceTiers, type PriceBookId } from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { readContractPrices } from '../../pricing/contract-prices.js';
import { resolvePrices, type PriceOffers, type TiersAcross } from '../../pricing/resolve-price.js';
import { isPriced, namedProducts, type KeptQuoteLine } from './quote-line.js';

/** What of a quote the prices of its lines depend on. */
export interface PriceBasis {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly priceBookId: PriceBookId | null;
  readonly accountPriceBookId: PriceBookId | null;
  readonly pricingDate: LocalDate;
  readonly tiersAcross: TiersAcross;
}

/** What the products of lines may cost; nothing is asked where no line names one. */
export async function readOffers(
  tx: Tx,
  basis: PriceBasis,
  lines: readonly KeptQuoteLine[],
): Promise<PriceOffers> {
  const { currency, priceBookId, accountPriceBookId, pricingDate } = basis;
  const priceBookIds = [priceBookId, accountPriceBookId].flatMap((id) => (id ? [id] : []));
  const productIds = namedProducts(lines);
  const [tiers, contract] = await Promise.all([
    readPriceTiers(tx, { currency, priceBookIds, productIds }),
    readContractPrices(tx, basis, recurringProducts(lines)),
  ]);
  return { contract, tiers, priceBookId, accountPriceBookId, on: pricingDate };
}

function recurringProducts(lines: readonly KeptQuoteLine[]): ProductId[] {
  return namedProducts(lines.filter(({ kind }) => kind === 'recurring'));
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
