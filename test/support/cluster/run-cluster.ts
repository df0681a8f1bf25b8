import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_VARIABLE } from '../test-server.js';
import { citusPrograms } from './citus-programs.js';
import { openClusterServer } from './cluster-server.js';

/** Runs the command it is given, a run of tests, with a cluster in place of the test server. */
async function main(): Promise<number> {
  const [command = '', ...args] = process.argv.slice(2);
  const programs = await citusPrograms(join(tmpdir(), 'quittance-citus'));
  if ('missing' in programs) {
    console.error(`\n*** SKIPPED: no test ran on a cluster. ${programs.missing}\n`);
    return 0;
  }
  const cluster = await openClusterServer(programs.binaries);
  try {
    const env = { ...process.env, [SERVER_VARIABLE]: JSON.stringify(cluster.server) };
    const tests = spawn(command, args, { env, stdio: 'inherit' });
    return await new Promise((resolve) => {
      tests.on('close', (code) => resolve(code ?? 1));
    });
  } finally {
    await cluster.stop();
  }
}

void main().then((code) => {
  process.exitCode = code;
});
