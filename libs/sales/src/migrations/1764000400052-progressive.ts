import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Usage that is invoiced ahead of the end of its period, what is agreed of usage with one
 * subscription, and until when a discount holds. `usage_due` has the subscriptions whose usage is
 * to be looked at: its number tells whether more has come in since somebody looked.
 */
export class Progressive1764000400052 extends ForwardMigration {
  name = 'Progressive1764000400052';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.plan_version
      add column thresholds jsonb not null default '[]'`);
    // Whether usage is invoiced ahead at all.
    await runner.query(`create index plan_version_thresholds_index
      on sales.plan_version (company_id, id) where jsonb_array_length(thresholds) > 0`);
    await createCompanyTable(
      runner,
      'sales.usage_due',
      `subscription_id uuid not null,
       revision bigint not null default 1,
       primary key (company_id, subscription_id)`,
    );
    await runner.query(`alter table sales.usage_due
      add constraint usage_due_subscription_fk foreign key (company_id, subscription_id)
        references sales.subscription (company_id, id)`);
    // Whether a plan is subscribed to.
    await runner.query(`create index subscription_item_plan_index
      on sales.subscription_item (company_id, plan_id)`);
    await runner.query(`alter table sales.subscription_item
      add column overrides jsonb,
      add column discount_until date,
      add constraint subscription_item_until_check check (discount_until is null
        or (discount_until > valid_from
          and (discount_percent is not null or discount_amount is not null)))`);
  }
}
