import {
  currencyDigits,
  decimal,
  divideRounded,
  formatUnits,
  pow10,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import type { PrintableLine } from '../sheets/printable-document.js';
import type { EInvoiceAdjustment, EInvoiceLine } from './e-invoice.js';

/** How EN 16931 comes to the net amount of a line: BT-129, BT-146 and what is taken off. */
export type NetPrice = Pick<EInvoiceLine, 'quantity' | 'unitPrice' | 'adjustment'>;

/** Decimals of a unit price that has no end; 10^-10 × the largest quantity is below half a cent. */
const ENDLESS = 10;

/**
 * A unit price is never negative (BR-27): a line that takes something back has a negative quantity.
 */
export function netPrice(line: PrintableLine, discountName: string): NetPrice {
  const { quantity, unitPrice, discount, discountPercent, net } = line;
  const negative = unitPrice.startsWith('-');
  return {
    quantity: trimDecimal(negative ? opposite(quantity) : quantity),
    unitPrice: trimDecimal(negative ? opposite(unitPrice) : unitPrice),
    adjustment: adjustmentOf(net + discount, discount, discountPercent, discountName),
  };
}

function opposite(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}

function adjustmentOf(
  full: bigint,
  discount: bigint,
  percent: string | null,
  reason: string,
): EInvoiceAdjustment | null {
  if (discount === 0n) return null;
  const [amount, base] = [size(discount), size(full)];
  return {
    isCharge: discount < 0n,
    amount,
    base,
    percent: toldShare(percent, base, amount),
    reason,
  };
}

function size(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}

/** A percentage is told only where it gives the amount by itself. */
export function toldShare(percent: string | null, base: bigint, amount: bigint): string | null {
  if (percent === null) return null;
  const { units, scale } = decimal(percent);
  return divideRounded(base * units, pow10(scale + 2)) === amount ? trimDecimal(percent) : null;
}

/**
 * The net price of a line whose own price includes tax: its net amount by its quantity, with the
 * discount already in it.
 */
export function netPriceOfGross({ quantity, net }: PrintableLine, currency: Currency): NetPrice {
  const { units, scale } = decimal(quantity);
  if (units === 0n) return { quantity: '0', unitPrice: '0', adjustment: null };
  const back = net < 0n;
  const count = formatUnits(back ? -size(units) : size(units), scale);
  const dividend = size(net) * pow10(scale + ENDLESS);
  const price = divideRounded(dividend, size(units) * pow10(currencyDigits(currency)));
  return {
    quantity: trimDecimal(count),
    unitPrice: trimDecimal(formatUnits(price, ENDLESS)),
    adjustment: null,
  };
}
