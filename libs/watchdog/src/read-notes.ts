import { addSeconds, type Instant } from '@quittance/kernel';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Note } from './note.js';

const KEPT_SECONDS = 7 * 24 * 3600;

/** The notes of the last week; older ones are dropped, and what cannot be read is no note. */
export function readNotes(folder: string, now: Instant): readonly Note[] {
  const oldest = addSeconds(now, -KEPT_SECONDS);
  return filesOf(folder).flatMap((name) => {
    const path = join(folder, name);
    const note = readNote(path);
    if (!note || note.at >= oldest) return note ?? [];
    rmSync(path, { force: true });
    return [];
  });
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

function readNote(path: string): Note | undefined {
  try {
    const note = JSON.parse(readFileSync(path, 'utf8')) as Note;
    return typeof note.at === 'string' && 'work' in note ? note : undefined;
  } catch {
    return undefined;
  }
}
