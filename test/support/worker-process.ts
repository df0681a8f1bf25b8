import { runMain, type Command } from './started-product.js';
import type { TestDatabase } from './test-database.js';

const SECRETS_KEY = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * The compiled worker on a test's database, as a process of its own that can be killed: `FAILPOINT`
 * and other settings by `env`. It starts no billing run by the clock.
 */
export function startWorker(
  t: Pick<TestDatabase, 'url'>,
  env: Readonly<Record<string, string>> = {},
): Command {
  return runMain('dist/apps/worker/src/main.js', { ...workerSettings(t), ...env });
}

/** What a worker needs to know on a test's database. */
export function workerSettings({ url }: Pick<TestDatabase, 'url'>) {
  return {
    NODE_ENV: 'test',
    WORKER_PORT: '0',
    BILLING_RUN_ENABLED: 'false',
    DATABASE_URL: url,
    SECRETS_KEY,
  };
}
