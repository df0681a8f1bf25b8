import { admitLogin, appliedMigrations, migrate } from '@quittance/database/host';
import { CannotStart } from '@quittance/kernel';
import { allMigrations } from './assembly.js';
import type { DatabaseServer } from './database-server.js';

/**
 * Brings the schema up to date and lets the applications in. Answers the migrations that ran.
 * @throws CannotStart where another version has made the database: nothing was changed
 */
export async function prepareDatabase(server: DatabaseServer): Promise<string[]> {
  await refuseStrangers(server);
  const ran = await migrate(server.ownerUrl, allMigrations);
  await admitLogin(server.ownerUrl, server.url);
  return ran;
}

/** Tables that this version does not know would stand beside empty ones of its own. */
async function refuseStrangers({ ownerUrl, description }: DatabaseServer): Promise<void> {
  const known = new Set(allMigrations.map(({ name }) => name));
  const [strange] = (await appliedMigrations(ownerUrl)).filter((name) => !known.has(name));
  if (strange === undefined) return;
  throw new CannotStart(
    `${description} holds a database that was made by another version of Quittance: ${strange} ` +
      'has run, which this version does not know. Use that version, or a database of its own for ' +
      'this one; nothing was changed.',
  );
}
