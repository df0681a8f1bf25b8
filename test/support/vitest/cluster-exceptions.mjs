import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { beforeAll } from 'vitest';

const require = createRequire(import.meta.url);
require('../load-source.cjs');
const { EXCEPTIONS } = require('../cluster/cluster-exceptions.ts');
const root = resolve(import.meta.dirname, '../../..');

/** The tests of a suite, with the names that they have in a report. */
function testsOf(suite, above = []) {
  return suite.tasks.flatMap((task) => {
    const path = [...above, task.name];
    return task.type === 'suite' ? testsOf(task, path) : [[path.join(' > '), task]];
  });
}

// A test that does not hold on a cluster has to fail there: once it passes, its entry has to go.
beforeAll(function expectExceptions() {
  // Vitest takes a first parameter that is written here for the names of fixtures.
  const file = arguments[0]?.type === 'suite' ? arguments[0] : arguments[1];
  const path = relative(root, file.filepath).replaceAll('\\', '/');
  const entries = EXCEPTIONS.filter((entry) => entry.file === path);
  if (entries.length === 0) return;
  const tests = testsOf(file);
  for (const { test: name, varies } of entries) {
    const found = tests.filter(([known]) => known === name);
    if (found.length === 0) throw new Error(`There is no test “${name}” in ${path} any more`);
    for (const [, task] of found) {
      if (varies) task.mode = 'skip';
      else task.fails = true;
    }
  }
});
