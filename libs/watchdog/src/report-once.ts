import type { Instant } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workKey, type Quarantined, type ReportNote } from './note.js';

/** Of a process without a data directory. */
const reportedHere = new Set<string>();

/**
 * Whether nobody has told of the quarantine yet: of processes that ask at once one is answered so.
 * The note goes with the others after a week, later than the ends that it is about.
 */
export function claimReport(
  folder: string | undefined,
  { work, since }: Quarantined,
  now: Instant,
): boolean {
  const name = nameOf({ work, since });
  if (folder === undefined) return !reportedHere.has(name) && reportedHere.add(name).size > 0;
  const note: ReportNote = { what: 'told', at: now, work, since };
  return wasMade(join(folder, name), JSON.stringify(note));
}

/** It could not be told after all. */
export function releaseReport(folder: string | undefined, quarantined: Quarantined): void {
  const name = nameOf(quarantined);
  if (folder === undefined) reportedHere.delete(name);
  else rmSync(join(folder, name), { force: true });
}

function nameOf({ work, since }: Pick<Quarantined, 'work' | 'since'>): string {
  const text = `${workKey(work)} ${since}`;
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
