import { appliedMigrations, type CheckedInvariant } from '@quittance/database/host';
import { migrationNumbers } from '../schema-state.js';

/** Whether the schema is that of this version: without it nothing else can be asked. */
export async function checkMigrations(ownerUrl: string): Promise<CheckedInvariant> {
  const started = performance.now();
  const applied = new Set((await appliedMigrations(ownerUrl)).map((name) => name.slice(-13)));
  const missing = migrationNumbers().filter((number) => !applied.has(number));
  const wrong =
    applied.size === 0
      ? 'no migration has run here: restore the backup, or run `npm run migrate` for a new database'
      : `${missing.length} migrations of this version have not run: run \`npm run migrate\``;
  const record = 'public.quittance_migration';
  const fault = { invariant: 'F1', companyId: null, object: 'table', record, wrong };
  return {
    id: 'F1',
    holds: 'The schema is that of this version',
    count: missing.length > 0 ? 1 : 0,
    violations: missing.length > 0 ? [fault] : [],
    milliseconds: Math.round(performance.now() - started),
  };
}
