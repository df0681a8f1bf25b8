import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a role kept of `reason` of quotes it keeps of the two members that came of it: why a quote
 * was lost, and what approval sent back with it. Nothing else could name that member: no list,
 * layout, rule or formula had it.
 */
export class LossReasonOfRoles1764001500301 extends ForwardMigration {
  name = 'LossReasonOfRoles1764001500301';

  async up(runner: QueryRunner): Promise<void> {
    const kept = `r.fields #> '{quotes,reason}'`;
    // By what a cluster takes for unchanging, as it plans an update of all companies.
    const lost = `jsonb_set('{}'::jsonb, '{lossReason}', ${kept})`;
    const both = `jsonb_set(${lost}, '{returnNote}', ${kept})`;
    // What a role says of them already stands.
    await runner.query(`update access.role r set version = r.version + 1,
        fields = jsonb_set(r.fields, '{quotes}', (${both} || (r.fields -> 'quotes')) - 'reason')
      where ${kept} is not null`);
  }
}
