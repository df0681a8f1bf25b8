import { resolve } from 'node:path';

const LOADER = resolve(import.meta.dirname, 'load-spec.cjs');

/** Leaves the test files, and all that they import, to Node's own `require`. */
export const byNode = {
  name: 'quittance:by-node',
  enforce: 'pre',
  load(id) {
    if (!/[.-]spec\.ts$/.test(id)) return undefined;
    return [
      "import { createRequire } from 'node:module';",
      `createRequire(import.meta.url)(${JSON.stringify(LOADER)}).loadSpec(${JSON.stringify(id)});`,
    ].join('\n');
  },
};
