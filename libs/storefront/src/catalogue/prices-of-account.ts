import { readPriceTiers, type BookedPrice } from '@quittance/catalog';
import { companyToday, readCompanyTerms, type CompanyTerms } from '@quittance/company';
import { findAccountPriceBooks } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { AccountId, Instant, ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { customerPrice, customerTiers, type PriceSources } from './customer-price.js';

/** By whose prices an account buys today, and in which currency. */
export interface AccountPricing extends PriceSources {
  readonly currency: Currency;
}

/** The prices of some products for an account: two statements, however many there are. */
export interface AccountPrices {
  readonly pricing: AccountPricing;
  readonly tiers: ReadonlyMap<ProductId, readonly BookedPrice[]>;
}

/** What a product costs a customer, as the catalogue shows it. */
export interface ShownPrice {
  readonly currency: Currency;
  /** Of the least quantity that is sold; null where that has none. */
  readonly unit: string | null;
  /** What everybody pays, where that is more. */
  readonly list: string | null;
  readonly tiers: readonly { readonly minQuantity: string; readonly unitPrice: string }[];
  readonly onRequest: boolean;
}

/** Today's day, currency and price books of an account. */
export async function pricingOf(tx: Tx, accountId: AccountId): Promise<AccountPricing> {
  const [company, books] = await Promise.all([
    readCompanyTerms(tx),
    findAccountPriceBooks(tx, accountId),
  ]);
  return pricingBy(company, books, tx.ctx.now);
}

/** The same of what was read of both. Pure. */
export function pricingBy(
  company: CompanyTerms,
  books: Awaited<ReturnType<typeof findAccountPriceBooks>>,
  now: Instant,
): AccountPricing {
  return {
    currency: books?.currency ?? company.baseCurrency,
    priceBookIds: books?.priceBookIds ?? [],
    on: companyToday(company, now),
  };
}

/** The tiers of products that may serve an account; of quantities the serving ones alone. */
export async function pricesOf(
  tx: Tx,
  accountId: AccountId,
  productIds: readonly ProductId[],
  quantities?: ReadonlyMap<ProductId, string>,
): Promise<AccountPrices> {
  return pricesBy(tx, await pricingOf(tx, accountId), productIds, quantities);
}

/** The same where it is known by whose prices the account buys: one statement. */
export async function pricesBy(
  tx: Tx,
  pricing: AccountPricing,
  productIds: readonly ProductId[],
  quantities?: ReadonlyMap<ProductId, string>,
): Promise<AccountPrices> {
  const { currency, priceBookIds } = pricing;
  const wanted = { currency, priceBookIds, productIds, ...(quantities && { quantities }) };
  const of = new Map<ProductId, BookedPrice[]>();
  for (const tier of await readPriceTiers(tx, wanted)) {
    const before = of.get(tier.productId);
    if (before) before.push(tier);
    else of.set(tier.productId, [tier]);
  }
  return { pricing, tiers: of };
}

interface Priced {
  readonly id: ProductId;
  readonly kind: string;
  readonly minimumQuantity: string | null;
}

/**
 * What the catalogue shows of the price of a product. What recurs is priced by its plan and sold by
 * a quote.
 */
export function shownPrice(prices: AccountPrices, product: Priced): ShownPrice {
  const { pricing } = prices;
  const { currency } = pricing;
  const tiers = product.kind === 'recurring' ? [] : (prices.tiers.get(product.id) ?? []);
  const { unitPrice, listPrice } = customerPrice(tiers, pricing, product.minimumQuantity ?? '1');
  return {
    currency,
    unit: unitPrice,
    list: listPrice,
    tiers: customerTiers(tiers, pricing),
    onRequest: unitPrice === null,
  };
}
