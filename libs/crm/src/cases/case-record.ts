import { boolean, datetime, integer, lookup, picklist, text, textarea } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { caseHooks } from './case-hooks.js';

const SYSTEM = { readOnly: true } as const;
const STATUSES = {
  new: 'New',
  open: 'Open',
  waiting: 'Waiting for the customer',
  resolved: 'Resolved',
  closed: 'Closed',
} as const;

/** Questions and complaints, with the times in which they are to be answered and solved. */
export const caseObject = defineObject({
  name: 'case',
  label: 'Case',
  pluralLabel: 'Cases',
  path: '/cases',
  resource: 'cases',
  table: 'crm.support_case',
  titleField: 'subject',
  defaultSort: '-createdAt',
  fields: {
    number: text('Number', { ...SYSTEM, searched: true }),
    accountId: lookup('Account', 'account', { onDelete: 'restrict' }),
    contactId: lookup('Contact', 'contact', { sharedField: 'accountId' }),
    subject: text('Subject', { required: true, searched: true, maxLength: 255 }),
    description: textarea('Description'),
    origin: picklist('Origin', { master: 'case_origin' }),
    reason: picklist('Reason', { master: 'case_reason' }),
    priority: picklist('Priority', { master: 'case_priority' }),
    relatedObject: text('Related object', {
      maxLength: 63,
      help: 'API name of the object of the related record; sent together with `relatedId`.',
    }),
    relatedId: lookup('Related record', null, { targetField: 'relatedObject' }),
    portalUserId: lookup('Raised by', null, {
      ...SYSTEM,
      help: 'The portal user who raised it; null of one that staff made.',
    }),
    status: picklist('Status', STATUSES, SYSTEM),
    resolution: textarea('Resolution', SYSTEM),
    firstResponseDueAt: datetime('First response due', SYSTEM),
    resolutionDueAt: datetime('Resolution due', SYSTEM),
    firstRespondedAt: datetime('First response', SYSTEM),
    resolvedAt: datetime('Resolved at', SYSTEM),
    closedAt: datetime('Closed at', SYSTEM),
    rating: integer('Rating', { ...SYSTEM, help: 'From 1 to 5, by the customer, once.' }),
    ratedAt: datetime('Rated at', SYSTEM),
    waitingSince: datetime('Waiting since', SYSTEM),
    pausedSeconds: integer('Seconds waited', SYSTEM),
    firstResponseBreached: boolean('First response missed', SYSTEM),
    resolutionBreached: boolean('Resolution missed', SYSTEM),
  },
  hooks: caseHooks,
});
