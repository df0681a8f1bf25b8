import { DOCUMENT_LANGUAGES } from '@quittance/company';
import type { EInvoiceProfile } from '@quittance/documents';
import { address, email, lookup, picklist, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { accountHooks } from './account-hooks.js';

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

const LANGUAGES = Object.fromEntries(
  DOCUMENT_LANGUAGES.map((code) => [code, LANGUAGE_NAMES.of(code) ?? code]),
);

const PROFILES: Readonly<Record<EInvoiceProfile, string>> = {
  en16931: 'EN 16931',
  xrechnung: 'XRechnung',
  'peppol-bis-3': 'Peppol BIS Billing 3',
};

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
    language: picklist('Language', LANGUAGES, {
      help: 'Of its documents and letters, else the one of the company’s documents.',
    }),
    eInvoiceProfile: picklist('E-invoice profile', PROFILES, {
      help:
        'Whose rules its electronic invoices keep. What they demand and an invoice lacks is ' +
        'refused before it is sent.',
    }),
    endpointScheme: text('Scheme of the electronic address', {
      maxLength: 4,
      help: 'Of the CEF list (EAS): 9930 a German VAT identifier, 0204 a Leitweg-ID, 0088 a GLN …',
    }),
    endpointId: text('Electronic address', {
      maxLength: 100,
      help: 'Where it receives electronic invoices (BT-49), with its scheme.',
    }),
    buyerReference: text('Buyer reference', {
      maxLength: 100,
      help: 'What its invoices quote (BT-10) unless they say otherwise: the Leitweg-ID of a body.',
    }),
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
