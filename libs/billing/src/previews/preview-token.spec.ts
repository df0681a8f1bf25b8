import { newId } from '@quittance/kernel';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { runs } from '../../../../test/support/tier.js';
import { day } from '../testing/a-schedule.js';
import { PreviewSketch, type SketchDifference } from './preview-sketch.js';
import { decodeToken, encodeToken } from './preview-token.js';

const hash = (text: string) => createHash('sha256').update(text).digest();

function sketchOf(members: ReadonlyMap<string, string>): PreviewSketch {
  const sketch = PreviewSketch.empty();
  for (const [id, text] of members) sketch.add({ id, hash: hash(text) });
  return sketch;
}

const ids: string[] = Array.from({ length: 300 }, () => newId());

describe('the sketch of a preview', () => {
  test('is the same for the same members in any order', () => {
    const members = new Map(ids.map((id) => [id, id]));
    const reversed = new Map([...members].reverse());
    expect(sketchOf(members).equals(sketchOf(reversed))).toBe(true);
  });

  test('names exactly what was added, is gone and has changed', () => {
    const change = fc.constantFrom('same', 'added', 'gone', 'changed');
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const before = new Map(ids.map((id) => [id, 'as it was']));
        const after = new Map(before);
        const expected: SketchDifference[] = [];
        changes.forEach((kind, i) => {
          const id = ids[i] ?? '';
          if (kind === 'same') return;
          if (kind === 'added') before.delete(id);
          if (kind === 'gone') after.delete(id);
          if (kind === 'changed') after.set(id, 'otherwise');
          expected.push({ id, kind });
        });
        expected.sort((a, b) => (a.id < b.id ? -1 : 1));
        expect(sketchOf(before).differences(sketchOf(after))).toEqual({
          differences: expected,
          complete: true,
        });
      }),
      { numRuns: runs(50) },
    );
  });

  test('says so when more has changed than it can name', () => {
    const before = new Map(ids.map((id) => [id, 'as it was']));
    const after = new Map(ids.map((id) => [id, 'otherwise']));
    expect(sketchOf(before).differences(sketchOf(after)).complete).toBe(false);
  });
});

describe('the token of a preview', () => {
  test('survives the journey', () => {
    const sketch = sketchOf(new Map(ids.map((id) => [id, id])));
    const decoded = decodeToken(encodeToken({ asOf: day('2026-03-01'), catchUp: true, sketch }));
    expect(decoded).toMatchObject({ asOf: '2026-03-01', catchUp: true });
    expect(decoded?.sketch.equals(sketch)).toBe(true);
  });

  test('stays below twelve kilobytes and is short for a few schedules', () => {
    const token = (count: number) => {
      const sketch = sketchOf(new Map(ids.slice(0, count).map((id) => [id, id])));
      return encodeToken({ asOf: day('2026-03-01'), catchUp: false, sketch }).length;
    };
    expect(token(300)).toBeLessThan(12_000);
    expect(token(2)).toBeLessThan(500);
  });

  test.each(['', 'x', 'bm90IGEgdG9rZW4', encodeURIComponent('ä'.repeat(50))])(
    'is refused when it is none: %s',
    (text) => {
      expect(decodeToken(text)).toBeUndefined();
    },
  );
});
