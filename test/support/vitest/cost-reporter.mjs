import { dirname, relative } from 'node:path';
import { SAMPLES } from '../commit-seed.mjs';

const TOLD = 20;
/**
 * Seconds of a processor that a file of the fast tier may take; the first of a worker loads modules
 * too.
 */
const BUDGET = 20;

/** Parts of the product by what their tests take: `libs/tax`, `apps/staff-api/test/crm`. */
const DEPTHS = { apps: 4, 'libs/providers': 3 };

function partOf(path) {
  const [, depth = 2] = Object.entries(DEPTHS).find(([home]) => path.startsWith(`${home}/`)) ?? [];
  return dirname(path).split('/').slice(0, depth).join('/');
}

const said = (text) => process.stderr.write(`${text}\n`);

/**
 * Tells at the end which test files took most of a processor, as their workers measured it: the
 * wall says little where two workers, their PostgreSQL and the processes they start share the
 * machine. What those others took is not in it. The last line counts what passed and failed, so
 * that whoever started the run can read it whatever runs the tests.
 */
export class CostReporter {
  onInit({ config }) {
    this.root = config.root;
  }

  /** With these settings the same run is repeated. */
  onTestRunStart() {
    const { TEST_SEED, TEST_TIER, TEST_PART } = process.env;
    const taken = TEST_TIER === 'deep' ? 'all' : `sample ${Number(TEST_PART) + 1} of ${SAMPLES}`;
    said(`TEST_SEED=${TEST_SEED}: ${taken} of what is generated`);
  }

  onTestRunEnd(modules, errors) {
    const costs = modules
      .map((module) => [relative(this.root, module.moduleId), module.meta()])
      .filter(([, { seconds }]) => seconds !== undefined)
      .sort(([, a], [, b]) => b.seconds - a.seconds);
    if (costs.length > 1) this.tell(costs);
    const over = costs.filter(([, { seconds }]) => seconds > BUDGET).map(([path]) => path);
    // Only where asked for: a slow machine is no reason to fail a change.
    const isOver = over.length > 0 && process.env.TEST_BUDGET === 'fails';
    if (isOver) {
      said(`Above ${BUDGET} processor seconds: ${over.join(', ')}`);
      process.exitCode = 1;
    }
    this.count(modules, errors.length + Number(isOver));
  }

  tell(costs) {
    const sum = costs.reduce((total, [, { seconds }]) => total + seconds, 0);
    const most = Math.max(...costs.map(([, { megabytes }]) => megabytes));
    said(`\nProcessor seconds of ${costs.length} files: ${sum.toFixed(0)}, most of them in`);
    for (const [path, { seconds }] of costs.slice(0, TOLD)) {
      const mark = seconds > BUDGET ? `  (above ${BUDGET})` : '';
      said(`${seconds.toFixed(1).padStart(7)}  ${path}${mark}`);
    }
    this.tellParts(costs);
    said(`The largest worker held ${most.toFixed(0)} MB`);
  }

  tellParts(costs) {
    const parts = new Map();
    for (const [path, { seconds }] of costs) {
      const part = partOf(path);
      parts.set(part, (parts.get(part) ?? 0) + seconds);
    }
    if (parts.size < 2) return;
    const told = [...parts].sort(([, a], [, b]) => b - a).slice(0, TOLD);
    said(`By part: ${told.map(([part, seconds]) => `${part} ${seconds.toFixed(0)}`).join(', ')}`);
  }

  /** A file that could not be read or set up, or an error outside the tests, is one that failed. */
  count(modules, others) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const states = tests.map((test) => test.result().state);
    const passed = states.filter((state) => state === 'passed').length;
    const failed = states.filter((state) => state === 'failed').length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    process.stdout.write(`\n${passed} passed, ${failed + broken + others} failed\n`);
  }
}
