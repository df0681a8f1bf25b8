import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findPrograms, type Binaries } from '../../../apps/cli/src/embedded/binaries.js';

/** The major version that the archive was built for, and the first minor one that can load it. */
const BUILT_FOR = { major: 15, minor: 20 };

/** Beside a checkout, and beside the folder of one. */
const BESIDE = ['../shared/citus', '../../shared/citus'].map((path) => resolve(path));

/** PostgreSQL with Citus, or why there is none. */
export type CitusPrograms = { readonly binaries: Binaries } | Missing;

interface Missing {
  /** A sentence. */
  readonly missing: string;
  /** Nothing but PostgreSQL's own package is, or it is too old. */
  readonly isPackage?: boolean;
}

/**
 * The machine's PostgreSQL where Citus is installed in it. Else a copy of it in `home` with Citus
 * unpacked from the archive beside the project, or built from its source there: nothing of the
 * machine is changed, so that root is not needed.
 */
export async function citusPrograms(home: string): Promise<CitusPrograms> {
  const { system } = await findPrograms();
  const plain = system.find(({ major }) => major === BUILT_FOR.major);
  if (plain && existsSync(libraryOf(plain))) return loadable(plain);
  const folder = BESIDE.find(existsSync);
  if (!folder) return { missing: 'Citus is neither installed nor beside the project.' };
  if (!plain) {
    return { missing: `PostgreSQL ${BUILT_FOR.major} is not installed.`, isPackage: true };
  }
  const root = join(home, `postgres-${plain.version}-citus`);
  try {
    if (!existsSync(root)) install(plain, folder, root);
  } catch (error) {
    const missing = `Citus could not be made ready: ${(error as Error).message}`;
    // A newer minor version of the package can load the archive.
    return { missing, isPackage: minorOf(plain) < BUILT_FOR.minor };
  }
  return loadable({ ...plain, bin: join(root, plain.bin) });
}

const minorOf = ({ version }: Binaries): number => Number(version.split('.')[1]);

const libraryOf = ({ bin }: Binaries): string => join(bin, '../lib/citus.so');

/** What was built for another system may ask for libraries that this one has not. */
function loadable(binaries: Binaries): CitusPrograms {
  const { stdout, stderr } = spawnSync('ldd', [libraryOf(binaries)], { encoding: 'utf8' });
  const lines = `${stdout ?? ''}\n${stderr ?? ''}`.split('\n');
  const [lacking] = lines.filter((line) => line.includes('not found'));
  return lacking ? { missing: `Citus cannot be loaded here: ${lacking.trim()}.` } : { binaries };
}

/** PostgreSQL finds its libraries and its extensions from where its programs are. */
function install(plain: Binaries, folder: string, root: string): void {
  const unfinished = `${root}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const directory of [join(plain.bin, '..'), `/usr/share/postgresql/${plain.major}`]) {
    cpSync(directory, join(unfinished, directory), { recursive: true });
  }
  execFileSync('tar', ['xzf', archiveFor(plain, folder, unfinished), '-C', unfinished]);
  renameSync(unfinished, root);
}

/** The archive, where this PostgreSQL can load it; else what is built for it, in some minutes. */
function archiveFor(plain: Binaries, folder: string, work: string): string {
  const named = (end: string) => readdirSync(folder).find((name) => name.endsWith(end));
  const [archive, source] = [named('-pg15-debian12.tar.gz'), named('-src.tar.xz')];
  const isLoadable = minorOf(plain) >= BUILT_FOR.minor && process.arch === 'x64';
  if (archive && isLoadable) return join(folder, archive);
  if (!source) throw new Error(`no archive for PostgreSQL ${plain.version} and no source`);
  mkdirSync(work, { recursive: true });
  const built = join(work, 'citus.tar.gz');
  const build = [join(folder, 'build.sh'), join(folder, source), built];
  execFileSync('bash', [...build, join(plain.bin, 'pg_config')], { stdio: 'inherit' });
  return built;
}
