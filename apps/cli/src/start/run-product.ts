import { ConfigError, loadConfig, readEnvFile } from '@quittance/config/host';
import type { Config } from '@quittance/config';
import { banner } from './banner.js';
import { withMailbox } from './mailbox.js';
import { StartedProduct, aborted } from './product.js';
import { stopServices, type Services } from './services.js';
import { whenStarterIsGone } from './starter-watch.js';

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

/**
 * Runs the product with the processes that are launched, until it is told to stop.
 * @throws Error in sentences that say what to do, with nothing left running
 */
export async function runProduct(services: Services): Promise<void> {
  let config: Config;
  try {
    readEnvFile();
    config = await withMailbox(loadAll(), process.env);
  } catch (error) {
    await stopServices(services, 0);
    throw error;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop.abort());
  }
  whenStarterIsGone(() => stop.abort());
  // The wait for a signal alone would not keep the process alive.
  const alive = setInterval(() => undefined, 60_000);
  const product = new StartedProduct(config, stop.signal, services);
  try {
    if (await product.start()) {
      console.log(banner(config, product.database, performance.now() / 1000));
      await Promise.race([aborted(stop.signal), product.givenUp]);
      console.log('Stopping …');
    }
  } finally {
    await product.stop();
    clearInterval(alive);
  }
}
