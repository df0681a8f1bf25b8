import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
/** Longer than any start, with an initdb and a recovery in it, is expected to take. */
const PATIENCE_MS = 180_000;

/** Lets one process of this machine at a time do the work; a holder that was killed is overruled. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = `${process.pid} ${randomUUID()}`;
  await acquire(path, mark);
  try {
    return await work();
  } finally {
    if ((await holder(path)) === mark) await rm(path, { force: true });
  }
}

async function acquire(path: string, mark: string): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    try {
      await writeFile(path, mark, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (isDead(await holder(path)) && (await takeOver(path, mark))) return;
    await sleep(POLL_MS);
  }
  throw new Error(`Another process holds ${path}; when none is running, delete that file`);
}

async function holder(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function isDead(mark: string): boolean {
  const pid = Number(mark.split(' ')[0]);
  return pid > 0 && !isAlive(pid);
}

/** Several may try at once: the last to replace the file finds its own mark after the pause. */
async function takeOver(path: string, mark: string): Promise<boolean> {
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, mark, { mode: 0o600 });
  await rename(mine, path);
  await sleep(2 * POLL_MS);
  return (await holder(path)) === mark;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
