import type { CheckedInvariant } from '@quittance/database/host';
import { report } from './report.js';

const holds: CheckedInvariant = {
  id: 'I1',
  holds: 'Everything adds up',
  count: 0,
  violations: [],
  milliseconds: 12,
};

const violation = (record: string) => ({
  invariant: 'I2',
  companyId: 'c1',
  object: 'invoice',
  record,
  wrong: 'balance 5, total 4',
});

test('what holds is a line with its time', () => {
  expect(report([holds])).toBe(
    '  I1    Everything adds up  holds         12 ms\n\n  All 1 invariants hold.',
  );
});

test('what does not hold names company, record and what is wrong', () => {
  const wrong = { ...holds, id: 'I2', count: 1, violations: [violation('INV-1')] };
  const text = report([holds, wrong]);
  expect(text).toContain('1 wrong');
  expect(text).toContain('company c1, invoice INV-1: balance 5, total 4');
  expect(text).toContain('Violated: 1 of 2 invariants, records: 1.');
});

test('of many the first are shown and all are counted', () => {
  const violations = Array.from({ length: 1000 }, (_, i) => violation(`INV-${i}`));
  const text = report([{ ...holds, count: 4321, violations }]);
  expect(text.split('\n').filter((line) => line.includes('company c1'))).toHaveLength(20);
  expect(text).toContain('… and 4301 more');
  expect(text).toContain('4321 wrong');
});
