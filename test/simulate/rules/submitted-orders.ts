import { CreateOrder, UpdateOrder } from '@quittance/sales/host';
import type { Plan, Planned } from '../planned.js';
import { orderOf, PRICES } from './first-orders.js';
import type { KnownRule } from './ruled-rows.js';

const asksOfOrders = ({ active, object, definition }: KnownRule): boolean =>
  active &&
  object === 'sales-order' &&
  definition.actions.some(({ kind }) => kind === 'request_approval');

/** Where rules ask about orders: a new one, or one that was not approved at another total. */
export function submitOrder(plan: Plan): Planned | null {
  const { scene, rows, mark } = plan;
  if (!rows.rules.some(asksOfOrders)) return null;
  const refused = plan.pick(
    rows.askedOrders.filter(({ said, status }) => {
      return ['rejected', 'recalled'].includes(said) && ['draft', 'pending'].includes(status);
    }),
  );
  if (refused && plan.roll() < 0.6) {
    const { id, number } = refused;
    const patch = { discount: { percent: String(1 + Math.floor(plan.roll() * 20)) } };
    const run: Planned['run'] = (ctx) => scene.stage.get(UpdateOrder).execute(ctx, id, patch, null);
    return { what: `submit ${number} again`, changes: id, run };
  }
  const draft = orderOf(scene.customers, mark, PRICES[plan.roll() < 0.7 ? 0 : 1] ?? '');
  const run: Planned['run'] = (ctx) => scene.stage.get(CreateOrder).execute(ctx, draft);
  return { what: 'submit an order', mark, run };
}
