import Module from 'node:module';

type Resolve = (request: string, ...rest: unknown[]) => string;
const resolver = Module as unknown as { _resolveFilename: Resolve };

/**
 * Jest compiles what a global setup requires but maps no module names for it: a relative import of
 * `x.js` has to find `x.ts` here.
 */
function findTypeScript(): void {
  const original = resolver._resolveFilename;
  resolver._resolveFilename = (request, ...rest) => {
    try {
      return original.call(Module, request, ...rest);
    } catch (error) {
      if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
      return original.call(Module, request.replace(/\.js$/, '.ts'), ...rest);
    }
  };
}

/** Opens the test server once for all test files, with the migrated template in it. */
async function globalSetup(): Promise<void> {
  findTypeScript();
  require('reflect-metadata');
  const { openTestServer } = await import('../test-server.js');
  const server = await openTestServer();
  (globalThis as { quittanceTestServer?: { stop(): Promise<void> } }).quittanceTestServer = server;
}

export = globalSetup;
