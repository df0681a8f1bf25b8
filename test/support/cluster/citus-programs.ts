import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findPrograms, type Binaries } from '../../../apps/cli/src/embedded/binaries.js';

/** The major version that the archive was built for, and the first minor one that can load it. */
const BUILT_FOR = { major: 15, minor: 20 };

/** Beside a checkout, and beside the folder of one. */
const BESIDE = ['../shared/citus', '../../shared/citus'].map((path) => resolve(path));

/** PostgreSQL with Citus, or the sentence that says why there is none. */
export type CitusPrograms = { readonly binaries: Binaries } | { readonly missing: string };

/**
 * The machine's PostgreSQL where Citus is installed in it. Else a copy of it in `home` with Citus
 * unpacked from the archive beside the project, or built from its source there: nothing of the
 * machine is changed, so that root is not needed.
 */
export async function citusPrograms(home: string): Promise<CitusPrograms> {
  const { system } = await findPrograms();
  const plain = system.find(({ major }) => major === BUILT_FOR.major);
  if (!plain) return { missing: `PostgreSQL ${BUILT_FOR.major} is not installed.` };
  if (existsSync(join(plain.bin, '../lib/citus.so'))) return { binaries: plain };
  const folder = BESIDE.find(existsSync);
  if (!folder) return { missing: 'Citus is neither installed nor beside the project.' };
  const root = join(home, `postgres-${plain.version}-citus`);
  try {
    if (!existsSync(root)) install(plain, folder, root);
  } catch (error) {
    return { missing: `Citus could not be made ready: ${(error as Error).message}` };
  }
  return { binaries: { ...plain, bin: join(root, plain.bin) } };
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
  const minor = Number(plain.version.split('.')[1]);
  if (archive && minor >= BUILT_FOR.minor && process.arch === 'x64') return join(folder, archive);
  if (!source) throw new Error(`no archive for PostgreSQL ${plain.version} and no source`);
  mkdirSync(work, { recursive: true });
  const built = join(work, 'citus.tar.gz');
  const build = [join(folder, 'build.sh'), join(folder, source), built];
  execFileSync('bash', [...build, join(plain.bin, 'pg_config')], { stdio: 'inherit' });
  return built;
}
