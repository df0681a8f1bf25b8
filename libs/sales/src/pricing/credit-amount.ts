import type { Tx } from '@quittance/database';
import { parseMinor } from '@quittance/money';
import type { Order } from '../orders/order.description.js';
import type { Quote } from '../quotes/quote.description.js';
import { readQuoteSettings } from '../quotes/settings/quote-settings.js';
import type { CreditBasis } from './credit-basis.js';

/** What an amount for credit is worked out from, of a quote or an order. */
export type CreditWorth = Pick<Quote | Order, 'currency' | 'total' | 'figures'> &
  Partial<Pick<Order, 'value'>>;

/**
 * What credit is asked for, gross: one period of what recurs, or all of its term where the company
 * has it so and there is one. Of an order less what of it was given up. Pure.
 */
export function creditAmount(worth: CreditWorth, basis: CreditBasis): bigint {
  const { total, value = total } = worth;
  const beyond = basis === 'tcv' ? beyondTotal(worth) : 0n;
  return value + beyond < 0n ? 0n : value + beyond;
}

/** The same as the company has it. Its settings are read only where they make a difference. */
export async function readCreditAmount(tx: Tx, worth: CreditWorth): Promise<bigint> {
  if (beyondTotal(worth) === 0n) return creditAmount(worth, 'total');
  return creditAmount(worth, (await readQuoteSettings(tx)).creditBasis);
}

/** By how much the term comes to more than the total, or less where it ends within a period. */
function beyondTotal({ currency, total, figures }: CreditWorth): bigint {
  const term = figures.tcv && parseMinor(figures.tcv.gross, currency);
  return term === null || term === undefined ? 0n : term - total;
}
