import { CannotStart } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, serverAccount } from './account.js';
import { findPrograms, OLDEST_MAJOR, reachable } from './binaries.js';
import { choosePrograms, type EmbeddedPrograms } from './choose-programs.js';
import {
  clusterDirectory,
  createCluster,
  makeHome,
  type Cluster,
  type ServerSettings,
} from './cluster.js';
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
  const known = stateOf(dataDir);
  const forgotten = known ? [] : clusterVersions(dataDir);
  if (forgotten.length > 0) {
    throw new CannotStart(
      `${dataDir} holds a database whose passwords (postgres.json) are missing. Put the file back,` +
        ' or choose another DATA_DIR.',
    );
  }
  const held = { home: known?.home ?? dataDir, majors: known ? clusterVersions(known.home) : [] };
  const binaries = choosePrograms(wanted, await findPrograms(), held);
  const existing = known && clusterDirectory(known.home, binaries.major);
  const account = serverAccount(existing);
  const home = known?.home ?? (canEnter(account, dataDir) ? dataDir : await homeElsewhere(dataDir));
  const cluster: Cluster = {
    directory: clusterDirectory(home, binaries.major),
    binaries: reachable(binaries, account, home),
    account,
  };
  const state = known ?? (await newState(home));
  if (!known) writeState(dataDir, state);
  if (!existsSync(cluster.directory)) {
    await createCluster(cluster, state.passwords.admin, settings.fsync !== 'off');
  }
  return { cluster, state };
}

/**
 * What the directory remembers. A copy of one holds its own database, wherever it was copied to, and not
 * the one of the directory it was copied from. @throws Error when the database lies elsewhere, and is gone
 */
function stateOf(dataDir: string): State | undefined {
  const known = readState(dataDir);
  if (!known || known.home === dataDir) return known;
  if (clusterVersions(dataDir).length > 0) {
    const here = { ...known, home: dataDir };
    writeState(dataDir, here);
    return here;
  }
  if (existsSync(known.home)) return known;
  throw new CannotStart(
    `The database of ${dataDir} lay in ${known.home} (see postgres.json), which is not there. Put that` +
      ' directory back, or choose another DATA_DIR.',
  );
}

function clusterVersions(home: string): number[] {
  const majors = Array.from({ length: 30 }, (_, offset) => OLDEST_MAJOR + offset);
  return majors.filter((major) => existsSync(clusterDirectory(home, major)));
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
