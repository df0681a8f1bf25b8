import { addSeconds, parseInstant } from '@quittance/kernel';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Note } from './note.js';
import { readNotes } from './read-notes.js';
import { writeNote } from './write-note.js';

const NOW = parseInstant('2026-03-01T12:00:00Z');
const parent = mkdtempSync(join(tmpdir(), 'quittance-notes-'));
const folder = join(parent, 'standstills');
afterAll(() => rmSync(parent, { recursive: true }));

function note(id: string, secondsAgo: number): Note {
  const work = { companyId: 'c1', kind: 'event', id };
  return { what: 'set-aside', at: addSeconds(NOW, -secondsAgo), work };
}

it('reads what was written, without what is older than a week or no note', () => {
  expect(readNotes(folder, NOW)).toEqual([]);
  const young = [note('a', 60), note('b', 60)];
  for (const each of [...young, note('c', 8 * 86_400)]) writeNote(folder, each);
  writeFileSync(join(folder, 'torn.json'), '{"at":"2026-');
  writeFileSync(join(folder, 'other.json'), '[1]');
  expect(readNotes(folder, NOW)).toEqual(young);
  expect(readdirSync(folder)).toHaveLength(4);
});
