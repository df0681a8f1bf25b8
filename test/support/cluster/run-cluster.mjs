import { resolve } from 'node:path';
import { commitSeed, drawn } from '../commit-seed.mjs';

// Runs tests on a cluster: all of them, those that are named, or with `--slice` those that the
// commit draws. With `--install` PostgreSQL is installed where it is missing.
const root = resolve(import.meta.dirname, '../../..');
process.env.TEST_SEED = commitSeed(root);
process.env.TEST_CLUSTER_PART ??= String(drawn(process.env.TEST_SEED, 40));
await import('../../../dist/test/support/cluster/tests-on-cluster.js');
