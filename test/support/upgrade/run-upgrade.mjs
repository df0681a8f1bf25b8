import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Upgrades a database that is filled: `npm run test:upgrade -- <commit>` builds that commit beside
// this checkout, starts it on a database of its own and fills it by its demo, twice; then this
// version starts on the same database, whose migrations so meet rows, has all that must be true
// verified, tells its own demo, and has it verified again. A commit that an old migration was
// changed behind makes a database that this version refuses, or misses what was changed.
const root = resolve(import.meta.dirname, '../../..');
const commit = process.argv[2];
if (!commit) throw new Error('Name a commit: npm run test:upgrade -- <commit>');

const place = mkdtempSync(join(tmpdir(), 'quittance-upgrade-'));
const old = join(place, 'source');
const said = (text) => process.stdout.write(`${text}\n`);

/** A port that nobody has now. */
function freePort() {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(String(port)));
    });
  });
}

const env = {
  ...process.env,
  DATA_DIR: join(place, 'data'),
  STAFF_PORT: await freePort(),
  PORTAL_PORT: await freePort(),
  WORKER_PORT: '0',
  LOG_LEVEL: 'warn',
};

/** Runs a command to its end. @throws Error with what it said where it fails */
function run(program, args, cwd) {
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 64 << 20 };
  const { status, stdout, stderr } = spawnSync(program, args, options);
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} in ${cwd}:\n${stdout}\n${stderr}`);
}

const main = (name) => `dist/apps/cli/src/${name}.js`;
const lastLine = (text) => text.trim().split('\n').at(-1)?.trim() ?? '';

/** Starts the product of a checkout, does something while it runs, and stops it. */
async function whileStarted(cwd, act) {
  const product = spawn(process.execPath, [main('start')], { cwd, env });
  let output = '';
  const hear = (text) => (output += text);
  product.stdout.on('data', hear);
  product.stderr.on('data', hear);
  const ended = new Promise((done) => product.once('exit', done));
  try {
    for (let waited = 0; !output.includes('Quittance is ready'); waited += 100) {
      if (product.exitCode !== null || waited > 300_000) throw new Error(`No start:\n${output}`);
      await sleep(100);
    }
    said(`  ${lastLine(output.slice(0, output.indexOf('\n', output.indexOf('is ready'))))}`);
    await act();
  } finally {
    product.kill('SIGTERM');
    await ended;
  }
}

/** Every name, once, of the migrations of a checkout. */
const migrationsOf = (cwd, at) =>
  run('git', ['ls-tree', '-r', '--name-only', at], cwd)
    .split('\n')
    .filter((path) => /\/migrations\/.*\d{13}-[^/]*\.ts$/.test(path));

try {
  run('git', ['worktree', 'add', '--detach', old, commit], root);
  symlinkSync(join(root, 'node_modules'), join(old, 'node_modules'));
  const known = new Set(migrationsOf(root, commit));
  const fresh = migrationsOf(root, 'HEAD').filter((path) => !known.has(path));
  const changed = run(
    'git',
    ['diff', '--name-only', '--diff-filter=MDR', commit, 'HEAD', '--', 'libs/*/migrations/*'],
    root,
  ).trim();
  said(`${commit}: ${known.size} migrations, ${fresh.length} since`);
  if (changed) said(`  Changed since, which no database of before sees:\n${changed}`);
  said('It is built and filled');
  run('npm', ['run', 'build'], old);
  await whileStarted(old, () => {
    for (const _ of [1, 2]) said(`  ${lastLine(run(process.execPath, [main('demo')], old))}`);
  });
  said('This version starts on its database');
  run('npm', ['run', 'build'], root);
  await whileStarted(root, () => {
    said(`  ${lastLine(run(process.execPath, [main('verify')], root))}`);
    said(`  ${lastLine(run(process.execPath, [main('demo')], root))}`);
    said(`  ${lastLine(run(process.execPath, [main('verify')], root))}`);
  });
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', old], { cwd: root });
  rmSync(place, { recursive: true, force: true });
}
