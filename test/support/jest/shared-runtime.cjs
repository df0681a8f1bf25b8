'use strict';

// What a test file imports is loaded once per worker, by Node itself, as in a process of the
// product; Jest's own runtime would load and compile all applications anew for every file. Only the
// test files themselves and Jest's bookkeeping of tests are fresh for each.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { default: Runtime } = require('jest-runtime');
const { mapOf } = require('../load-source.cjs');

/** Files with the source maps of what stands in a stack trace, written when one asks for them. */
class SourceMaps extends Map {
  get(filename) {
    if (!filename?.endsWith('.ts')) return undefined;
    if (!this.has(filename)) {
      folder ??= newFolder();
      const file = join(folder, `${this.size}.map`);
      writeFileSync(file, mapOf(filename));
      this.set(filename, file);
    }
    return super.get(filename);
  }
}

/** Gone with the process. */
function newFolder() {
  const made = mkdtempSync(join(tmpdir(), 'quittance-maps-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

let folder;
const maps = new SourceMaps();

module.exports = class SharedRuntime extends Runtime {
  constructor(
    config,
    environment,
    resolver,
    transformer,
    cacheFS,
    options,
    testPath,
    globalConfig,
  ) {
    super(config, environment, resolver, transformer, cacheFS, options, testPath, globalConfig);
    this.testFile = testPath;
  }

  requireModule(from, name) {
    if (from === this.testFile) {
      globalThis.jest = this.jestGlobals.jestObjectFor(from);
      delete require.cache[from];
    }
    const load = createRequire(from);
    return load(name ?? from);
  }

  requireModuleOrMock(from, name) {
    return this.requireModule(from, name);
  }

  requireInternalModule(from) {
    delete require.cache[from];
    return require(from);
  }

  getSourceMaps() {
    return maps;
  }

  teardown() {
    this.restoreAllMocks();
    delete require.cache[this.testFile];
    super.teardown();
  }
};
module.exports.default = module.exports;
