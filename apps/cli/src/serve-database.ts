import { ConfigError, loadConfig, readEnvFile } from '@quittance/config/host';
import { openDatabaseServer } from './database-server.js';

/** Runs the embedded server alone until it is told to stop: to dump it, or to restore into it. */
async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'verify');
  if (config.databaseUrl !== null) {
    throw new ConfigError(['DATABASE_URL must not be set: only the embedded server is run']);
  }
  const told = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
  const server = await openDatabaseServer(config);
  console.log(`${server.description} runs without the product until Ctrl-C.`);
  const lost = server.lost.then(() => {
    console.error('The embedded server went away.');
    process.exitCode = 1;
  });
  await Promise.race([told, lost]);
  await server.stop();
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
