import { currency, integer, lookup, picklist, text, textarea } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { ledgerAccountHooks } from './ledger-account-hooks.js';

const fixed = { readOnly: true } as const;
const AMOUNT = { ...fixed, currencyField: 'defaultCurrency' } as const;
const NUMBER = { ...fixed, searched: true } as const;

/**
 * What the catalogue of objects knows of ledger accounts: timelines, documents, layouts, and what
 * points at them when they are deleted. They are written by the operations of this lib, so every
 * field is fixed; bank details are none, so that nothing shows them unmasked.
 */
export const ledgerAccountObject = defineObject({
  name: 'ledger-account',
  label: 'Ledger account',
  pluralLabel: 'Ledger accounts',
  path: '/ledger-accounts',
  resource: 'ledger-accounts',
  table: 'crm.ledger_account',
  customizable: false,
  wordless: true,
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    kind: picklist(
      'Kind',
      { customer: 'Customer', supplier: 'Supplier', partner: 'Partner' },
      fixed,
    ),
    // Not cleared with the account: it goes out of sight with it.
    accountId: lookup('Account', null, fixed),
    name: text('Name', { ...fixed, searched: true }),
    gstin: text('GSTIN', NUMBER),
    pan: text('PAN', NUMBER),
    tan: text('TAN', NUMBER),
    vat: text('VAT id', NUMBER),
    ein: text('EIN', NUMBER),
    defaultCurrency: text('Currency', fixed),
    openingBalance: currency('Opening balance', AMOUNT),
    creditLimit: currency('Credit limit', AMOUNT),
    creditDays: integer('Credit days', fixed),
    paymentTerms: textarea('Payment terms', fixed),
    defaultPriceBookId: lookup('Price book', 'price-book', { ...fixed, onDelete: 'restrict' }),
  },
  hooks: ledgerAccountHooks,
});
