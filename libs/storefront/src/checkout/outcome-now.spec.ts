import { outcomeNow } from './outcome-now.js';

it.each([
  ['awaiting_approval', 'draft', 'awaiting_approval'],
  ['awaiting_approval', 'pending', 'placed'],
  ['awaiting_approval', 'pending_approval', 'awaiting_credit'],
  ['awaiting_approval', 'cancelled', 'cancelled'],
  ['awaiting_credit', 'pending_approval', 'awaiting_credit'],
  ['awaiting_credit', 'confirmed', 'placed'],
  ['placed', 'shipped', 'placed'],
  ['placed', 'cancelled', 'cancelled'],
] as const)('what was %s and is %s by now: %s', (then, status, now) => {
  expect(outcomeNow(then, status)).toBe(now);
});
