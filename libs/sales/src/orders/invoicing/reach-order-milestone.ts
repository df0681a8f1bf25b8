import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { invalidField, notFound, type Ctx } from '@quittance/kernel';
import { changeOrder, lockOrderToChange } from '../change-order.js';
import { withChanged } from '../fulfilment/asked-quantities.js';
import type { OrderLine, OrderLineId } from '../lines/order-line.description.js';
import { linesTold } from '../lines/quantities.js';
import { milestoneReached } from '../order.errors.js';
import { refuseOrderUnlessMay } from '../order.js';
import type { OrderId } from '../order.description.js';
import { storeOrderLines } from '../order.repository.js';
import type { OrderView } from '../order.view.js';

/** Tells that a milestone of a line was reached: its part can be invoiced from then on. */
@Injectable()
export class ReachOrderMilestone {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, order_not_confirmed, validation_failed, milestone_reached */
  execute(
    ctx: Ctx,
    { id, lineId }: { readonly id: OrderId; readonly lineId: OrderLineId },
    name: string,
  ): Promise<OrderView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockOrderToChange(tx, id);
      const { order, lines } = locked;
      const line = lines.find((each) => each.id === lineId);
      if (!line) throw notFound({ object: 'line of the order' });
      refuseOrderUnlessMay(order.status, 'reach', linesTold(lines));
      const changed = withReached(line, name, ctx.now);
      await storeOrderLines(tx, id, [changed]);
      const more = { line: line.position, milestone: name };
      const note = { event: 'record.updated', action: 'order.milestone_reached', more } as const;
      return changeOrder(tx, { order, lines: withChanged(lines, [changed]) }, {}, note);
    });
  }
}

/** @throws DomainError reference_not_found, milestone_reached */
function withReached(line: OrderLine, name: string, reachedAt: string): OrderLine {
  const at = line.stages.findIndex((stage) => stage.name === name);
  const stage = line.stages[at];
  if (line.invoicing !== 'milestone' || !stage) {
    throw invalidField('/name', 'reference_not_found', 'The line has no such milestone.');
  }
  if (stage.reachedAt !== undefined) throw milestoneReached({ name, line: line.position });
  return { ...line, stages: line.stages.with(at, { ...stage, reachedAt }) };
}
