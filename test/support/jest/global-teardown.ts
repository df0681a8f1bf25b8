import { closeShared } from '../worker-end.js';

/** The last test run that uses the server stops it; its data stay for the next. */
async function globalTeardown(): Promise<void> {
  const held = globalThis as { quittanceTestServer?: { stop(): Promise<void> } };
  await closeShared();
  await held.quittanceTestServer?.stop();
}

export = globalTeardown;
