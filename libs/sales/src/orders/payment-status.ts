import type { OrderPaymentStatus } from './order.js';

/** What the invoices of an order come to, in minor units of its currency. */
export interface OrderMoney {
  /** Whether its lines are invoiced in full: what recurs by its schedule, so that it is no part. */
  readonly invoiced: boolean;
  /** Whether there is a live invoice that is no deposit. */
  readonly any: boolean;
  /** Open balances of the live invoices, those of deposits among them. */
  readonly balance: bigint;
  /** Net paid and on-account credit applied to live invoices. */
  readonly settled: bigint;
}

const NO_MONEY: OrderMoney = { invoiced: false, any: false, balance: 0n, settled: 0n };

/** Whether an order is paid. One that is worth nothing is. Pure. */
export function orderPaymentStatus(
  value: bigint,
  { invoiced, any, balance, settled }: OrderMoney = NO_MONEY,
): OrderPaymentStatus {
  if (value === 0n || (invoiced && any && balance === 0n)) return 'paid';
  return settled === 0n ? 'unpaid' : 'partially_paid';
}
