import 'reflect-metadata';
import { loadConfig, readEnvFile, startTracing } from '@quittance/config';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'portal-api');
  const stopTracing = await startTracing(config, 'portal-api');
  // Loaded behind the tracing, which follows nothing that was loaded before it.
  const { serve } = await import('./serve.js');
  await serve(config, stopTracing);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
