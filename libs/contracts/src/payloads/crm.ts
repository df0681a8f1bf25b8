import {
  about,
  id,
  instant,
  integer,
  list,
  mapOf,
  nullable,
  object,
  oneOf,
  openObject,
  optional,
  text,
} from '../shape.js';
import { version } from './common.js';

export const mergedAccount = openObject({
  id,
  version,
  mergedId: about('The account that is gone.', id),
  mergedName: text('Harbour Coffee (old)'),
  moved: about('How many records of each object came along.', mapOf(integer(2), { contact: 2 })),
});

export const comment = object({
  id,
  caseId: id,
  visibility: about('A public one is for the customer to read.', oneOf('public', 'internal')),
  body: text('We are looking into it.'),
  authorKind: oneOf('staff', 'portal', 'api_key', 'share_link', 'provider', 'system'),
  authorId: nullable(id),
  authorName: text('Ada Admin'),
  createdAt: instant,
});

const memberStatus = oneOf('responded', 'planned', 'sent', 'converted', 'unsubscribed');

export const membersAdded = object({ campaignId: id, memberIds: list(id) });

/** A lead that is converted is a member as the contact from then on. */
export const memberChanged = object({
  campaignId: id,
  memberId: id,
  status: memberStatus,
  leadId: about('Only where it changes.', optional(nullable(id))),
  contactId: about('Only where it changes.', optional(nullable(id))),
});

export const memberRemoved = object({
  campaignId: id,
  memberId: id,
  leadId: nullable(id),
  contactId: nullable(id),
  status: memberStatus,
});
