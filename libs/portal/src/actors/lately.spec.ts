import { ActorChanged, Lately } from './lately.js';

interface Row {
  readonly id: string;
  readonly rights: readonly boolean[];
  readonly limit: bigint | null;
  readonly now: string;
}

const DOOR = { name: 'door', text: 'select * from portal.door_actor($1)' };
const ROW: Row = { id: 'u', rights: [true, false], limit: 5n, now: '1' };

function asked(row: Row = ROW) {
  const lately = new Lately<Row>(DOOR, new Set(['now']));
  lately.remember('s', row);
  return { lately, question: lately.ask('s', row, ['s']) };
}

test('a question is open until it is heard that all is as it was', () => {
  const { question } = asked();
  expect([question.text, question.params, question.isOpen]).toEqual([DOOR.text, ['s'], true]);
  question.hear([{ ...ROW, rights: [...ROW.rights], now: '2' }]);
  expect(question.isOpen).toBe(false);
});

test.each([
  { id: 'other' },
  { rights: [true, true] },
  { rights: [true] },
  { limit: null },
  { limit: 6n },
  { added: true },
])('what differs is told, stays open and is forgotten: %o', (other) => {
  const { lately, question } = asked();
  expect(() => question.hear([{ ...ROW, ...other }])).toThrow(ActorChanged);
  expect(question.isOpen).toBe(true);
  expect(lately.rowOf('s')).toBeUndefined();
});

test('nobody is somebody else', () => {
  const { question } = asked();
  expect(() => question.hear([])).toThrow(ActorChanged);
});

test('so many are remembered and no more, the latest of them', () => {
  const lately = new Lately<Row>(DOOR, new Set(['now']));
  for (let n = 0; n < 50_000; n += 1) lately.remember(`s${n}`, ROW);
  expect(lately.rowOf('s0')).toBeUndefined();
  expect(lately.rowOf('s49999')).toBe(ROW);
});
