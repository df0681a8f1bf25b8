import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { SAMPLES, commitSeed, drawn, turnOf } from './test/support/commit-seed.mjs';
import deep from './test/support/deep/deep-files.cjs';
import { byNode } from './test/support/vitest/by-node.mjs';
import { CostReporter } from './test/support/vitest/cost-reporter.mjs';
import { LongestFirst } from './test/support/vitest/longest-first.mjs';
import { renewedForks } from './test/support/vitest/renewed-forks.mjs';

const root = import.meta.dirname;
const support = (file) => join(root, 'test/support/vitest', file);
const isDeep = process.env.TEST_TIER === 'deep';
const timeout = isDeep ? 900_000 : 300_000;
// Travels to the workers, which draw from it what a sample is of.
process.env.TEST_SEED = commitSeed(root);
process.env.TEST_PART ??= String(drawn(process.env.TEST_SEED, SAMPLES));
const turn = turnOf(process.env.TEST_SEED, SAMPLES, deep.IN_TURN.length);
const withoutTurn = deep.IN_TURN.filter((_, i) => i !== turn).flat();

const WITHOUT_DATABASE = {
  unit: [
    'libs/**/*.spec.ts',
    'apps/**/*.spec.ts',
    'test/deploy/*.spec.ts',
    'test/support/**/*.spec.ts',
  ],
  architecture: ['test/architecture.spec.ts'],
};
const WITH_DATABASE = {
  database: ['libs/**/*.db-spec.ts', 'apps/*/src/**/*.db-spec.ts', 'test/*.db-spec.ts'],
  api: ['apps/*/test/**/*.e2e-spec.ts'],
  scenarios: ['test/scenarios/**/*.spec.ts'],
  faults: ['test/faults/**/*.spec.ts'],
};

const shared = {
  globals: true,
  // Modules stay for all files of a worker.
  isolate: false,
  pool: renewedForks,
  setupFiles: [support('each-file.mjs')],
  testTimeout: timeout,
  hookTimeout: timeout,
};
const isOnCluster = JSON.parse(process.env.QUITTANCE_TEST_SERVER ?? '{}').nodes !== undefined;
const onDatabase = {
  ...shared,
  globalSetup: [support('global-setup.mjs')],
  setupFiles: [...shared.setupFiles, ...(isOnCluster ? [support('cluster-exceptions.mjs')] : [])],
};

const project = (test) => ({ plugins: [byNode], test });

/** Each kind of test by itself, for who asks for some of them. */
const byKind = [
  ...Object.entries(WITHOUT_DATABASE).map(([name, include]) =>
    project({ ...shared, name, include }),
  ),
  ...Object.entries(WITH_DATABASE).map(([name, include]) =>
    project({ ...onDatabase, name, include }),
  ),
];

/** All kinds at once: a worker keeps its modules for all files of one project, and for no other. */
export const suite = project({
  ...onDatabase,
  name: 'suite',
  include: [...Object.values(WITHOUT_DATABASE), ...Object.values(WITH_DATABASE)].flat(),
  // What only the deep tier runs.
  exclude: ['**/node_modules/**', ...(isDeep ? [] : [...deep.ONLY_DEEP, ...withoutTurn])],
});

/** What runs on a cluster: the product itself, and whatever asks the database. */
export const cluster = project({
  ...onDatabase,
  name: 'cluster',
  include: [...WITH_DATABASE.database, ...WITH_DATABASE.api, 'test/cluster/**/*.spec.ts'],
});

export default {
  root,
  test: {
    // Half of the machine's cores, at least three: a third of a file's time it waits for something.
    // A worker takes up to fifty of the server's 300 connections.
    maxWorkers: Math.min(5, Math.max(3, Math.floor(availableParallelism() / 2))),
    reporters: ['default', new CostReporter()],
    slowTestThreshold: 10_000,
    sequence: { sequencer: LongestFirst },
    projects: byKind,
  },
};
