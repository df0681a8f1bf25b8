import { ConfigError, loadConfig, readEnvFile, type Config } from '@quittance/config';
import { banner } from './start/banner.js';
import { withMailbox } from './start/mailbox.js';
import { Product, aborted } from './start/product.js';
import { whenStarterIsGone } from './start/starter-watch.js';

/** Checks what every process will check, so that all faults are told before anything is started. */
function loadAll(): Config {
  const faults = new Set<string>();
  for (const name of ['staff-api', 'portal-api', 'worker'] as const) {
    try {
      loadConfig(process.env, name);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const fault of error.faults) faults.add(fault);
    }
  }
  if (faults.size > 0) throw new ConfigError([...faults]);
  return loadConfig(process.env, 'cli');
}

async function main(): Promise<void> {
  readEnvFile();
  const config = await withMailbox(loadAll(), process.env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop.abort());
  }
  whenStarterIsGone(() => stop.abort());
  // The wait for a signal alone would not keep the process alive.
  const alive = setInterval(() => undefined, 60_000);
  const product = new Product(config, stop.signal);
  try {
    if (await product.start()) {
      console.log(banner(config, product.database, performance.now() / 1000));
      await aborted(stop.signal);
      console.log('Stopping …');
    }
  } finally {
    await product.stop();
    clearInterval(alive);
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
