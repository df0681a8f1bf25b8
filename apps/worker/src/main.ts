import 'reflect-metadata';
import { loadConfig, readEnvFile, startTracing } from '@quittance/config';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'worker');
  if (config.databaseUrl === null) throw new Error('DATABASE_URL must be set for the worker');
  const stopTracing = await startTracing(config, 'worker');
  // Loaded behind the tracing, which follows nothing that was loaded before it.
  const { work } = await import('./work.js');
  await work(config, stopTracing);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
