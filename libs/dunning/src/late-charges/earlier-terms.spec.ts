import { parseLocalDate } from '@quittance/calendar';
import { datedTerms } from './earlier-terms.js';
import { NO_LATE_TERMS, type SavedLateTerms } from './late-terms.js';

const at = parseLocalDate;
const START = at('2026-01-01');
const MARCH = at('2026-03-01');

const saved = (more: Partial<SavedLateTerms> = {}): SavedLateTerms => ({
  ...NO_LATE_TERMS,
  active: true,
  annualRate: '9',
  appliesFrom: START,
  saidOn: START,
  version: 1,
  ...more,
});
const until = (day: string, annualRate: string | null, graceDays = 0) => ({
  annualRate,
  graceDays,
  until: at(day),
});
const say = (
  before: SavedLateTerms,
  annualRate: string | null,
  more: { readonly holdsFrom?: string; readonly graceDays?: number; readonly from?: string } = {},
) => {
  const { holdsFrom, graceDays = 0, from } = more;
  const input = { annualRate, graceDays, holdsFrom: holdsFrom ? at(holdsFrom) : null };
  return datedTerms(before, input, { today: MARCH, appliesFrom: from ? at(from) : START });
};

it('what is said first holds of all days', () => {
  expect(say(NO_LATE_TERMS, '9')).toEqual({ earlier: [], saidOn: MARCH });
  expect(say(NO_LATE_TERMS, '9', { holdsFrom: '2026-02-01' }).earlier).toEqual([]);
});

it('another rate, and other days of grace, hold from today on', () => {
  expect(say(saved(), '10')).toEqual({ earlier: [until('2026-03-01', '9')], saidOn: MARCH });
  expect(say(saved(), '9', { graceDays: 5 }).earlier).toEqual([until('2026-03-01', '9')]);
  expect(say(saved(), null).earlier).toEqual([until('2026-03-01', '9')]);
  expect(say(saved({ annualRate: null }), '9').earlier).toEqual([until('2026-03-01', null)]);
});

it('the same said once more changes nothing, however it is written', () => {
  const before = saved({ earlier: [until('2026-02-01', '8')] });
  for (const rate of ['9', '9.000000']) {
    expect(say(before, rate)).toEqual({ earlier: before.earlier, saidOn: START });
  }
});

it('or from the day on that is named', () => {
  const before = saved({ earlier: [until('2026-02-01', '8')] });
  expect(say(before, '10', { holdsFrom: '2026-02-15' }).earlier).toEqual([
    until('2026-02-01', '8'),
    until('2026-02-15', '9'),
  ]);
  expect(say(before, '10', { holdsFrom: '2026-01-15' }).earlier).toEqual([
    until('2026-01-15', '8'),
  ]);
  expect(say(before, '10', { holdsFrom: '2026-01-01' }).earlier).toEqual([]);
  // What held before goes on.
  expect(say(before, '8', { holdsFrom: '2026-01-15' }).earlier).toEqual([]);
});

it('what was said today is corrected as if it had never been said', () => {
  expect(say(saved({ saidOn: MARCH, annualRate: '90' }), '9').earlier).toEqual([]);
  const twice = saved({ saidOn: MARCH, annualRate: '90', earlier: [until('2026-02-01', '8')] });
  expect(say(twice, '9').earlier).toEqual([until('2026-02-01', '8')]);
  expect(say(twice, '8').earlier).toEqual([]);
});

it('but for where days are named: a history may be said in a day', () => {
  const first = { ...saved({ saidOn: MARCH }), ...say(NO_LATE_TERMS, '9') };
  const second = { ...first, ...say(first, '8', { holdsFrom: '2026-02-01' }), annualRate: '8' };
  expect(second.earlier).toEqual([until('2026-02-01', '9')]);
  expect(say(second, '7', { holdsFrom: '2026-02-15' }).earlier).toEqual([
    until('2026-02-01', '9'),
    until('2026-02-15', '8'),
  ]);
});

it('is forgotten of days that cost nothing', () => {
  const before = saved({ earlier: [until('2026-02-01', '8')] });
  expect(say(before, '10', { from: '2026-02-10' }).earlier).toEqual([until('2026-03-01', '9')]);
  expect(say(before, '10', { from: '2026-03-01' }).earlier).toEqual([]);
  expect(say(before, '9', { from: '2026-02-10' }).earlier).toEqual([]);
});
