'use strict';

// Lets a thread or process read TypeScript source, as the tests do: for code that starts threads of
// its own and is not compiled when a test runs it. What a file was compiled to is kept beside the
// tests' databases, since each worker and thread reads hundreds of the same.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { threadId } = require('node:worker_threads');

const root = resolve(__dirname, '../..');
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { jsc, module: form } = read('.swcrc');
const { paths: aliases } = read('tsconfig.json').compilerOptions;
// The aliases are resolved below.
const { paths: _, baseUrl: __, ...plain } = jsc;
const options = { jsc: plain, module: form, swcrc: false, configFile: false };

const digest = (...parts) => createHash('sha256').update(parts.join('\n')).digest('hex');
const compiler = digest(
  JSON.stringify(options),
  read('node_modules/@swc/core/package.json').version,
);
const kept = join(root, 'node_modules/.cache/quittance-test/sources');
mkdirSync(kept, { recursive: true });

/** Loads the compiler only where something has to be compiled. */
const transform = (source, filename, sourceMaps) =>
  require('@swc/core').transformSync(source, { ...options, filename, sourceMaps });

/** The source map of a file, for those who tell where in its source something happened. */
exports.mapOf = (filename) => transform(readFileSync(filename, 'utf8'), filename, true).map;

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** One entry for each source, which begins with what it was made of. */
function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const made = digest(compiler, filename, source);
  const entry = join(kept, `${digest(filename)}.js`);
  const known = textOf(entry);
  if (known.startsWith(made)) return known.slice(made.length);
  const { code } = transform(source, filename, 'inline');
  // Others read it at the same time: they find all of it or what was there before.
  const written = `${entry}.${process.pid}.${threadId}`;
  writeFileSync(written, made + code);
  renameSync(written, entry);
  return code;
}

require.extensions['.ts'] = (module, filename) => {
  module._compile(compiled(filename), filename);
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
