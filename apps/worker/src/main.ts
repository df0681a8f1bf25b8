import 'reflect-metadata';
import { loadConfig, readEnvFile, startTracing } from '@quittance/config/host';
import { CannotStart } from '@quittance/kernel';
import { lastWords } from '@quittance/kernel/host';
import { startWatchdog } from '@quittance/watchdog/host';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'worker');
  if (config.databaseUrl === null) throw new CannotStart('DATABASE_URL must be set for the worker');
  const loaded = startWatchdog({ process: 'worker', ...config });
  const stopTracing = await startTracing(config, 'worker');
  // Loaded behind the tracing, which follows nothing that was loaded before it.
  const { work } = await import('./work.js');
  await work(config, { loaded, afterwards: stopTracing });
}

main().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exit(1);
});
