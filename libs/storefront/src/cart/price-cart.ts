import { lineProducts, priceDocumentLines } from '@quittance/lines';
import { multiply, decimal, roundToScale, currencyDigits, type Currency } from '@quittance/money';
import type { PricedDocument, PricedLine } from '@quittance/tax';
import { boundless } from './boundless-lines.js';
import { customerPrice } from '../catalogue/customer-price.js';
import { priceOnRequest, productNotAvailable } from '../storefront.errors.js';
import type { CartBasis, CartProduct } from './cart-basis.js';
import { quantitiesOf, type CartLine } from './cart.js';
import { quantityFault } from '@quittance/catalog';

/** Why a line cannot be ordered as it is. */
export const LINE_HINDRANCES = [
  'product_not_available',
  'quantity_below_minimum',
  'quantity_step',
  'price_on_request',
  'amount_too_large',
] as const;
export type LineHindrance = (typeof LINE_HINDRANCES)[number];

/** A line with what it costs now. */
export interface PricedCartLine {
  readonly line: CartLine;
  readonly product: CartProduct | undefined;
  /** Decimal text; null where it has a price on request. */
  readonly unitPrice: string | null;
  readonly listPrice: string | null;
  /** Null where it has no price. */
  readonly priced: PricedLine | null;
  readonly hindrance: LineHindrance | null;
}

/** A cart with what it costs now: the lines that have a price, together. */
export interface PricedCart {
  readonly currency: Currency;
  /** As those of its order. */
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly PricedCartLine[];
  readonly document: PricedDocument;
  /** What the struck prices would come to more, net or with tax as prices are, in minor units. */
  readonly savings: bigint;
}

/**
 * Prices a cart as the order of it will be priced: each product at the tier of all its lines
 * together, all lines in one document. What is not sold any more has no price, and what a price has
 * taken above all that a document holds is none of its lines. Pure.
 * @throws DomainError validation_failed, tax_code_unknown
 */
export function priceCart(basis: CartBasis, lines: readonly CartLine[]): PricedCart {
  const together = quantitiesOf(lines);
  const found = lines.map((line) => {
    const quantity = together.get(line.productId) ?? line.quantity;
    const { unitPrice, listPrice } = unitPriceOf(basis, line, quantity);
    return { line, product: basis.products.get(line.productId), unitPrice, listPrice };
  });
  const { currency, pricesIncludeTax } = basis.terms;
  const tooLarge = boundless(found, currency);
  const counted = found.filter((each) => each.unitPrice !== null && !tooLarge.has(each.line.id));
  const { party, rounding, book } = basis.seller;
  const document = priceDocumentLines(
    basis.terms,
    // Of nothing no engine is asked.
    counted.length === 0 ? { party, rounding, book } : basis.seller,
    basis.buyer,
    counted.map(({ line: { quantity, productId }, unitPrice }) => {
      const product = lineProducts.of({ productId }, basis.products);
      const taxCode = lineProducts.taxCode({ taxCode: null, taxRate: null }, product);
      const { supply } = product;
      return {
        quantity,
        unitPrice: unitPrice ?? '0',
        discount: null,
        taxCode,
        taxRate: null,
        supply,
        placeOf: lineProducts.placeOf({ productId }, basis.products),
      };
    }),
  );
  const places = new Map(counted.map((each, i) => [each.line.id, document.lines[i]]));
  // Each member is named: of five hundred lines copies by a spread would cost more than the rest.
  const priced = found.map((each): PricedCartLine => {
    const { line, product, unitPrice, listPrice } = each;
    const own = places.get(line.id) ?? null;
    const hindrance = tooLarge.has(line.id) ? 'amount_too_large' : hindranceOf(each);
    return { line, product, unitPrice, listPrice, priced: own, hindrance };
  });
  const savings = savingsOf(priced, basis.terms);
  return { currency, pricesIncludeTax, lines: priced, document, savings };
}

function unitPriceOf(
  { products, prices }: CartBasis,
  { productId }: CartLine,
  quantity: string,
): Pick<PricedCartLine, 'unitPrice' | 'listPrice'> {
  const product = products.get(productId);
  // What recurs is priced by a plan, and sold by a quote.
  if (!product?.shown || product.kind === 'recurring') return { unitPrice: null, listPrice: null };
  return customerPrice(prices.tiers.get(productId) ?? [], prices.pricing, quantity);
}

function hindranceOf({
  line,
  product,
  unitPrice,
}: Pick<PricedCartLine, 'line' | 'product' | 'unitPrice'>): LineHindrance | null {
  if (!product?.shown) return productNotAvailable.code as LineHindrance;
  const fault = quantityFault(product, line.quantity);
  if (fault) return fault;
  return unitPrice === null ? (priceOnRequest.code as LineHindrance) : null;
}

function savingsOf(
  lines: readonly PricedCartLine[],
  { currency, pricesIncludeTax }: CartBasis['terms'],
): bigint {
  return lines.reduce((sum, { line, listPrice, priced }) => {
    if (listPrice === null || !priced) return sum;
    const listed = multiply(decimal(line.quantity), decimal(listPrice));
    const paid = pricesIncludeTax ? priced.total : priced.net;
    return sum + roundToScale(listed, currencyDigits(currency)) - paid;
  }, 0n);
}
