import { notFound } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import type { FieldValue } from '@quittance/fields';
import {
  addValues,
  differing,
  draftRefusal,
  refusalOfAll,
  sameValue,
  type Draft,
} from './draft.js';

const id = '01890000-0000-7000-8000-000000000000' as RecordId;

function draft(over: Partial<Draft> = {}): Draft {
  const after = { id, version: 1 };
  return { index: 0, id, before: null, values: {}, after, errors: [], problem: null, ...over };
}

const error = (pointer: string, code = 'required') => ({ pointer, code, message: 'is wrong' });

describe('values', () => {
  test.each<[FieldValue, FieldValue, boolean]>([
    ['a', 'a', true],
    [1, '1', false],
    [null, null, true],
    [null, 'a', false],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [[], {}, false],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: null }, { b: null }, false],
  ])('%j and %j are the same: %j', (a, b, same) => {
    expect([sameValue(a, b), sameValue(b, a)]).toEqual([same, same]);
  });

  it('that differ are the change', () => {
    const before = { id, version: 1, name: 'a', place: { city: 'Graz' }, gone: null };
    const values = { name: 'a', place: { city: 'Linz' }, gone: null };
    expect(differing(before, values)).toEqual({ place: { city: 'Linz' } });
  });

  it('that a hook puts back are no change', () => {
    const view = { id, version: 1, name: 'a' };
    const changed = draft({ before: { view, custom: {} }, values: { name: 'b' } });
    addValues(changed, { name: 'a' });
    expect(changed.values).toEqual({});
  });
});

describe('a refusal', () => {
  it('of members that nobody knows is no business rule', () => {
    const unknown = draft({ errors: [error('/nope', 'unknown_field'), error('/name')] });
    expect(draftRefusal(unknown)).toMatchObject({ status: 400, code: 'malformed_request' });
    expect(draftRefusal(draft({ errors: [error('/name')] }))).toMatchObject({ status: 422 });
  });

  it('of a field comes before a problem of its own', () => {
    const problem = notFound({ object: 'part' });
    expect(draftRefusal(draft({ problem }))).toBe(problem);
    const both = draftRefusal(draft({ problem, errors: [error('/name')] }));
    expect(both).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(both.options.errors?.map(({ code }) => code)).toEqual(['required', 'not_found']);
  });

  it('tells the places of a problem beside those of fields, each once', () => {
    const places = [error('/name', 'taken'), error('/status', 'locked')];
    const problem = notFound({ object: 'part' }, { errors: places });
    const { errors } = draftRefusal(draft({ problem, errors: [error('/name')] })).options;
    expect(errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/name required',
      '/status locked',
    ]);
  });

  it('of several records says which is meant', () => {
    const refused = [
      draft({ index: 1, errors: [error('/name')] }),
      draft({ index: 3, errors: [error('/kind', 'enum'), error('')] }),
    ];
    const pointers = refusalOfAll(refused, true).options.errors?.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/1/name', '/3/kind', '/3']);
  });
});
