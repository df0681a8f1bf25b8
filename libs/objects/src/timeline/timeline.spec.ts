import { newId, type Instant } from '@quittance/kernel';
import fc from 'fast-check';
import {
  byTime,
  decodePosition,
  encodePosition,
  mergedPage,
  type TimelineEntry,
} from './timeline.js';

const entry = (at: number, kind: string): TimelineEntry => ({
  id: newId(),
  kind,
  at: `2026-03-02T09:00:0${at}.000Z` as Instant,
  title: 'x',
  actor: null,
  data: {},
});

test('pages of several sources are their entries in one order, each once', () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });
  const cases = fc.record({
    each: fc.array(seconds, { maxLength: 4 }),
    size: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(cases, ({ each, size }) => {
      const sources = each.map((times, i) => times.map((at) => entry(at, `s${i}`)).sort(byTime));
      const seen: TimelineEntry[] = [];
      let position: ReturnType<typeof decodePosition> = null;
      for (let page = 0; page < 60; page += 1) {
        const after = position;
        const rest = sources.map((all) =>
          all.filter((one) => !after || byTime(after, one) < 0).slice(0, size + 1),
        );
        const { data, nextCursor } = mergedPage(rest, size);
        seen.push(...data);
        if (nextCursor === null) break;
        expect(data).toHaveLength(size);
        position = decodePosition(nextCursor);
      }
      expect(seen).toEqual(sources.flat().sort(byTime));
    }),
  );
});

test.each(['x', 'e30', Buffer.from('["2026-13-01T00:00:00Z","x"]').toString('base64url'), 'W10'])(
  'the cursor %s is none',
  (cursor) => {
    expect(decodePosition(cursor)).toBeUndefined();
  },
);

test('a cursor comes back as it was given, and the empty one is the start', () => {
  const { at, id } = entry(1, 'x');
  expect(decodePosition(encodePosition({ at, id }))).toEqual({ at, id });
  expect(decodePosition('')).toBeNull();
});
