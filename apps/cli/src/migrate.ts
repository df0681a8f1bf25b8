import { loadConfig, readEnvFile } from '@quittance/config/host';
import { checkLogin } from './check-login.js';
import { openDatabaseServer } from './database-server.js';
import { prepareDatabase } from './prepare-database.js';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'cli');
  const server = await openDatabaseServer(config);
  try {
    await checkLogin(server, config);
    const ran = await prepareDatabase(server);
    for (const name of ran) console.log(name);
    console.log(
      ran.length === 0
        ? `Nothing to migrate: ${server.description} is up to date.`
        : `${ran.length} migrations ran on ${server.description}.`,
    );
  } finally {
    await server.stop();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
