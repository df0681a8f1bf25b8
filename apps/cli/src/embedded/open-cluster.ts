import { CannotStart } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, serverAccount } from './account.js';
import { findPrograms, reachable } from './binaries.js';
import { copyCluster, removeCluster } from './carry-cluster.js';
import { choosePrograms, type EmbeddedPrograms } from './choose-programs.js';
import {
  clusterDirectory,
  createCluster,
  makeHome,
  type Cluster,
  type ServerSettings,
} from './cluster.js';
import { claimHome, clusterVersions, ownDatabase } from './own-database.js';
import { newState, readState, writeState, type State } from './state.js';

/**
 * The existing cluster with programs of its version, or a new one.
 * @throws CannotStart where the programs that are wanted do not fit the data
 */
export async function openCluster(
  dataDir: string,
  settings: ServerSettings,
  wanted: EmbeddedPrograms,
): Promise<{ cluster: Cluster; state: State }> {
  const known = ownDatabase(dataDir);
  const forgotten = known ? [] : clusterVersions(dataDir);
  if (forgotten.length > 0) {
    throw new CannotStart(
      `${dataDir} holds a database whose passwords (postgres.json) are missing. Put the file ` +
        'back, or choose another DATA_DIR.',
    );
  }
  const held = { home: known?.home ?? dataDir, majors: known ? clusterVersions(known.home) : [] };
  const binaries = choosePrograms(wanted, await findPrograms(), held);
  const existing = known && clusterDirectory(known.home, binaries.major);
  const account = serverAccount(existing);
  const isElsewhere = known && known.home !== dataDir;
  const home = isElsewhere
    ? known.home
    : canEnter(account, dataDir)
      ? dataDir
      : await homeElsewhere(dataDir);
  const cluster: Cluster = {
    directory: clusterDirectory(home, binaries.major),
    binaries: reachable(binaries, account, home),
    account,
  };
  claimHome(home, dataDir);
  const state = known ? { ...known, home } : await newState(home);
  await settle(dataDir, state, existing, cluster.directory);
  if (!existsSync(cluster.directory)) {
    await createCluster(cluster, state.passwords.admin, settings.fsync !== 'off');
  }
  return { cluster, state };
}

/**
 * Brings data that lie where the server's account may not enter to its home, and remembers that.
 */
async function settle(
  dataDir: string,
  state: State,
  existing: string | undefined,
  directory: string,
): Promise<void> {
  const isCarried = existing !== undefined && existing !== directory && existsSync(existing);
  if (isCarried) await copyCluster(existing, directory);
  if (readState(dataDir)?.home !== state.home) writeState(dataDir, state);
  if (isCarried) await removeCluster(existing);
}

/** Below a directory that only root may enter, the server's account needs a place of its own. */
async function homeElsewhere(dataDir: string): Promise<string> {
  const name = randomBytes(8).toString('hex');
  for (const parent of ['/var/lib/quittance', '/var/tmp/quittance', join(tmpdir(), 'quittance')]) {
    const home = join(parent, name);
    try {
      await makeHome(parent);
      await makeHome(home);
    } catch {
      continue;
    }
    if (canEnter(serverAccount(undefined), home)) return home;
  }
  throw new Error(`PostgreSQL's account can enter neither ${dataDir} nor a directory in /var`);
}
