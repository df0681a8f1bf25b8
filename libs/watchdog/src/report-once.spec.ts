import { addSeconds, parseInstant } from '@quittance/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quarantined } from './note.js';
import { readNotes } from './read-notes.js';
import { claimReport, releaseReport } from './report-once.js';

const NOW = parseInstant('2026-03-01T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'quittance-telling-'));
afterAll(() => rmSync(folder, { recursive: true }));

const work = { companyId: 'c1', kind: 'event', id: 'e1' };
const one: Quarantined = { work, since: NOW, process: 'worker', seconds: 900 };

it('is for one process of a data directory, until that gives it back', () => {
  const claim = (quarantined = one) => claimReport(folder, quarantined, NOW);
  expect([claim(), claim()]).toEqual([true, false]);
  expect(claim({ ...one, since: addSeconds(NOW, 60) })).toBe(true);
  releaseReport(folder, one);
  expect([claim(), claim()]).toEqual([true, false]);
});

it('is noted for as long as the ends that it is about', () => {
  const told = readNotes(folder, NOW);
  expect(told.map(({ what }) => what)).toEqual(['told', 'told']);
  expect(readNotes(folder, addSeconds(NOW, 8 * 86_400))).toEqual([]);
});
