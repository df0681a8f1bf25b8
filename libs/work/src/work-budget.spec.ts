import { WorkBudget } from './work-budget.js';

test('is exhausted by what is more than is left, and not by the last that is enough', () => {
  const budget = new WorkBudget(100);
  expect(budget.spend(100)).toBe(true);
  expect([budget.left, budget.exhausted]).toEqual([0, false]);
  expect(budget.spend(1)).toBe(false);
  expect([budget.left, budget.exhausted]).toEqual([0, true]);
});

test('a part pays to the whole and has no more than it', () => {
  const whole = new WorkBudget(100);
  const part = new WorkBudget(60, whole);
  expect(part.spend(50)).toBe(true);
  expect([part.left, whole.left]).toEqual([10, 50]);
  whole.spend(45);
  expect(part.left).toBe(5);
  expect(part.spend(6)).toBe(false);
  expect([part.exhausted, whole.exhausted]).toEqual([true, true]);
});

test('the next batch of a mass operation has what its records may cost', () => {
  const budget = new WorkBudget(10);
  budget.spend(11);
  budget.renew(1);
  const least = budget.left;
  budget.renew(1_000);
  expect([budget.exhausted, budget.left > least]).toEqual([false, true]);
});
