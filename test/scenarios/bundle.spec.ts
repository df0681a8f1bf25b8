import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Names the modules that are loaded from files of their own, and errors' first place. */
const LOAD = `
const Module = require('node:module');
const load = Module._extensions['.js'];
const files = [];
Module._extensions['.js'] = (module, filename) => {
  files.push(filename);
  load(module, filename);
};
require(${JSON.stringify(resolve('dist/apps/cli/src/bundle/first.js'))});
const own = files.length;
require('reflect-metadata');
require(process.argv[1]);
const asked = files.slice(own);
console.log(JSON.stringify({ own, asked, loaded: Object.keys(require.cache).length }));
process.exit();`;

test.each([
  'apps/staff-api/src/serve',
  'apps/portal-api/src/serve',
  'apps/worker/src/work',
  'apps/cli/src/start/run-product',
  'libs/documents/src/rendering/render-thread',
  'libs/notifications/src/rendering/rendering-thread',
])('%s loads nothing but what is in the bundle', (name) => {
  const args = ['-e', LOAD, resolve(`dist/${name}.js`)];
  const { own, asked, loaded } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  ) as { own: number; asked: string[]; loaded: number };
  expect({ own, asked }).toEqual({ own: 3, asked: [] });
  expect(loaded).toBeGreaterThan(30);
});
