import { ConfigError, loadConfig, readEnvFile } from '@quittance/config/host';
import { awaitServer } from '@quittance/database/host';
import { embeddedOwnerUrl } from './embedded/embedded.js';
import { CannotStart } from '@quittance/kernel';

/**
 * Prints the address of the owner of the tables, as programs of PostgreSQL take it: it holds a
 * password.
 */
async function main(): Promise<void> {
  readEnvFile();
  const { databaseUrl, databaseOwnerUrl, dataDir } = loadConfig(process.env, 'cli');
  if (databaseUrl !== null) {
    if (databaseOwnerUrl === null) throw new ConfigError(['DATABASE_OWNER_URL must be set']);
    return console.log(databaseOwnerUrl);
  }
  const url = embeddedOwnerUrl(dataDir);
  if (url === undefined) throw new CannotStart(`There is no embedded database in ${dataDir}.`);
  await awaitServer(url, 0).catch((error: Error) => {
    throw new CannotStart(`${error.message}. \`npm start\` runs the embedded database.`);
  });
  console.log(url);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
