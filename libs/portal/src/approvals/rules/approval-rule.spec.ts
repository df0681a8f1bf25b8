import { ANYBODY, ruleFor, type SigningRule } from './approval-rule.js';

const rule = (above: bigint, approvals: number): SigningRule => ({
  above,
  approvals,
  approverIds: [],
});
const rules = [rule(0n, 1), rule(1_000_000n, 2), rule(5_000_000n, 3)];

it.each([
  ['what is at a rule is not above it', 1_000_000n, 1],
  ['what is above it is', 1_000_001n, 2],
  ['the highest that fits holds', 9_000_000n, 3],
])('%s', (_, total, approvals) => {
  expect(ruleFor(rules, total).approvals).toBe(approvals);
  expect(ruleFor([...rules].reverse(), total).approvals).toBe(approvals);
});

it('asks one of anybody where no rule fits', () => {
  expect(ruleFor([], 1n)).toBe(ANYBODY);
  expect(ruleFor([rule(100n, 3)], 100n)).toBe(ANYBODY);
});

it('takes the strictest where the sum is not known', () => {
  expect(ruleFor(rules, null).approvals).toBe(3);
  expect(ruleFor([], null)).toBe(ANYBODY);
});
