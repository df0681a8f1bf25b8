import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A subscription that is to go on behind the end that was set for it waits as another plan does. */
export class Resumption1764000960001 extends ForwardMigration {
  name = 'Resumption1764000960001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table portal.approval drop constraint approval_subject_check`);
    await runner.query(`alter table portal.approval add constraint approval_subject_check
      check (case subject
       when 'order' then order_id is not null and subscription_id is null and asked is null
       when 'quote' then quote_id is not null and order_id is null and subscription_id is null
         and asked is not null
       when 'quote_order' then quote_id is not null and order_id is null
         and subscription_id is null and asked is null
       when 'plan_change' then subscription_id is not null and order_id is null
         and quote_id is null and asked is not null
       when 'resumption' then subscription_id is not null and order_id is null
         and quote_id is null and asked is null
       else false end)`);
  }
}
