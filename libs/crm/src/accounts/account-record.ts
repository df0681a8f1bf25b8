import { address, defineObject, email, lookup, picklist, text } from '@quittance/objects';
import { accountHooks } from './account-hooks.js';

/**
 * Free text that masters only suggest: imported accounts bring words that no master has, and they
 * must not be lost or keep a record from being changed.
 */
const WORD = { maxLength: 100 } as const;

/** The businesses we sell to. */
export const accountObject = defineObject({
  name: 'account',
  label: 'Account',
  pluralLabel: 'Accounts',
  path: '/accounts',
  resource: 'accounts',
  table: 'crm.account',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    name: text('Name', { required: true, searched: true, minLength: 1, maxLength: 200 }),
    type: text('Type', { ...WORD, help: 'A code of the master account_type, or any word.' }),
    industry: text('Industry', { ...WORD, help: 'A code of the master industry, or any word.' }),
    rating: text('Rating', { ...WORD, help: 'A code of the master rating, or any word.' }),
    ownership: text('Ownership', { ...WORD, help: 'A code of the master ownership, or any word.' }),
    website: text('Website', { maxLength: 500, pattern: 'https?://\\S+' }),
    email: email('E-mail', { searched: true }),
    billingEmail: email('Billing e-mail', {
      searched: true,
      help: 'Where invoices go, else `email`.',
    }),
    phone: text('Phone', { maxLength: 50 }),
    billingAddress: address('Billing address'),
    shippingAddress: address('Shipping address'),
    taxRegistration: text('Tax registration', {
      searched: true,
      maxLength: 30,
      help: 'What documents print: VAT id, GSTIN …; else the one of the ledger account.',
    }),
    parentId: lookup('Parent', 'account'),
    managerId: lookup('Account manager', 'user'),
    status: picklist(
      'Status',
      { active: 'Active', inactive: 'Inactive' },
      { required: true, default: 'active' },
    ),
    externalKey: text('External key', {
      searched: true,
      maxLength: 100,
      help: 'The key of the record in the system it came from; unique in the company.',
    }),
    ledgerAccountId: lookup('Ledger account', null, { readOnly: true }),
  },
  hooks: accountHooks,
});
