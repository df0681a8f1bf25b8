import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasCitus } from '../server/citus.js';
import { SAY_EVERY_COMPANY, bindOwner } from '../server/forced-rows.js';

/** Tables with the policy of their company whose owner is not bound yet. */
const UNBOUND = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_policy p
  join pg_class c on c.oid = p.polrelid
  join pg_namespace n on n.oid = c.relnamespace
  where p.polname = 'company' and not c.relforcerowsecurity order by 1`;

/** Doors that ask before they say; one that answers nothing looks at tables, not at their rows. */
const SILENT_DOORS = `
  select pg_get_functiondef(p.oid) as definition, p.prosrc as source, l.lanname as language
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.prosecdef and p.proname like 'door\\_%' and p.prorettype <> 'void'::regtype
    and p.prosrc not like '%app.every_company%' order by p.oid`;

interface Door {
  readonly definition: string;
  readonly source: string;
  readonly language: 'sql' | 'plpgsql';
}

/**
 * Binds the owner of every table that was made before tables were
 * made so, and lets the doors say that they mean every company. It
 * has the highest number: on a new database it comes behind them all.
 */
export class ForcedRows1764000990001 implements MigrationInterface {
  name = 'ForcedRows1764000990001';

  async up(runner: QueryRunner): Promise<void> {
    if (await hasCitus(runner)) return;
    for (const { name } of (await runner.query(UNBOUND)) as { name: string }[]) {
      await bindOwner(runner, name);
    }
    for (const door of (await runner.query(SILENT_DOORS)) as Door[]) {
      await runner.query(door.definition.replace(door.source, () => spoken(door)));
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

function spoken({ source, language }: Door): string {
  return language === 'sql'
    ? `${SAY_EVERY_COMPANY.sql} ${source}`
    : source.replace(/\bbegin\b/i, (begin) => `${begin} ${SAY_EVERY_COMPANY.plpgsql}`);
}
