import { address, email, lookup, picklist, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { accountHooks } from './account-hooks.js';

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
    type: picklist('Type', { master: 'account_type' }),
    industry: picklist('Industry', { master: 'industry' }),
    rating: picklist('Rating', { master: 'rating' }),
    ownership: picklist('Ownership', { master: 'ownership' }),
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
    buyerKind: picklist(
      'Buys as',
      {
        business: 'Business',
        consumer: 'Consumer',
        government: 'Public body',
        sez_unit: 'Unit in a special economic zone',
      },
      { help: 'Tax depends on it; where nobody said, the tax registration tells.' },
    ),
    parentId: lookup('Parent', 'account'),
    managerId: lookup('Account manager', 'user'),
    status: picklist(
      'Status',
      { active: 'Active', inactive: 'Inactive' },
      { required: true, default: 'active' },
    ),
    externalKey: text('External key', {
      unique: true,
      searched: true,
      maxLength: 100,
      help: 'The key of the record in the system it came from; unique in the company.',
    }),
    ledgerAccountId: lookup('Ledger account', null, { readOnly: true }),
  },
  hooks: accountHooks,
});
