import { sql, type Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { planHasVersions, planVersionUsed } from './plan.errors.js';

/** By primary key. */
const ONE_OFF = sql(`select p.name from catalog.pub_product p
  where p.company_id = $1 and p.id = any($2::uuid[]) and p.kind <> 'recurring' limit 1`);
/** By `plan_version_number_key`. */
const VERSIONED = sql(`select v.plan_id from sales.plan_version v
  where v.company_id = $1 and v.plan_id = any($2::uuid[]) limit 1`);

/** @throws DomainError validation_failed where a product is sold once */
async function refuseOneOff(tx: Tx, plans: readonly FieldValues[]): Promise<void> {
  const products = plans.map(({ productId }) => productId);
  if (products.length === 0) return;
  const found = await tx.maybe<{ name: string }>(ONE_OFF, [tx.ctx.companyId, products]);
  if (!found) return;
  throw invalidField(
    '/productId',
    'recurring',
    'must be of a product that is sold again and again',
  );
}

/** By `subscription_item_plan_index`. */
const SUBSCRIBED = sql(`select i.plan_id from sales.subscription_item i
  where i.company_id = $1 and i.plan_id = any($2::uuid[]) limit 1`);

/** What is billed by the plan names its product. @throws DomainError plan_version_used */
async function refuseSubscribed(tx: Tx, plans: readonly FieldValues[]): Promise<void> {
  if (plans.length === 0) return;
  const ids = plans.map(({ id }) => id);
  const used = await tx.maybe<{ plan_id: string }>(SUBSCRIBED, [tx.ctx.companyId, ids]);
  const plan = plans.find(({ id }) => id === used?.plan_id);
  if (plan) throw planVersionUsed({ name: String(plan.name) });
}

export const planHooks: ObjectHooks = {
  async beforeCreate(tx, plans) {
    await refuseOneOff(tx, plans);
    return plans.map(() => ({}));
  },

  async beforeUpdate(tx, changes) {
    const moved = changes.filter(({ before, after }) => before.productId !== after.productId);
    await refuseSubscribed(
      tx,
      moved.map(({ after }) => after),
    );
    await refuseOneOff(
      tx,
      moved.map(({ after }) => after),
    );
    return changes.map(() => ({}));
  },

  /** @throws DomainError plan_has_versions */
  async beforeDelete(tx, plans) {
    const ids = plans.map(({ id }) => id);
    const used = await tx.maybe<{ plan_id: string }>(VERSIONED, [tx.ctx.companyId, ids]);
    const plan = plans.find(({ id }) => id === used?.plan_id);
    if (plan) throw planHasVersions({ name: String(plan.name) });
  },
};
