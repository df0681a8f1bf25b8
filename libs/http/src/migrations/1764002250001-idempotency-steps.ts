import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a request with a key has saved part by part, until it is answered: sent again it goes on
 * behind that. A host of the version before neither keeps steps nor goes on behind any; where it
 * lets a key go, its steps go with it.
 */
export class IdempotencySteps1764002250001 extends ForwardMigration {
  name = 'IdempotencySteps1764002250001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table http.idempotency_key
      add column steps integer not null default 0`);
    await createCompanyTable(
      runner,
      'http.idempotency_step',
      `principal_kind text not null,
       principal_id uuid not null,
       key text not null,
       reach integer not null,
       rights bytea not null,
       told text not null,
       constraint idempotency_step_pk
         primary key (company_id, principal_kind, principal_id, key, reach),
       constraint idempotency_step_reach_check check (reach > 0)`,
    );
    await runner.query(`alter table http.idempotency_step
      add constraint idempotency_step_key_fk
        foreign key (company_id, principal_kind, principal_id, key)
        references http.idempotency_key (company_id, principal_kind, principal_id, key)
        on delete cascade`);
  }
}
