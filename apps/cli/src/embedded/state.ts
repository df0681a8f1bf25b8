import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { writeText } from './write-text.js';

/** What a data directory remembers of its server, in a file only its owner can read. */
export interface State {
  /** Where the cluster lies: the data directory, unless the server's account cannot enter it. */
  readonly home: string;
  readonly port: number;
  readonly passwords: { readonly admin: string; readonly owner: string; readonly app: string };
}

const FILE = 'postgres.json';

export function readState(dataDir: string): State | undefined {
  const path = join(dataDir, FILE);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as State;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read: does it belong to another user?`, { cause: error });
  }
}

export async function newState(home: string): Promise<State> {
  const [admin, owner, app] = [secret(), secret(), secret()];
  return { home, port: await freePort(), passwords: { admin, owner, app } };
}

/** Replaces the file in one step, so that a crash leaves the old one or the new one. */
export function writeState(dataDir: string, state: State): void {
  const path = join(dataDir, FILE);
  writeText(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { flush: true });
  renameSync(`${path}.new`, path);
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

export function freePort(): Promise<number> {
  return listenOnce(0).then((port) => port ?? Promise.reject(new Error('No free port was found')));
}

export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined;
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}
