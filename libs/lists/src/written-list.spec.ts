import { objectWriter, writtenMembers } from './written-list.js';

const map = (row: never) => row;
const members = { id: () => '"1"', note: () => undefined, name: () => '"A"' };
const list = { select: 't.id', map, written: { select: 't.id', map, members } };

it('writes its own rows, and none that are made into something else', () => {
  expect(writtenMembers(list)).toBe(members);
  expect(writtenMembers({ ...list, select: 't.name' })).toBeUndefined();
  expect(writtenMembers({ ...list, map: (row: never) => row })).toBeUndefined();
  expect(writtenMembers({ ...list, complete: async (_, items) => items })).toBeUndefined();
});

it('leaves out what is absent, and writes an object of nothing', () => {
  expect(objectWriter(members)([])).toBe('{"id":"1","name":"A"}');
  expect(objectWriter({ note: members.note })([])).toBe('{}');
});
