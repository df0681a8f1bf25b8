import { loadConfig, readEnvFile } from '@quittance/config';
import { systemClock } from '@quittance/kernel';
import { parseArgs } from 'node:util';
import { openDatabaseServer } from './database-server.js';
import { report } from './verify/report.js';
import { verifyDatabase } from './verify/verify-database.js';

const USAGE = `npm run verify [-- --json] [-- --url postgres://…]

Checks the invariants of all companies as the owner of the tables: of the database of the
configuration, or of the one named by --url. Exit code 1 when any is violated.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      url: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  readEnvFile();
  const server = values.url ? undefined : await openDatabaseServer(loadConfig(process.env, 'cli'));
  try {
    const ownerUrl = values.url ?? server?.ownerUrl ?? '';
    const checked = await verifyDatabase(ownerUrl, systemClock.now());
    console.log(values.json ? JSON.stringify(checked, null, 2) : report(checked));
    if (checked.some(({ count }) => count > 0)) process.exitCode = 1;
  } finally {
    await server?.stop();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
