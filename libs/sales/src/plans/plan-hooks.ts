import { sql, type Sql, type Tx } from '@quittance/database';
import { invalidField, type DomainError } from '@quittance/kernel';
import type { ObjectHooks, PendingRecord } from '@quittance/metadata';
import { planHasVersions, planVersionUsed } from './plan.errors.js';

/** By primary key. */
const ONE_OFF = sql(`select p.id from catalog.pub_product p
  where p.company_id = $1 and p.id = any($2::uuid[]) and p.kind <> 'recurring'`);
/** By `plan_version_number_key`. */
const VERSIONED = sql(`select v.plan_id from sales.plan_version v
  where v.company_id = $1 and v.plan_id = any($2::uuid[]) limit 1`);

/** By `subscription_item_plan_index`. */
const SUBSCRIBED = sql(`select distinct i.plan_id as id from sales.subscription_item i
  where i.company_id = $1 and i.plan_id = any($2::uuid[])`);

/** Whether each plan gets a product, or another one. */
const isMoved = ({ before, after, wrong }: PendingRecord) =>
  after.productId !== null && !wrong?.has('productId') && before?.productId !== after.productId;

async function idsOf(tx: Tx, statement: Sql, ids: readonly unknown[]): Promise<Set<unknown>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(statement, [tx.ctx.companyId, ids]);
  return new Set(rows.map(({ id }) => id));
}

/** plan_version_used: what is billed by the plan names its product. */
function subscribed(name: unknown): DomainError {
  const { code } = planVersionUsed;
  const message = 'stays: versions of the plan are subscribed to';
  const errors = [{ pointer: '/productId', code, message }];
  return planVersionUsed({ name: String(name) }, { errors });
}

export const planHooks: ObjectHooks = {
  async faults(tx, plans) {
    const moved = plans.filter(isMoved);
    const known = moved.filter(({ before }) => before !== null);
    const [oneOff, used] = await Promise.all([
      idsOf(
        tx,
        ONE_OFF,
        moved.map(({ after }) => after.productId),
      ),
      idsOf(
        tx,
        SUBSCRIBED,
        known.map(({ after }) => after.id),
      ),
    ]);
    return plans.map((plan) => {
      const { after } = plan;
      if (!isMoved(plan)) return null;
      if (plan.before && used.has(after.id)) return subscribed(after.name);
      if (!oneOff.has(after.productId)) return null;
      const message = 'must be of a product that is sold again and again';
      return invalidField('/productId', 'recurring', message);
    });
  },

  /** @throws DomainError plan_has_versions */
  async beforeDelete(tx, plans) {
    const ids = plans.map(({ id }) => id);
    const used = await tx.maybe<{ plan_id: string }>(VERSIONED, [tx.ctx.companyId, ids]);
    const plan = plans.find(({ id }) => id === used?.plan_id);
    if (plan) throw planHasVersions({ name: String(plan.name) });
  },
};
