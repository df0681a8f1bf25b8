import { CannotStart } from '@quittance/kernel';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { OLDEST_MAJOR } from './binaries.js';
import { clusterDirectory } from './cluster.js';
import { readState, type State } from './state.js';
import { writeText } from './write-text.js';

/** In a home outside of DATA_DIR: whose database it is. A copy of DATA_DIR names the same home. */
const OWNER_FILE = 'data-directory';

/**
 * What a data directory remembers, with the home of its own database: a copy of one holds its own,
 * wherever it was copied to, and not the one of the directory it was copied from. Writes nothing.
 * @throws CannotStart when the database lies elsewhere and is gone, or is that of another directory
 */
export function ownDatabase(dataDir: string): State | undefined {
  const known = readState(dataDir);
  if (!known || known.home === dataDir) return known;
  if (clusterVersions(dataDir).length > 0) return { ...known, home: dataDir };
  if (!existsSync(known.home)) {
    throw new CannotStart(
      `The database of ${dataDir} lay in ${known.home} (see postgres.json), which is not ` +
        'there. Put that directory back, or choose another DATA_DIR.',
    );
  }
  const owner = ownerOf(known.home);
  if (owner !== undefined && owner !== realpathSync(dataDir))
    throw copyWithout(dataDir, known, owner);
  return known;
}

/** Notes whose the home is, once: whoever comes with a copy of the data directory is refused. */
export function claimHome(home: string, dataDir: string): void {
  if (home === dataDir || ownerOf(home) !== undefined) return;
  writeText(join(home, OWNER_FILE), `${realpathSync(dataDir)}\n`, { flush: true });
}

/** The major versions of PostgreSQL that have data there. */
export function clusterVersions(home: string): number[] {
  const majors = Array.from({ length: 30 }, (_, offset) => OLDEST_MAJOR + offset);
  return majors.filter((major) => existsSync(clusterDirectory(home, major)));
}

/** Undefined in homes that were made before they were told apart. */
function ownerOf(home: string): string | undefined {
  const path = join(home, OWNER_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : undefined;
}

function copyWithout(dataDir: string, { home }: State, owner: string): CannotStart {
  const clusters = clusterVersions(home).map((major) => clusterDirectory(home, major));
  const from = clusters.join(' ') || home;
  return new CannotStart(
    `${dataDir} holds no database: its postgres.json names the one in ${home}, which is that of` +
      ` ${owner}. With the product stopped there, copy it as well: cp -a ${from} ${dataDir}/` +
      ` (mv instead of cp -a where ${owner} was moved here).`,
  );
}
