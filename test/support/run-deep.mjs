import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { commitSeed, drawn } from './commit-seed.mjs';
import deep from './deep-files.cjs';

// Runs the deep tier: all of it, or with `--slice` those of its parts that the commit begins with, or
// with `--slice 3` the third. What stands behind `--` goes to Jest.
const root = resolve(import.meta.dirname, '../..');
/** No part is begun later than this: whoever waits for the slice waits for a bounded time. */
const MINUTES = Number(process.env.TEST_SLICE_MINUTES ?? 4);

const seed = commitSeed(root);
const files = deep.deepFiles(root);
const parts = deep.deepParts(files);
const [flag, which] = process.argv.slice(2);
const said = (text) => process.stdout.write(`${text}\n`);

function run(paths, args = []) {
  const jest = resolve(root, 'node_modules/jest/bin/jest.js');
  const env = {
    SIMULATION_SEEDS: '150',
    ...process.env,
    TEST_SEED: seed,
    TEST_TIER: 'deep',
    FAULTS: 'full',
  };
  const options = { cwd: root, env, stdio: 'inherit' };
  const { status } = spawnSync(
    process.execPath,
    [jest, ...args, '--runTestsByPath', ...paths],
    options,
  );
  return status === 0;
}

function runPart(number) {
  const paths = parts[number - 1];
  said(
    `\nThe deep tier, part ${number} of ${parts.length}, by the seed ${seed}:\n${paths.join('\n')}\n`,
  );
  return run(paths);
}

function runSlice() {
  const start = drawn(seed, parts.length);
  const until = Date.now() + MINUTES * 60_000;
  for (let i = 0; i < parts.length && Date.now() < until; i += 1) {
    if (!runPart(((start + i) % parts.length) + 1)) return false;
  }
  return true;
}

const known = Number(which) >= 1 && Number(which) <= parts.length;
if (flag !== '--slice') process.exitCode = run(files, process.argv.slice(2)) ? 0 : 1;
else if (which === undefined) process.exitCode = runSlice() ? 0 : 1;
else if (known) process.exitCode = runPart(Number(which)) ? 0 : 1;
else throw new Error(`The deep tier has the parts 1 to ${parts.length}`);
