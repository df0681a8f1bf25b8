import type { Permissions } from '@quittance/kernel';
import { mayReadEmailsOf } from './email-rights.js';

const viewing = (resources: readonly string[], hidden?: string): Permissions => ({
  all: false,
  can: (resource, action) => action === 'view' && resources.includes(resource),
  granted: () => false,
  scope: () => 'all',
  fields: (resource) =>
    resource === hidden ? { hidden: new Set(['total']), unwritten: new Set(['total']) } : undefined,
});

test.each([
  ['all of accounts and invoices', viewing(['accounts', 'invoices']), true],
  ['no invoices', viewing(['accounts']), false],
  ['invoices without their totals', viewing(['accounts', 'invoices'], 'invoices'), false],
  ['no accounts', viewing(['invoices']), false],
])('a letter about several invoices of an account, by whoever is shown %s', (_, by, expected) => {
  expect(mayReadEmailsOf(by, 'account')).toBe(expected);
});

test('a letter about one invoice asks for nothing of accounts', () => {
  expect(mayReadEmailsOf(viewing(['invoices']), 'invoice')).toBe(true);
});
