import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rules that are taken back stay, but not in force: numbers of their format are borne, so that the
 * built-in rules have to look for collisions from then on. Those taken back so far are in the
 * revisions.
 */
export class RulesTakenBack1764000140002 implements MigrationInterface {
  name = 'RulesTakenBack1764000140002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table numbering.setting add column in_force boolean not null default true`,
    );
    await runner.query(`
      insert into numbering.setting (company_id, type, format, reset, start, increment, in_force,
        created_at, updated_at)
      select distinct on (r.company_id, r.subject_id) r.company_id, r.subject_id,
        r.after->>'format', r.after->>'reset', (r.after->>'start')::bigint,
        (r.after->>'increment')::bigint, false, r.made_at, r.made_at
      from configuration.revision r where r.kind = 'numbering' and r.after is not null
      order by r.company_id, r.subject_id, r.made_at desc
      on conflict (company_id, type) do nothing`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
