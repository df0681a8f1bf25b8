import { createRequire } from 'node:module';

/**
 * Opens the test server for all test files, once however many projects ask, with the migrated
 * template in it. The last run that uses the server stops it; its data stay for the next.
 */
export async function setup() {
  if (globalThis.quittanceTestServer) return globalThis.quittanceTestServer.then(() => undefined);
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  require('../load-source.cjs');
  const { openTestServer } = require('../test-server.ts');
  globalThis.quittanceTestServer = openTestServer();
  const server = await globalThis.quittanceTestServer;
  return () => server.stop();
}
