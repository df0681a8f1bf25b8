import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import mutations from './mutations.cjs';

/**
 * Plants one fault after the other in the sources as they lie here, sees the test fail that is
 * named for it, and puts back what it changed. Each test passes without its fault first: one that
 * always fails would notice everything.
 */
function fails([project, path, title]) {
  const named = title === '' ? [] : ['-t', title];
  const args = ['vitest', 'run', '--project', project, path, ...named];
  const { stdout, stderr } = spawnSync('npx', args, { encoding: 'utf8' });
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(stdout) ?? [];
  if (passed === undefined) throw new Error(`${args.join(' ')} told nothing: ${stderr}`);
  return { ran: Number(passed) + Number(failed) > 0, failed: Number(failed) > 0 };
}

function planted(text, { from, to, also = [] }) {
  let after = text;
  for (const [old, fresh] of [[from, to], ...also]) {
    if (after.split(old).length !== 2) return undefined;
    after = after.replace(old, () => fresh);
  }
  return after;
}

function verdictOf(mutation) {
  const { file, test } = mutation;
  const text = readFileSync(file, 'utf8');
  const after = planted(text, mutation);
  if (after === undefined) return 'has no place any more';
  const before = fails(test);
  if (!before.ran || before.failed) return 'has a test that does not pass without it';
  const restore = () => writeFileSync(file, text);
  process.once('exit', restore);
  writeFileSync(file, after);
  try {
    return fails(test).failed ? undefined : 'survives';
  } finally {
    restore();
    process.off('exit', restore);
  }
}

process.on('SIGINT', () => process.exit(130));
const [among = ''] = process.argv.slice(2);
const chosen = mutations.MUTATIONS.filter(({ name }) => name.includes(among));
let left = 0;
for (const mutation of chosen) {
  const fault = verdictOf(mutation);
  if (fault) left += 1;
  process.stdout.write(`${fault ? `✗ ${fault}` : '✓ noticed'}: ${mutation.name}\n`);
}
process.stdout.write(`${chosen.length - left} of ${chosen.length} noticed\n`);
process.exitCode = left === 0 && chosen.length > 0 ? 0 : 1;
