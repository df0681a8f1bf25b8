import { isCostly, MOST_VALUES } from './is-costly.js';

const costly = (text: string) => isCostly(Buffer.from(text));
/** With the list around them they are one more. */
const list = (items: number, item = '0') => `[${Array(items).fill(item).join(',')}]`;

test.each([
  ['numbers', list(MOST_VALUES), list(MOST_VALUES + 1)],
  ['empty objects', list(MOST_VALUES / 2, '{}'), list(MOST_VALUES / 2 + 1, '{}')],
  ['lists in lists', '['.repeat(MOST_VALUES), '['.repeat(MOST_VALUES + 1)],
])('as many %s as an event may have, and one more', (_, most, more) => {
  expect([costly(most), costly(more)]).toEqual([false, true]);
});

test.each([
  ['a long text', JSON.stringify('{,['.repeat(80_000))],
  ['a text with quotes', JSON.stringify('",\\'.repeat(60_000))],
  ['a text without end', `"${',\\"'.repeat(60_000)}`],
  ['nothing', ''],
])('%s is read', (_, text) => {
  expect(costly(text)).toBe(false);
});

test('what follows a text is counted', () => {
  expect(costly(`{"a\\\\":${list(MOST_VALUES + 1)}}`)).toBe(true);
});
