import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { commitSeed, drawn } from '../commit-seed.mjs';
import deep from './deep-files.cjs';

// Runs the deep tier: all of it, or with `--slice` those of its parts that the commit begins with,
// or with `--slice 3` the third. What else is named goes to Vitest.
const root = resolve(import.meta.dirname, '../../..');
/** No part is begun later than this: whoever waits for the slice waits for a bounded time. */
const MINUTES = Number(process.env.TEST_SLICE_MINUTES ?? 1);

const seed = commitSeed(root);
const files = deep.deepFiles(root);
const parts = deep.deepParts(files);
const args = process.argv.slice(2);
const isSlice = args[0] === '--slice';
const which = isSlice && /^\d+$/.test(args[1] ?? '') ? Number(args[1]) : undefined;
const forVitest = args.slice(which === undefined ? Number(isSlice) : 2);
const said = (text) => process.stdout.write(`${text}\n`);

function run(paths) {
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
  const env = {
    SIMULATION_SEEDS: isSlice ? '20' : '150',
    ...process.env,
    TEST_SEED: seed,
    TEST_TIER: 'deep',
    FAULTS: 'full',
  };
  const options = { cwd: root, env, stdio: 'inherit' };
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'vitest.suite.mjs', ...forVitest, ...paths],
    options,
  );
  return status === 0;
}

function runPart(number) {
  const paths = parts[number - 1];
  said(
    `\nThe deep tier, part ${number} of ${parts.length}, by the seed ${seed}:\n` +
      `${paths.join('\n')}\n`,
  );
  return run(paths);
}

/** The part that the commit draws and the next ones, until the time is up or one of them fails. */
function runSlice() {
  const until = Date.now() + MINUTES * 60_000;
  const start = drawn(seed, parts.length);
  const order = [...parts.keys()].map((i) => ((start + i) % parts.length) + 1);
  return order.every((part, i) => (i > 0 && Date.now() >= until) || runPart(part));
}

/** The product and whatever asks the database, on a cluster; where there can be none, that is said. */
function runOnCluster() {
  const cluster = resolve(root, 'test/support/cluster/run-cluster.mjs');
  const env = { ...process.env, TEST_SEED: seed };
  return spawnSync(process.execPath, [cluster], { cwd: root, env, stdio: 'inherit' }).status === 0;
}

function passes() {
  // Both are run, so that one failure hides no other.
  if (!isSlice) return [run(files), forVitest.length > 0 || runOnCluster()].every(Boolean);
  if (which === undefined) return runSlice();
  if (which >= 1 && which <= parts.length) return runPart(which);
  throw new Error(`The deep tier has the parts 1 to ${parts.length}`);
}

process.exitCode = passes() ? 0 : 1;
