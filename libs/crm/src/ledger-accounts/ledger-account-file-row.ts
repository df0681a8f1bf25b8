import { defineObject, type RecordObject } from '@quittance/metadata';
import { integer, text, type Field } from '@quittance/fields';
import { NO_BANK_DETAILS, NO_TAX_REGISTRATIONS } from './ledger-account.js';

const plain = defineObject({
  name: 'ledger-account',
  label: 'Ledger account',
  pluralLabel: 'Ledger accounts',
  path: '/ledger-accounts',
  resource: 'ledger-accounts',
  table: 'crm.ledger_account',
  customizable: false,
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    accountId: text('Account', { readOnly: true }),
    kind: text('Kind'),
    name: text('Name'),
    defaultCurrency: text('Currency'),
    openingBalance: text('Opening balance'),
    creditLimit: text('Credit limit'),
    creditDays: integer('Credit days'),
    paymentTerms: text('Payment terms'),
    defaultPriceBookId: text('Price book'),
  },
});

const NESTED = [
  ...Object.keys(NO_TAX_REGISTRATIONS).map((part) => `taxRegistration.${part}`),
  ...Object.keys(NO_BANK_DETAILS).map((part) => `bank.${part}`),
];

/**
 * What a row of a file may say of a ledger account: the members of a request, nested ones by a
 * path.
 */
export const ledgerAccountFileRow: RecordObject = {
  ...plain,
  fields: new Map([
    ...plain.fields,
    ...NESTED.map((name): [string, Field] => [
      name,
      { ...(plain.fields.get('name') as Field), name },
    ]),
  ]),
};

/** The row as the body of a request. */
export function ledgerAccountMembers(row: Readonly<Record<string, unknown>>): object {
  const members = new Map<string, unknown>();
  for (const [path, value] of Object.entries(row)) {
    const [name = '', part] = path.split('.', 2);
    if (part === undefined) members.set(name, name === 'creditDays' ? whole(value) : value);
    else members.set(name, { ...(members.get(name) as object | undefined), [part]: value });
  }
  return Object.fromEntries(members);
}

/** What is no number stays text and is refused as that. */
function whole(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}
