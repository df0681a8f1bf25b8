'use strict';

// Tells at the end which test files took most of a processor, as their workers measured it: the
// wall says little where two workers, their PostgreSQL and the processes they start share the
// machine. What those others took is not in it.
const { mkdtempSync, readFileSync, rmSync, existsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

const VARIABLE = 'QUITTANCE_TEST_COST';
const TOLD = 20;
/**
 * Seconds of a processor that a file of the fast tier may take; the first of a worker loads modules
 * too.
 */
const BUDGET = 20;

module.exports = class CostReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.folder = mkdtempSync(join(tmpdir(), 'quittance-cost-'));
    process.env[VARIABLE] = join(this.folder, 'cost');
  }

  /** With these settings the same run is repeated. */
  onRunStart() {
    const { TEST_SEED, TEST_TIER, TEST_PART } = process.env;
    const taken = TEST_TIER === 'deep' ? 'all' : `sample ${Number(TEST_PART) + 1} of 10`;
    process.stderr.write(`TEST_SEED=${TEST_SEED}: ${taken} of what is generated\n`);
  }

  onRunComplete() {
    const costs = this.costs();
    rmSync(this.folder, { recursive: true, force: true });
    if (costs.length < 2) return;
    const sum = costs.reduce((total, [, seconds]) => total + seconds, 0);
    const lines = costs.slice(0, TOLD).map(([path, seconds]) => {
      const mark = seconds > BUDGET ? `  (above ${BUDGET})` : '';
      return `${seconds.toFixed(1).padStart(7)}  ${path}${mark}`;
    });
    const head = `Processor seconds of ${costs.length} files: ${sum.toFixed(0)}, most of them in`;
    process.stderr.write(`\n${[head, ...lines].join('\n')}\n`);
    this.judge(costs);
  }

  /**
   * Only where asked for: a machine may be slow, and a slow machine is no reason to fail a change.
   */
  judge(costs) {
    const over = costs.filter(([, seconds]) => seconds > BUDGET).map(([path]) => path);
    if (over.length === 0 || process.env.TEST_BUDGET !== 'fails') return;
    this.error = new Error(`Above ${BUDGET} processor seconds: ${over.join(', ')}`);
  }

  getLastError() {
    return this.error;
  }

  costs() {
    const file = process.env[VARIABLE];
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines
      .map((line) => JSON.parse(line))
      .map(([path, seconds]) => [relative(this.rootDir, path), seconds])
      .sort(([, a], [, b]) => b - a);
  }
};
