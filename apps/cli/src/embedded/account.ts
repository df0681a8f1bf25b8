import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/**
 * The operating system user PostgreSQL runs as: it refuses root. Undefined means "as ourselves".
 */
export interface OperatingAccount {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` on every common system: it needs no user to be created. */
const NOBODY: OperatingAccount = { uid: 65534, gid: 65534 };

/**
 * Root hands over to the owner of the existing cluster, else to `postgres` where that user exists,
 * else to nobody. Everybody else, and Windows, runs PostgreSQL as themselves.
 */
export function serverAccount(cluster: string | undefined): OperatingAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = cluster === undefined ? undefined : statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return postgresUser() ?? NOBODY;
}

function postgresUser(): OperatingAccount | undefined {
  try {
    const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
    return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the account can enter the directory: a parent such as /root (0700) may forbid it. */
export function canEnter(account: OperatingAccount | undefined, directory: string): boolean {
  if (!account) return true;
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$0"', directory], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a PostgreSQL program as the account; its messages are English whatever the locale. */
export function run(
  account: OperatingAccount | undefined,
  file: string,
  args: readonly string[],
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { ...account, cwd: '/', env: serverEnvironment(), windowsHide: true },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
        const said = `${stdout}${stderr}`.trim();
        resolve({ code, output: said || (error?.message ?? '') });
      },
    );
  });
}

/** Only what a server needs: the secrets of the environment are not for a long-lived daemon. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'PATHEXT'];
  const kept = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
