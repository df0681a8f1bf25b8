import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run, type OperatingAccount } from './account.js';
import { program, type Binaries } from './binaries.js';
import { isAlive } from './file-lock.js';

/** One cluster: its directory, the programs of its major version, and who runs them. */
export interface Cluster {
  readonly directory: string;
  readonly binaries: Binaries;
  readonly account: OperatingAccount | undefined;
}

/** Server settings by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string | number>>;

export const ADMIN = 'postgres';

const SETTINGS_FILE = 'quittance.conf';

export function clusterDirectory(home: string, major: number): string {
  return join(home, `postgres-${major}`);
}

/** Makes the cluster beside its place and moves it in at the end: half a cluster never counts. */
export async function createCluster(
  cluster: Cluster,
  password: string,
  durable: boolean,
): Promise<void> {
  const { directory, account } = cluster;
  const unfinished = `${directory}.new`;
  const passwordFile = `${directory}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    const args = ['-D', unfinished, '-U', ADMIN, '-A', 'scram-sha-256', '-E', 'UTF8', '-k'];
    args.push('--no-locale', `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync']));
    const made = await run(account, program(cluster.binaries, 'initdb'), args);
    if (made.code !== 0) throw new Error(`initdb did not succeed: ${made.output}`);
    const include = `\ninclude_if_exists '${SETTINGS_FILE}'\n`;
    await writeFile(join(unfinished, 'postgresql.conf'), include, { flag: 'a' });
    await rename(unfinished, directory);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Starts the server, on 127.0.0.1 alone. @throws Error with the end of the server's log. */
export async function startCluster(
  cluster: Cluster,
  port: number,
  settings: ServerSettings,
): Promise<void> {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    ...settings,
    port,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
  await writeOwned(cluster, SETTINGS_FILE, lines.join(''));
  const log = join(cluster.directory, 'server.log');
  const args = ['-D', cluster.directory, '-l', log, '-w', '-t', '120', '-s', 'start'];
  const started = await run(cluster.account, program(cluster.binaries, 'pg_ctl'), args);
  if (started.code === 0) return;
  const tail = await readFile(log, 'utf8').catch(() => '');
  throw new Error(`PostgreSQL did not start: ${tail.slice(-1500) || started.output}`);
}

/** Ends sessions and stops after a checkpoint. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const args = ['-D', cluster.directory, '-m', 'fast', '-w', '-t', '60', '-s', 'stop'];
  const stopped = await run(cluster.account, program(cluster.binaries, 'pg_ctl'), args);
  if (stopped.code !== 0 && runningPort(cluster) !== undefined) {
    throw new Error(`PostgreSQL did not stop: ${stopped.output}`);
  }
}

/** The port of the running server, or undefined when the cluster has none. */
export function runningPort(cluster: Cluster): number | undefined {
  const { pid, port } = readPidFile(cluster);
  return pid !== undefined && isPostgres(pid) ? port : undefined;
}

/**
 * After a reboot or in a new container the number in the pid file may belong to any other process,
 * and PostgreSQL would refuse to start for its sake.
 */
export async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const { pid } = readPidFile(cluster);
  if (pid === undefined || isPostgres(pid)) return;
  await rm(join(cluster.directory, 'postmaster.pid'), { force: true });
}

function readPidFile(cluster: Cluster): { pid?: number; port?: number } {
  const path = join(cluster.directory, 'postmaster.pid');
  if (!existsSync(path)) return {};
  const lines = readFileSync(path, 'utf8').split('\n');
  // A copy of a running cluster names the server of the original.
  if (isAnother(cluster.directory, lines[1] ?? '')) return { pid: NaN };
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return { ...(pid > 0 && { pid }), ...(port > 0 && { port }) };
}

function isAnother(directory: string, recorded: string): boolean {
  return existsSync(recorded) && realpathSync(recorded) !== realpathSync(directory);
}

function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === 'win32') return true;
    const command = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
    return /postgres|postmaster/.test(command.split('\0')[0] ?? '');
  } catch {
    return false;
  }
}

async function writeOwned(cluster: Cluster, name: string, text: string): Promise<void> {
  const path = join(cluster.directory, name);
  await writeFile(path, text, { mode: 0o600 });
  if (cluster.account) await chown(path, cluster.account.uid, cluster.account.gid);
}

/** The directory that holds clusters: others may pass through it but not look into it. */
export async function makeHome(path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  await mkdir(path, { mode: 0o711, recursive: true });
  await chmod(path, 0o711);
}
