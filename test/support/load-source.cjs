'use strict';

// Lets a thread or process read TypeScript source, as the tests do: for code that starts threads of
// its own and is not compiled when a test runs it.
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { transformSync } = require('@swc/core');

const root = resolve(__dirname, '../..');
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { jsc, module: form } = read('.swcrc');
const { paths: aliases } = read('tsconfig.json').compilerOptions;
// The aliases are resolved below.
const { paths: _, baseUrl: __, ...plain } = jsc;
const options = { jsc: plain, module: form, swcrc: false, configFile: false };

/** The source map of a file, for those who tell where in its source something happened. */
exports.mapOf = (filename) => {
  const source = readFileSync(filename, 'utf8');
  return transformSync(source, { ...options, filename, sourceMaps: true }).map;
};

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const { code } = transformSync(source, { ...options, filename, sourceMaps: 'inline' });
  module._compile(code, filename);
};

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function resolveSource(request, parent, ...rest) {
  const alias = aliases[request]?.[0];
  if (alias) return join(root, alias);
  if (/^\.{1,2}\/.*\.js$/.test(request) && parent?.filename?.endsWith('.ts')) {
    const source = join(dirname(parent.filename), request.replace(/\.js$/, '.ts'));
    if (existsSync(source)) return source;
  }
  return resolveFilename.call(this, request, parent, ...rest);
};
