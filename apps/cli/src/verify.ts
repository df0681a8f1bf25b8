import { keyRing, type Config } from '@quittance/config';
import { loadConfig, readEnvFile } from '@quittance/config/host';
import { CannotStart, systemClock } from '@quittance/kernel';
import { DirectoryStore } from '@quittance/objects/host';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabaseServer, type DatabaseServer } from './database-server.js';
import { holdsEmbedded } from './embedded/embedded.js';
import { report } from './verify/report.js';
import { verifyDatabase, type KeptBeside } from './verify/verify-database.js';

const USAGE = `npm run verify [-- --json] [-- --url postgres://…]

Checks as the owner of the tables whether the database can be worked with (roles, rights, policies)
and the invariants of all companies: of the database of the configuration with its secrets and
files, or without those of the one named by --url. Exit code 1 when anything is wrong.`;

/** What of the configuration belongs to its database. */
function keptBeside({ secretsKeys, dataDir }: Config, { url }: DatabaseServer): KeptBeside {
  return {
    login: decodeURIComponent(new URL(url).username),
    keys: secretsKeys.length > 0 ? keyRing(secretsKeys) : null,
    files: new DirectoryStore(join(dataDir, 'documents')),
  };
}

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
  const config = values.url ? undefined : loadConfig(process.env, 'verify');
  if (config?.databaseUrl === null && !holdsEmbedded(config.dataDir)) {
    throw new CannotStart(`There is no embedded database in ${config.dataDir}.`);
  }
  const server = config && (await openDatabaseServer(config));
  try {
    const ownerUrl = values.url ?? server?.ownerUrl ?? '';
    const beside = config && server && keptBeside(config, server);
    const checked = await verifyDatabase(ownerUrl, systemClock.now(), beside);
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
