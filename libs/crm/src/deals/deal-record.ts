import {
  boolean,
  currency,
  date,
  datetime,
  integer,
  lookup,
  picklist,
  text,
} from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { dealHooks } from './deal-hooks.js';

const SYSTEM = { readOnly: true } as const;
const PLACE = { createOnly: true, onDelete: 'restrict' } as const;

/** What may be sold to whom, for how much, and how likely. */
export const dealObject = defineObject({
  name: 'deal',
  label: 'Deal',
  pluralLabel: 'Deals',
  path: '/deals',
  resource: 'deals',
  table: 'crm.deal',
  titleField: 'name',
  defaultSort: '-createdAt',
  fields: {
    name: text('Name', { required: true, searched: true, maxLength: 200 }),
    accountId: lookup('Account', 'account', { onDelete: 'restrict' }),
    contactId: lookup('Contact', 'contact'),
    pipelineId: lookup('Pipeline', 'pipeline', { ...PLACE, help: 'The default one when absent.' }),
    stageId: lookup('Stage', null, { createOnly: true, help: 'Its first open one when absent.' }),
    amount: currency('Amount', { currencyField: 'currency', min: '0' }),
    currency: text('Currency', { pattern: '[A-Z]{3}', help: 'That of the company when absent.' }),
    probability: integer('Probability', {
      min: '0',
      max: '100',
      help: 'Percent. That of the stage until another is sent; null goes back to it.',
    }),
    probabilityOverridden: boolean('Probability set by hand', SYSTEM),
    expectedCloseDate: date('Expected close'),
    status: picklist('Status', { open: 'Open', won: 'Won', lost: 'Lost' }, SYSTEM),
    lossReason: text('Loss reason', { ...SYSTEM, maxLength: 500 }),
    partnerId: lookup('Partner', 'partner', { help: 'A ledger account of kind partner.' }),
    stageEnteredAt: datetime('In this stage since', SYSTEM),
    closedAt: datetime('Closed at', SYSTEM),
    closedOn: date('Closed on', SYSTEM),
  },
  hooks: dealHooks,
});
