import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PACKAGE = 'postgresql-15';
/** Each step of apt-get: a machine that reaches no archive waits no longer to be told so. */
const PATIENCE_MS = 180_000;

/**
 * Installs PostgreSQL from Debian where whoever runs the tests may and asked for it: on machines
 * that are made for one run. Citus itself is unpacked beside it. Says what kept it from it.
 */
export function installPostgres(): string | undefined {
  if (process.getuid?.() !== 0) return 'Only root installs packages.';
  if (!existsSync('/usr/bin/apt-get')) return 'There is no apt-get to install it with.';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: readonly string[]) =>
    execFileSync('apt-get', ['-q', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: PATIENCE_MS,
    });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', PACKAGE);
    return undefined;
  } catch (error) {
    return `${PACKAGE} could not be installed: ${(error as Error).message}`;
  }
}
