import { writtenRows } from './written-list.js';

const map = (row: never) => row;
const members = { id: () => '"1"', note: () => undefined, name: () => '"A"' };
const list = { select: 't.id', map, written: { select: 't.id', map, members } };

it('writes its own rows, and none that are made into something else', () => {
  expect(writtenRows.members(list)).toBe(members);
  expect(writtenRows.members({ ...list, select: 't.name' })).toBeUndefined();
  expect(writtenRows.members({ ...list, map: (row: never) => row })).toBeUndefined();
  expect(writtenRows.members({ ...list, complete: async (_, items) => items })).toBeUndefined();
});

it('leaves out what is absent, and writes an object of nothing', () => {
  expect(writtenRows.object(members)([])).toBe('{"id":"1","name":"A"}');
  expect(writtenRows.object({ note: members.note })([])).toBe('{}');
});
