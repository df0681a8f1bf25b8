import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Note } from './note.js';

let written = 0;

/**
 * A file for each note, so that any number of processes may write at once and none reads half a
 * note.
 */
export function writeNote(folder: string, note: Note): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  written += 1;
  const name = `${note.at.replace(/\D/g, '')}-${process.pid}-${written}`;
  const draft = join(folder, `${name}.tmp`);
  writeFileSync(draft, JSON.stringify(note), { mode: 0o600 });
  renameSync(draft, join(folder, `${name}.json`));
}
