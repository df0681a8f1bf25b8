import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * No contract ends before it starts, and what is served under one has one that is in force, or was:
 * a subscription points at that of its contract, which a draft does not have.
 */
export class ContractInForce1764001400201 extends ForwardMigration {
  name = 'ContractInForce1764001400201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update sales.contract set terminated_on = start_date
      where terminated_on < start_date`);
    await runner.query(`alter table sales.contract add constraint contract_terminated_on_check
      check (terminated_on >= start_date)`);
    await runner.query(`update sales.contract c set status = 'active'
      where c.status = 'draft' and exists (select from sales.subscription s
        where s.company_id = c.company_id and s.contract_id = c.id
          and s.status not in ('pending', 'cancelled', 'expired'))`);
    await runner.query(`alter table sales.contract add column in_force boolean
      generated always as (status <> 'draft') stored`);
    await runner.query(`alter table sales.contract
      add constraint contract_in_force_key unique (company_id, id, in_force)`);
    await runner.query(`alter table sales.subscription add column served boolean
      generated always as
        (case when status in ('pending', 'cancelled', 'expired') then null else true end) stored`);
    await runner.query(`alter table sales.subscription add constraint subscription_in_force_fk
      foreign key (company_id, contract_id, served)
        references sales.contract (company_id, id, in_force)`);
  }
}
