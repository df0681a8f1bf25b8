import type { Tx, WriteBuffer } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { objectOf, type CompanyModels } from '@quittance/metadata';
import { refreshComputed, type CustomMembers, type WrittenRecord } from '@quittance/objects';
import type { Order, OrderId } from '../order.description.js';
import { orderFieldValues } from '../order.view.js';

/** An order that a transaction has written. */
export interface OrderWriting {
  readonly id: OrderId;
  /** Members that it changed, as they were; null of a new order. */
  readonly before: FieldValues | null;
}

/** Orders that the transaction has written: `SalesModule` says who settles them at its end. */
export const writtenOrders: WriteBuffer<readonly OrderWriting[]> = { name: 'sales.written-orders' };

/** Marks orders as written: whoever writes rows of `sales.sales_order` does so. */
export function markOrder(tx: Tx, { id }: Pick<Order, 'id'>, before: Order | null): void {
  tx.later(writtenOrders, [{ id, before: before && orderFieldValues(before) }]);
}

/** Marks what the company's own fields of an order were. */
export function markOrderMembers(tx: Tx, members: CustomMembers | null): void {
  const { id, before = null } = members?.draft ?? {};
  if (before) tx.later(writtenOrders, [{ id: id as string as OrderId, before: before.view }]);
}

/**
 * Refreshes stored formulas of orders and roll-ups over them; nothing where the company stores
 * none.
 */
export function refreshOrders(models: CompanyModels) {
  return async (tx: Tx, written: readonly (readonly OrderWriting[])[]): Promise<void> => {
    const object = objectOf(await models.of(tx), 'sales-order');
    await refreshComputed(tx, object, written.flat() as readonly object[] as WrittenRecord[]);
  };
}
