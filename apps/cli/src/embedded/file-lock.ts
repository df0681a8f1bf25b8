import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeText } from './write-text.js';

const POLL_MS = 50;
/**
 * Longer than a start or a stop takes. After a reboot the holder's number may belong to some other
 * process, which would never let go.
 */
const PATIENCE_MS = 60_000;

/**
 * Lets one process of this machine at a time do the work; a holder that was killed is overruled.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = `${process.pid} ${randomUUID()}`;
  await acquire(path, mark);
  try {
    return await work();
  } finally {
    if (holder(path) === mark) rmSync(path, { force: true });
  }
}

async function acquire(path: string, mark: string): Promise<void> {
  for (let waited = 0; !tryCreate(path, mark); waited += POLL_MS) {
    const overdue = waited > PATIENCE_MS || isAbandoned(path);
    if (overdue && (await takeOver(path, mark))) return;
    await sleep(POLL_MS);
  }
}

/**
 * The file appears with its mark in it or not at all: an empty one could never be told abandoned.
 */
function tryCreate(path: string, mark: string): boolean {
  const complete = `${path}.${mark.replace(' ', '.')}`;
  try {
    writeText(complete, mark);
    linkSync(complete, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(complete, { force: true });
  }
}

function holder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isAbandoned(path: string): boolean {
  const mark = holder(path);
  return mark !== undefined && !isAlive(Number(mark.split(' ')[0]));
}

/** Several may try at once: the last to replace the file finds its own mark after the pause. */
async function takeOver(path: string, mark: string): Promise<boolean> {
  const mine = `${path}.${mark.replace(' ', '.')}`;
  try {
    writeText(mine, mark);
    renameSync(mine, path);
  } finally {
    rmSync(mine, { force: true });
  }
  await sleep(2 * POLL_MS);
  return holder(path) === mark;
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
