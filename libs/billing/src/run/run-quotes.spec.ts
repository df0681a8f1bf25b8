import { RunQuotes } from './run-quotes.js';
import type { ClaimedSchedule } from './claim.js';

const schedule = (id: string) => ({ id }) as ClaimedSchedule;

test('a schedule without its quote is left for three passes, then it has failed', () => {
  const quotes = new RunQuotes();
  const codes = Array.from({ length: 5 }, () => quotes.unquoted(schedule('a'))?.code ?? null);
  expect(codes).toEqual([null, null, null, 'tax_inputs_changing', null]);
  expect(quotes.unquoted(schedule('b'))).toBeNull();
});

test('a batch begins without the quotes of the one before', () => {
  const quotes = new RunQuotes();
  const before = quotes.held;
  expect(quotes.needed).toBe(false);
  expect(quotes.begin()).not.toBe(before);
  expect(quotes.held).toBe(quotes.held);
});
