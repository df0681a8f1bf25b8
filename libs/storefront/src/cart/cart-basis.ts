import { readCompanyTerms, type CompanyTerms } from '@quittance/company';
import { findAccountPriceBooks, findBillingAccounts, findShippingAddress } from '@quittance/crm';
import { supplyPlaceSql, type SoldBy } from '@quittance/catalog';
import { arrays, sql, type Tx } from '@quittance/database';
import { notFound, type AccountId, type ProductId } from '@quittance/kernel';
import { quotedSellerOf, type Buyer, type PriceTerms, type Seller } from '@quittance/lines';
import type { CustomerAgreements } from '@quittance/sales';
import type { SupplyPlace, TaxBasis } from '@quittance/tax';
import type { StockWord } from '../catalogue/catalogue-product.js';
import {
  pricesBy,
  pricingBy,
  type AccountPrices,
  type AccountPricing,
} from '../catalogue/prices-of-account.js';
import { quantitiesOf, type CartLine } from './cart.js';
import type { PostalAddress } from '@quittance/company';

/** A product of a cart, whether customers are still shown it or not. */
export interface CartProduct extends SoldBy {
  readonly id: ProductId;
  readonly name: string;
  readonly type: 'goods' | 'service';
  readonly unit: string | null;
  readonly taxCode: string | null;
  readonly hsnCode: string | null;
  /** Where it is supplied, whoever buys it; null where nobody said. */
  readonly placeOf: SupplyPlace | null;
  readonly kind: 'one_off' | 'recurring';
  readonly stock: StockWord | null;
  /** Whether it is in the catalogue now. */
  readonly shown: boolean;
}

type PricedQuantity = Pick<CartLine, 'productId' | 'quantity'>;

/** What the price of a cart is worked out from, as of one instant. */
export interface CartBasis {
  readonly terms: PriceTerms;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly products: ReadonlyMap<ProductId, CartProduct>;
  /** Of the quantities that were asked for, and of no others. */
  readonly prices: AccountPrices;
}

/** By primary key. */
const PRODUCTS = sql(`
  select p.id, p.sku, p.name, p.type, p.kind, p.unit, p.tax_code as "taxCode",
    p.hsn_code as "hsnCode", ${supplyPlaceSql('p')} as "placeOf", p.availability as stock,
    p.minimum_quantity as "minimumQuantity", p.quantity_step as "quantityStep",
    p.in_catalogue and p.active and p.deleted_at is null as shown
  from catalog.pub_catalogue_product p where p.company_id = $1 and p.id = any($2::uuid[])`);

async function productsOf(
  tx: Tx,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, CartProduct>> {
  if (ids.length === 0) return new Map();
  const params = [tx.ctx.companyId, arrays.uuid(ids, (id) => id)];
  const rows = await tx.rows<CartProduct>(PRODUCTS, params);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Where it is asked what the rest of the house says of the price of a cart. */
export interface CartSources {
  readonly taxes: (tx: Tx) => Promise<TaxBasis>;
  /** What the order of a cart will say is what the cart says. */
  readonly drafts: Pick<CustomerAgreements['drafts'], 'pricesIncludeTax'>;
}

/** What any cart of an account is priced by, whatever is in it. */
interface CartTerms {
  readonly company: CompanyTerms;
  readonly taxes: TaxBasis;
  readonly buyer: Buyer;
  readonly pricing: AccountPricing;
  readonly pricesIncludeTax: boolean;
}

/** Sends its statements together. @throws DomainError not_found */
export async function readCartTerms(
  tx: Tx,
  { taxes, drafts }: CartSources,
  accountId: AccountId,
): Promise<CartTerms> {
  const [company, basis, accounts, books, pricesIncludeTax] = await Promise.all([
    readCompanyTerms(tx),
    taxes(tx),
    findBillingAccounts(tx, [accountId]),
    findAccountPriceBooks(tx, accountId),
    drafts.pricesIncludeTax(tx),
  ]);
  const buyer = accounts.get(accountId);
  if (!buyer) throw notFound({ object: 'account' });
  const pricing = pricingBy(company, books, tx.ctx.now);
  return { company, taxes: basis, buyer, pricing, pricesIncludeTax };
}

/** Lines, and where they are to go: to the account's own address where nothing is said. */
interface DeliveredLines {
  readonly lines: readonly PricedQuantity[];
  readonly to: PostalAddress | null;
}

/** What lines are priced by: a few statements, which leave before anything is awaited. */
export async function basisOfLines(
  tx: Tx,
  { company, taxes, buyer, pricing, pricesIncludeTax }: CartTerms,
  { lines, to }: DeliveredLines,
): Promise<CartBasis> {
  const quantities = quantitiesOf(lines);
  const productIds = [...quantities.keys()];
  const [products, prices, shipping] = await Promise.all([
    productsOf(tx, productIds),
    pricesBy(tx, pricing, productIds, quantities),
    to ?? findShippingAddress(tx, buyer.id),
  ]);
  const { currency, on: taxDate } = pricing;
  return {
    terms: { currency, taxDate, pricesIncludeTax, deliveryAddress: shipping },
    seller: quotedSellerOf(company, taxes),
    buyer,
    products,
    prices,
  };
}

/**
 * Reads what a cart is priced by: the same few statements for one line and for five hundred.
 * @throws DomainError not_found
 */
export async function readCartBasis(
  tx: Tx,
  sources: CartSources,
  accountId: AccountId,
  delivered: DeliveredLines,
): Promise<CartBasis> {
  return basisOfLines(tx, await readCartTerms(tx, sources, accountId), delivered);
}
