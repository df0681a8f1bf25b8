import type { Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { pointedIntoBody } from '@quittance/lines';
import { orderLinesFixed } from '../order.errors.js';
import type { OrderId } from '../order.description.js';
import type { OrderView } from '../order.view.js';
import { lockOrderDraft, storeOrderDraft, type OrderChangeTools } from '../reprice-order-in.js';
import { refuseAdjustment } from '../../quotes/lines/change-quote-lines.js';
import { keptOrderLine, type KeptOrderLine } from './order-line.js';
import type { OrderLineId } from './order-line.description.js';

/** The lines after a change, and which of them the request's body describes. */
export interface OrderLinesChange {
  readonly lines: readonly KeptOrderLine[];
  readonly about: number | null;
}

const NOTE = { event: 'record.updated', action: 'order.lines_changed' } as const;

/**
 * Changes the lines of an order that does not bind yet and prices it again.
 * @throws DomainError not_found, precondition_failed, order_not_draft, order_lines_fixed,
 *   validation_failed, discount_exceeds_line, tax_code_unknown, and those of the rules
 */
export async function changeOrderLines(
  tx: Tx,
  tools: OrderChangeTools,
  id: OrderId,
  expectedVersion: number | null,
  change: (lines: readonly KeptOrderLine[]) => OrderLinesChange | Promise<OrderLinesChange>,
): Promise<OrderView> {
  const draft = await lockOrderDraft(tx, tools, id, expectedVersion);
  const { currency, quoteId, number } = draft.order;
  if (quoteId !== null) throw orderLinesFixed({ number });
  const { lines, about } = await change(draft.lines.map((line) => keptOrderLine(line, currency)));
  try {
    return await storeOrderDraft(tx, tools, draft, { lines }, NOTE);
  } catch (error) {
    throw pointedIntoBody(error, about);
  }
}

/** @throws DomainError not_found, validation_failed */
export function placeOfOrderLine(lines: readonly KeptOrderLine[], id: OrderLineId): number {
  const place = lines.findIndex(({ quoted }) => (quoted.id as string) === id);
  const line = lines[place];
  if (!line) throw notFound({ object: 'line of the order' });
  refuseAdjustment(line.quoted);
  return place;
}
