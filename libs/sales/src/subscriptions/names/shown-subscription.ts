import type { ReferenceTarget } from '@quittance/metadata';

const rest = (alias: string) => `coalesce(${alias}.external_key, ${alias}.start_date::text)`;

/**
 * What rows of invoices and schedules name by its id: a subscription has no number, so that it is
 * called as its plan is, and told from others by its external key, else by its first day. By the
 * primary key of plans.
 */
export const shownSubscription: ReferenceTarget = {
  name: 'subscription',
  label: 'Subscription',
  table: 'sales.subscription',
  titleColumn: {
    sql: (alias) => `(select p.name from sales.plan p
        where p.company_id = $1::uuid and p.id = ${alias}.plan_id)
      || ' · ' || ${rest(alias)}`,
    tells: ['planId', 'externalKey', 'startDate'],
    named: { object: 'plan', rest },
  },
  kept: { resource: 'subscriptions', pluralLabel: 'Subscriptions', owned: true },
};
