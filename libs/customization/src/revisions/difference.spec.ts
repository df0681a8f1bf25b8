import fc from 'fast-check';
import { differences, type Difference } from './difference';

/** Puts differences into a value; what is gone is left out. */
function applied(value: unknown, { pointer, ...change }: Difference): unknown {
  if (pointer === '') return change.after;
  const [, step = '', ...rest] = pointer.split('/');
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  const inner = { ...change, pointer: rest.map((each) => `/${each}`).join('') };
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) };
  const made = applied(Object.hasOwn(copy, name) ? copy[name] : undefined, inner);
  if (made === undefined && Array.isArray(copy)) copy.length = Math.min(copy.length, Number(name));
  else if (made === undefined) delete copy[name];
  else copy[name] = made;
  return copy;
}

const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const state = fc.dictionary(
  fc.string({ maxLength: 5 }).filter((name) => name !== '__proto__'),
  json,
);

describe('the difference of two states', () => {
  test('is told place by place', () => {
    const before = { name: 'A', sections: [{ fields: ['x', 'y'] }], gone: 1 };
    const after = { name: 'B', sections: [{ fields: ['x'] }], 'a/b': 2 };
    expect(differences(before, after)).toEqual([
      { pointer: '/name', before: 'A', after: 'B' },
      { pointer: '/sections/0/fields/1', before: 'y' },
      { pointer: '/gone', before: 1 },
      { pointer: '/a~1b', after: 2 },
    ]);
    expect(differences(null, after)).toEqual([{ pointer: '', before: null, after }]);
  });

  test('leads from one to the other, and is nothing between equals', () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        const found = differences(before, after);
        expect(found.reduce(applied, before)).toEqual(after);
        expect(differences(after, JSON.parse(JSON.stringify(after)))).toEqual([]);
      }),
    );
  });
});
