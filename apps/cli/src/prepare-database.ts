import { admitLogin, migrate } from '@quittance/database/host';
import { allMigrations } from './assembly.js';
import type { DatabaseServer } from './database-server.js';

/** Brings the schema up to date and lets the applications in. Answers the migrations that ran. */
export async function prepareDatabase(server: DatabaseServer): Promise<string[]> {
  const ran = await migrate(server.ownerUrl, allMigrations);
  await admitLogin(server.ownerUrl, server.url);
  return ran;
}
