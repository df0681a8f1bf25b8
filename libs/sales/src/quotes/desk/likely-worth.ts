import { companyToday, readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { AccountId, ProductId } from '@quittance/kernel';
import { productsOf } from '@quittance/lines';
import { currencyDigits, decimal, multiply, roundToScale, type Currency } from '@quittance/money';
import { sellingAccount } from '../draft-quote.js';
import { readOffers, withPrices } from '../lines/read-prices.js';
import { keptOf, type KeptQuoteLine } from '../lines/quote-line.js';

/** What somebody would have of us. */
export interface WantedLine {
  readonly productId: ProductId | null;
  readonly description: string;
  /** Decimal text. */
  readonly quantity: string;
}

/** What it would cost today at the prices of the account, before anybody has offered anything. */
export interface LikelyWorth {
  readonly currency: Currency;
  /** Minor units, without tax, of the lines that have a price. */
  readonly net: bigint;
  /** Lines without a price: those of no product, and products that no book of the account prices. */
  readonly unpriced: number;
}

/** @throws DomainError validation_failed, account_inactive */
export async function likelyWorth(
  tx: Tx,
  accountId: AccountId,
  wanted: readonly WantedLine[],
): Promise<LikelyWorth> {
  const [company, account, products] = await Promise.all([
    readCompanyTerms(tx),
    sellingAccount(tx, accountId),
    productsOf(tx, wanted),
  ]);
  const currency = account.currency ?? company.baseCurrency;
  const kept = wanted.map((line, i) => keptOf(line, products, `/lines/${i}`));
  const basis = {
    accountId,
    currency,
    priceBookId: null,
    accountPriceBookId: account.priceBookId,
    pricingDate: companyToday(company, tx.ctx.now),
    // As the cart that it may have come from.
    tiersAcross: 'document',
  } as const;
  const priced = withPrices(kept, await readOffers(tx, basis, kept), basis);
  const nets = priced.map((line) => netOf(line, currency));
  return {
    currency,
    net: nets.reduce<bigint>((sum, net) => sum + (net ?? 0n), 0n),
    unpriced: nets.filter((net) => net === null).length,
  };
}

function netOf({ price, quantity }: KeptQuoteLine, currency: Currency): bigint | null {
  if (!price?.unitPrice) return null;
  const exact = multiply(decimal(quantity), decimal(price.unitPrice));
  return roundToScale(exact, currencyDigits(currency));
}
