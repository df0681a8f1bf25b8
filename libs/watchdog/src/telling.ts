import type { Instant } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, type Quarantined, type Told } from './note.js';

/** Of a process without a data directory. */
const toldHere = new Set<string>();

/**
 * Whether nobody has told of the quarantine yet: of processes that ask at once one is answered so.
 * The note goes with the others after a week, later than the ends that it is about.
 */
export function claimTelling(
  folder: string | undefined,
  { work, since }: Quarantined,
  now: Instant,
): boolean {
  const name = nameOf({ work, since });
  if (folder === undefined) return !toldHere.has(name) && toldHere.add(name).size > 0;
  const note: Told = { what: 'told', at: now, work, since };
  return wasMade(join(folder, name), JSON.stringify(note));
}

/** It could not be told after all. */
export function giveBackTelling(folder: string | undefined, quarantined: Quarantined): void {
  const name = nameOf(quarantined);
  if (folder === undefined) toldHere.delete(name);
  else rmSync(join(folder, name), { force: true });
}

function nameOf({ work, since }: Pick<Quarantined, 'work' | 'since'>): string {
  const text = `${keyOf(work)} ${since}`;
  return `told-${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`;
}

function wasMade(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
