import {
  boolean,
  currency,
  date,
  integer,
  lookup,
  number,
  picklist,
  text,
  textarea,
} from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { contractHooks } from './contract-hooks.js';

const SYSTEM = { readOnly: true } as const;
const STATUSES = {
  draft: 'Draft',
  active: 'Active',
  expired: 'Expired',
  renewed: 'Renewed',
  terminated: 'Terminated',
} as const;

/** What was agreed with a customer for a term. */
export const contractObject = defineObject({
  name: 'contract',
  label: 'Contract',
  pluralLabel: 'Contracts',
  path: '/contracts',
  resource: 'contracts',
  table: 'sales.contract',
  titleField: 'number',
  defaultSort: '-createdAt',
  fields: {
    number: text('Number', { ...SYSTEM, searched: true }),
    accountId: lookup('Account', 'account', { required: true, onDelete: 'restrict' }),
    status: picklist('Status', STATUSES, SYSTEM),
    startDate: date('Start', { required: true }),
    endDate: date('End', { help: 'The last day; without one it goes on until it is terminated.' }),
    currency: text('Currency', { pattern: '[A-Z]{3}' }),
    value: currency('Value', { currencyField: 'currency', min: '0' }),
    autoRenew: boolean('Renews by itself', { required: true, default: false }),
    noticeDays: integer('Days of notice', {
      required: true,
      default: 30,
      min: '0',
      max: '730',
      help: 'Notice later than so many days before the end is too late.',
    }),
    renewalTermMonths: integer('Months of a renewal', {
      min: '1',
      max: '120',
      help: 'As long as the first term when absent.',
    }),
    upliftPercent: number('Uplift', {
      required: true,
      default: '0',
      scale: 6,
      min: '0',
      max: '100',
      help: 'By how many percent prices rise at each renewal.',
    }),
    upliftCap: number('Most uplift', {
      scale: 6,
      min: '0',
      max: '100',
      help: 'No renewal raises prices by more percent than this.',
    }),
    noticeGivenOn: date('Notice given on', SYSTEM),
    noticeToldOn: date('Notice announced on', SYSTEM),
    terminatedOn: date('Terminated on', { ...SYSTEM, help: 'The first day without service.' }),
    endReason: textarea('Reason of the end', { ...SYSTEM, maxLength: 500 }),
    salesOrderId: lookup('Sales order', 'sales-order', SYSTEM),
    quoteId: lookup('Quote', 'quote', SYSTEM),
    previousId: lookup('Contract before', 'contract', SYSTEM),
    successorId: lookup('Successor', 'contract', SYSTEM),
    description: textarea('Description', { maxLength: 2000 }),
  },
  hooks: contractHooks,
});
