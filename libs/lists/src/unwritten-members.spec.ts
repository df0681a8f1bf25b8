import type { Permissions } from '@quittance/kernel';
import { hidesWeighed, namesAmount } from './unwritten-members.js';

const MEMBERS = ['adjustments', 'deposit', 'discount', 'discountAmount'];

test.each([
  ['a discount of a line', { lines: [{}, { discount: { amount: '5' } }] }, true],
  ['a deposit', { deposit: { amount: '5' } }, true],
  ['the amount itself', { items: [{ discountAmount: '5' }] }, true],
  ['an allowance', { adjustments: [{ kind: 'allowance', amount: '5' }] }, true],
  ['a charge', { adjustments: [{ kind: 'charge', amount: '5' }] }, false],
  ['percentages', { discount: { percent: '5' }, deposit: { percent: '5' } }, false],
  [
    'one that is taken away',
    { discount: null, deposit: { amount: null }, discountAmount: null },
    false,
  ],
  ['an amount of something else', { credit: { amounts: '5' }, total: '5' }, false],
  ['nothing', undefined, false],
])('knows whether a body takes off by an amount: %s', (_, body, expected) => {
  expect(namesAmount(body, MEMBERS)).toBe(expected);
});

test.each([
  ['net', true],
  ['unitPrice', true],
  ['lines', true],
  ['notes', false],
])('knows whether that is weighed against what is hidden: %s', (name, expected) => {
  const fields = (of: string) =>
    of === 'quotes' ? { hidden: new Set([name]), unwritten: new Set([name]) } : undefined;
  const permissions = { fields } as unknown as Permissions;
  expect(hidesWeighed(permissions, 'quotes')).toBe(expected);
  expect(hidesWeighed(permissions, 'invoices')).toBe(false);
});
