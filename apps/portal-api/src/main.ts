import 'reflect-metadata';
import { loadConfig, readEnvFile, startTracing } from '@quittance/config/host';
import { lastWords } from '@quittance/kernel/host';
import { startWatchdog } from '@quittance/watchdog/host';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'portal-api');
  const loaded = startWatchdog({ process: 'portal-api', ...config });
  const stopTracing = await startTracing(config, 'portal-api');
  // Loaded behind the tracing, which follows nothing that was loaded before it.
  const { serve } = await import('./serve.js');
  await serve(config, { loaded, afterwards: stopTracing });
}

main().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exit(1);
});
