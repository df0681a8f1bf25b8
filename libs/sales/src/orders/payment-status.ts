import type { OrderPaymentStatus } from './order.js';

/** What the invoices of an order come to, in minor units of its currency. */
export interface OrderMoney {
  /** Whether its lines are invoiced in full. */
  readonly invoiced: boolean;
  /** Open balances of the live invoices, those of deposits among them. */
  readonly balance: bigint;
  /** Net paid and on-account credit applied to live invoices. */
  readonly settled: bigint;
}

const NO_MONEY: OrderMoney = { invoiced: false, balance: 0n, settled: 0n };

/** Whether an order is paid. One that is worth nothing is. Pure. */
export function orderPaymentStatus(
  value: bigint,
  { invoiced, balance, settled }: OrderMoney = NO_MONEY,
): OrderPaymentStatus {
  if (value === 0n || (invoiced && balance === 0n)) return 'paid';
  return settled === 0n ? 'unpaid' : 'partially_paid';
}
