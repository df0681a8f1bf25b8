import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  ADMIN,
  makeHome,
  removeStalePidFile,
  runningPort,
  startCluster,
  stopCluster,
  type Cluster,
  type ServerSettings,
} from './cluster.js';
import { saysNotYet } from '@quittance/database/host';
import { CannotStart } from '@quittance/kernel';
import type { EmbeddedPrograms } from './choose-programs.js';
import { withFileLock } from './file-lock.js';
import { openCluster } from './open-cluster.js';
import { ownDatabase } from './own-database.js';
import { DATABASE, LOGIN, OWNER, prepareRoles } from './roles.js';
import { freePort, isFree, readState, writeState, type State } from './state.js';

export interface EmbeddedOptions {
  /** Remembers port and passwords, and holds the cluster when the server's account can enter it. */
  readonly dataDir: string;
  /** Settings of a server that is started now; one that already runs keeps its own. */
  readonly settings?: ServerSettings;
  /** Those of the npm packages, whose version is pinned, unless it is said. */
  readonly programs?: EmbeddedPrograms;
}

/** A server of our own data directory, in use by this process. */
export interface EmbeddedServer {
  /** For the applications: a login that owns nothing. */
  readonly url: string;
  /** For migrations: owner of the database `quittance`. */
  readonly ownerUrl: string;
  /** The superuser, in the database `postgres`. */
  readonly adminUrl: string;
  /** For example `17.10`. */
  readonly version: string;
  /** Fulfilled when the server went away without `stop()`; starting again recovers it. */
  readonly lost: Promise<void>;
  /** Ends this process's use of the server; the last of its users stops it. */
  stop(): Promise<void>;
}

/** Held in shared mode by every process that uses the server, so that the last one can tell. */
const USERS_LOCK = 7_210_431_908;
const START_ATTEMPTS = 8;
const RETRY_MS = 200;
/** Its data may be large. */
const LONGEST_RECOVERY_MS = 120_000;

/**
 * Starts PostgreSQL on a data directory of our own, or joins the server that already runs there,
 * also one that outlived its killed starter. Works as root and as an ordinary user.
 * @throws CannotStart with one sentence where the programs that are wanted do not fit the data
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { settings = {}, programs = 'packaged' } = options;
  const dataDir = resolve(options.dataDir);
  await makeHome(dataDir);
  const lock = join(dataDir, 'postgres.lock');
  return withFileLock(lock, async () => {
    const { cluster, state } = await openCluster(dataDir, settings, programs);
    const since = performance.now();
    for (;;) {
      const port = runningPort(cluster) ?? (await start(cluster, state, dataDir, options));
      try {
        const admin = await enter(port, state);
        return await server({ admin, cluster, state, port, lock });
      } catch (error) {
        // One that recovers refuses at first, and may be gone again before it answers.
        const isOver = performance.now() - since > LONGEST_RECOVERY_MS;
        if (!saysNotYet(error) || isOver) throw error;
      }
      await sleep(RETRY_MS);
    }
  });
}

/**
 * Whether there is one already: starting it would make it. @throws CannotStart for a copy without
 * it
 */
export function holdsEmbedded(dataDir: string): boolean {
  return ownDatabase(resolve(dataDir)) !== undefined;
}

/**
 * The address of the owner at the embedded server of a data directory, whether it runs or not.
 * @throws CannotStart for a copy that was never started: it remembers the address of the original
 */
export function embeddedOwnerUrl(dataDir: string): string | undefined {
  const known = ownDatabase(resolve(dataDir));
  if (known && known.home !== readState(resolve(dataDir))?.home) {
    throw new CannotStart(`${dataDir} is a copy that was never started, so it has no address yet.`);
  }
  return known && urlOf(OWNER, known.passwords.owner, known.port, DATABASE);
}

/**
 * The remembered port may have been taken since; and after a kill of the postmaster its sessions
 * need a moment to notice, during which the shared memory is still in use.
 */
async function start(
  cluster: Cluster,
  state: State,
  dataDir: string,
  options: EmbeddedOptions,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    await removeStalePidFile(cluster);
    const port = (await isFree(state.port)) ? state.port : await freePort();
    if (port !== state.port) writeState(dataDir, { ...state, port });
    try {
      await startCluster(cluster, port, options.settings ?? {});
      return port;
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await sleep(250 * attempt);
    }
  }
}

/** A session of the superuser that says that the server is in use, on one that has its roles. */
async function enter(port: number, state: State): Promise<Client> {
  const connectionString = urlOf(ADMIN, state.passwords.admin, port, 'postgres');
  const admin = new Client({ connectionString });
  // Between two statements nobody waits for what becomes of it; the next one tells.
  admin.on('error', () => undefined);
  try {
    await admin.connect();
    await admin.query(`select pg_advisory_lock_shared(${USERS_LOCK})`);
    await prepareRoles(admin, state);
    return admin;
  } catch (error) {
    await admin.end().catch(() => undefined);
    throw error;
  }
}

interface Running {
  readonly admin: Client;
  readonly cluster: Cluster;
  readonly state: State;
  readonly port: number;
  readonly lock: string;
}

async function server({ admin, cluster, state, port, lock }: Running): Promise<EmbeddedServer> {
  const answer = await admin.query<{ server_version: string }>('show server_version');
  let stopping = false;
  const lost = new Promise<void>((announce) => {
    admin.once('end', () => {
      if (!stopping) announce();
    });
  });
  return {
    url: urlOf(LOGIN, state.passwords.app, port, DATABASE),
    ownerUrl: urlOf(OWNER, state.passwords.owner, port, DATABASE),
    adminUrl: urlOf(ADMIN, state.passwords.admin, port, 'postgres'),
    version: answer.rows[0]?.server_version.split(' ')[0] ?? '',
    lost,
    stop: () => {
      stopping = true;
      return withFileLock(lock, () => leave(admin, cluster));
    },
  };
}

async function leave(admin: Client, cluster: Cluster): Promise<void> {
  let last = false;
  try {
    await admin.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
    const tried = await admin.query(`select pg_try_advisory_lock(${USERS_LOCK}) as last`);
    last = tried.rows[0]?.last === true;
  } catch {
    // The server went away meanwhile; should another process have started it again, it is theirs.
  }
  await admin.end().catch(() => undefined);
  if (last) await stopCluster(cluster);
}

function urlOf(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}
