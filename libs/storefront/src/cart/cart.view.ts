import type { LocalDate } from '@quittance/calendar';
import type { ProductId } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import type { StockWord } from '../catalogue/catalogue-product.js';
import { inMillionths } from '@quittance/catalog';
import type { Cart, CartLineId } from './cart.js';
import type { LineHindrance, PricedCart, PricedCartLine } from './price-cart.js';

/** How a unit price became another since its quantity was said; null where it had or has none. */
export interface ChangedPrice {
  readonly from: string | null;
  readonly to: string | null;
}

export interface CartLineView {
  readonly id: CartLineId;
  readonly productId: ProductId;
  readonly sku: string | null;
  readonly name: string | null;
  readonly unit: string | null;
  readonly quantity: string;
  readonly note: string | null;
  readonly deliverOn: LocalDate | null;
  readonly stock: StockWord | null;
  readonly hindrance: LineHindrance | null;
  readonly unitPrice: string | null;
  readonly listPrice: string | null;
  readonly net: string | null;
  readonly taxRate: string | null;
  readonly tax: string | null;
  readonly total: string | null;
  readonly changed: ChangedPrice | null;
}

/** A tax of a cart over all lines. */
export interface CartTax {
  readonly taxCode: string | null;
  readonly rate: string;
  readonly base: string;
  readonly tax: string;
}

/** A cart as it is answered: at today's prices. */
export interface CartView extends Omit<Cart, 'portalUserId'> {
  /** Names this version at these prices, for the checkout. */
  readonly priceToken: string;
  readonly lines: readonly CartLineView[];
  readonly currency: Currency;
  readonly pricesIncludeTax: boolean;
  readonly subtotal: string;
  readonly taxes: readonly CartTax[];
  readonly taxTotal: string;
  readonly total: string;
  readonly savings: string;
}

/** Shows a priced cart. Pure. */
export function cartView(cart: Cart, priced: PricedCart, priceToken: string): CartView {
  const { portalUserId: _, ...head } = cart;
  const { currency, pricesIncludeTax, document, lines, savings } = priced;
  const money = (minor: bigint) => formatMinor(minor, currency);
  return {
    ...head,
    priceToken,
    lines: lines.map((line) => lineView(line, currency)),
    currency,
    pricesIncludeTax,
    subtotal: money(document.subtotal),
    taxes: document.groups.map(({ taxCode, rate, base, tax }) => ({
      taxCode,
      rate,
      base: money(base),
      tax: money(tax),
    })),
    taxTotal: money(document.taxTotal),
    total: money(document.total),
    savings: money(savings),
  };
}

function lineView(
  { line, product, unitPrice, listPrice, priced, hindrance }: PricedCartLine,
  currency: Currency,
): CartLineView {
  const { id, productId, quantity, note, deliverOn } = line;
  // Of what is not shown any more nothing is told but what it was called.
  const stock = product?.shown ? product.stock : null;
  return {
    id,
    productId,
    sku: product?.sku ?? null,
    name: product?.name ?? null,
    unit: product?.unit ?? null,
    quantity,
    note,
    deliverOn,
    stock,
    hindrance,
    unitPrice,
    listPrice,
    net: priced && formatMinor(priced.net, currency),
    taxRate: priced?.taxRate ?? null,
    tax: priced && formatMinor(priced.tax, currency),
    total: priced && formatMinor(priced.total, currency),
    changed: changedPrice(line, unitPrice, currency),
  };
}

function changedPrice(
  { shownPrice: from, shownCurrency }: PricedCartLine['line'],
  to: string | null,
  currency: Currency,
): ChangedPrice | null {
  if (from === null && to === null) return null;
  const isSameCurrency = shownCurrency === null || shownCurrency === currency;
  // Of another currency nothing is compared: the number would say something else.
  if (!isSameCurrency) return { from: null, to };
  const isSame = from !== null && to !== null && inMillionths(from) === inMillionths(to);
  return isSame ? null : { from, to };
}
