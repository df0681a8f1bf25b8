import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SERVER_VARIABLE } from '../test-server.js';
import { citusPrograms, type CitusPrograms } from './citus-programs.js';
import { filesOfSlice } from './cluster-files.js';
import { openClusterServer } from './cluster-server.js';
import { installPostgres } from './install-postgres.js';

interface Asked {
  /** Of all files some, by the number that is in `TEST_CLUSTER_PART`. */
  readonly slice: boolean;
  /** Packages that are missing are installed. */
  readonly install: boolean;
  /** What else is said goes to Vitest: files, `-t 'a part of a title'`. */
  readonly others: readonly string[];
}

function read(args: readonly string[]): Asked {
  const own = ['--slice', '--install'];
  return {
    slice: args.includes('--slice'),
    install: args.includes('--install'),
    others: args.filter((each) => !own.includes(each)),
  };
}

async function programs({ install }: Asked): Promise<CitusPrograms> {
  const home = join(tmpdir(), 'quittance-citus');
  const found = await citusPrograms(home);
  if (!install || !('missing' in found) || !found.isPackage) return found;
  const kept = installPostgres();
  return kept === undefined ? citusPrograms(home) : { missing: `${found.missing} ${kept}` };
}

/** Runs tests with a cluster in place of the test server. */
function runTests({ slice, others }: Asked, server: object): Promise<number> {
  const files = slice ? filesOfSlice(Number(process.env.TEST_CLUSTER_PART ?? 0)) : [];
  const vitest = [resolve('node_modules/vitest/vitest.mjs'), 'run'];
  const tests = spawn(
    process.execPath,
    [...vitest, '--config', 'vitest.cluster.mjs', ...files, ...others],
    { env: { ...process.env, [SERVER_VARIABLE]: JSON.stringify(server) }, stdio: 'inherit' },
  );
  return new Promise((ended) => {
    tests.on('close', (code) => ended(code ?? 1));
  });
}

/** All of them unless told: migrations, demonstration, `verify`, API and database. */
async function main(): Promise<number> {
  const asked = read(process.argv.slice(2));
  const found = await programs(asked);
  if ('missing' in found) {
    console.error(`\n*** SKIPPED: no test ran on a cluster. ${found.missing}\n`);
    return 0;
  }
  const cluster = await openClusterServer(found.binaries);
  try {
    return await runTests(asked, cluster.server);
  } finally {
    await cluster.stop();
  }
}

void main().then((code) => {
  process.exitCode = code;
});
