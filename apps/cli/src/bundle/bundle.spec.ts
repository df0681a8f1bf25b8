import { transformFileSync } from '@swc/core';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const START = 'dist/apps/cli/src/start.js';
const STEP = 'dist/apps/cli/src/step.js';
const LIST = 'node_modules/.package-lock.json';

/**
 * A small product: a command, a module of its own, a package of each kind and one that only
 * developers have.
 */
const PRODUCT = {
  'package.json': JSON.stringify({ scripts: { start: `node ${START}` } }),
  [START]: `"use strict";
const { step } = require("./step.js");
const modern = require("modern");
console.log(step, modern.default(), modern.size, modern.plain === require("plain"));
if (process.argv[2] === "dev") console.log(require("tool") === require("plain"));
if (process.argv[2] === "fail") modern.fail();`,
  [STEP]: `exports.step = "step one";`,
  'node_modules/plain/index.js': `module.exports = { text: require("./data.json").text };`,
  'node_modules/plain/data.json': `{ "text": "data one" }`,
  'node_modules/modern/package.json': `{ "type": "module" }`,
  'node_modules/modern/index.js': `import /* a comment */ plain from 'plain';

// What stands between the words of an import is kept.
export * from /* of a licence */ './size.js';
export { plain };
export default () => plain.text;
export function fail() {
  throw new Error('on line eight');
}`,
  'node_modules/modern/size.js': `export const size = 7;`,
  'node_modules/tool/index.js': `module.exports = require("plain");`,
  [LIST]: JSON.stringify({
    packages: {
      'node_modules/plain': { integrity: 'plain-1' },
      'node_modules/modern': { integrity: 'modern-1' },
      'node_modules/tool': { integrity: 'tool-1', dev: true },
      'node_modules/source-map-support': {},
      'node_modules/source-map': {},
      'node_modules/buffer-from': {},
    },
  }),
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quittance-bundle-'));
  for (const [path, text] of Object.entries(PRODUCT)) write(path, text);
  for (const name of ['bundle-file', 'use-bundle', 'first']) {
    const source = resolve(__dirname, `${name}.ts`);
    write(`dist/apps/cli/src/bundle/${name}.js`, transformFileSync(source, COMPILED).code);
  }
  const support = resolve('node_modules/source-map-support');
  for (const name of ['source-map-support', 'source-map', 'buffer-from']) {
    const manifest = require.resolve(`${name}/package.json`, { paths: [support] });
    cpSync(dirname(manifest), join(root, 'node_modules', name), { recursive: true });
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const COMPILED = {
  swcrc: false,
  configFile: false,
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs' },
} as const;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function node(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

function bundle(): string {
  const builder = resolve(__dirname, '../../bundle.mjs');
  return node('-e', `import(${JSON.stringify(builder)}).then(({ bundle }) => bundle())`);
}

it('a process needs nothing but the bundle and the file it begins with', () => {
  expect(bundle()).toBe('');
  for (const path of [STEP, 'node_modules/plain', 'node_modules/modern']) {
    rmSync(join(root, path), { recursive: true });
  }
  expect(node(START)).toBe('step one data one 7 true\n');
});

it('what is not in the bundle shares the modules of it', () => {
  bundle();
  expect(node(START, 'dev')).toBe('step one data one 7 true\ntrue\n');
});

it('an error is told by the line of the source, though the module was translated', () => {
  bundle();
  expect(node(START, 'fail')).toContain(`${join('node_modules/modern/index.js')}:8:`);
});

it('modules of ours are bundled anew each time, those of packages after an install', () => {
  bundle();
  write(STEP, `exports.step = "step two";`);
  write('node_modules/plain/data.json', `{ "text": "data two" }`);
  bundle();
  expect(node(START)).toBe('step two data one 7 true\n');
  write(LIST, PRODUCT[LIST].replace('plain-1', 'plain-2'));
  bundle();
  expect(node(START)).toBe('step two data two 7 true\n');
});

it('a bundle of other packages than are installed is left alone', () => {
  bundle();
  write('node_modules/plain/data.json', `{ "text": "data two" }`);
  write(LIST, PRODUCT[LIST].replace('plain-1', 'plain-2'));
  expect(node(START)).toBe('step one data two 7 true\n');
});

it('without the list of what is installed there is no bundle, and the files are loaded', () => {
  rmSync(join(root, LIST));
  expect(bundle()).toBe('');
  expect(node(START)).toBe('step one data one 7 true\n');
});

it.each([
  ['is ambiguous', `exports.__esModule = true; exports.default = 1;`, 'plain'],
  ['is not recognized', `module.exports = {}`, 'pla"in'],
])('an import that %s is refused', (why, text, request) => {
  write('node_modules/plain/index.js', text);
  write('node_modules/modern/index.js', `import plain from '${request}';\nexport { plain };`);
  expect(bundle()).toContain(why);
});
