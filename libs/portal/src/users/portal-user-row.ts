import { boolean, datetime, email, json, number, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { portalUserNoun } from './portal-user.description.js';

const { members } = portalUserNoun;

/** What a download shows beside what can be said: it is passed over. */
const SHOWN = { readOnly: true } as const;

/** What a row of a file may say of a user. Not an object of its own: it is read as one alone. */
export const portalUserRow = defineObject({
  name: 'portal-user',
  label: 'Portal user',
  pluralLabel: 'Portal users',
  path: '/portal-users/rows',
  resource: 'portal-users',
  table: 'portal.portal_user',
  owned: false,
  authored: false,
  customizable: false,
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    directory: members.directory.field,
    partyId: text('Party', { maxLength: 36 }),
    partyName: { ...text('Name of the party', { maxLength: 200 }), ...SHOWN },
    email: { ...email('E-mail'), required: true },
    username: text('User name', { maxLength: 64, pattern: '^[^@\\s]+$' }),
    name: members.name.field,
    role: members.role.field,
    accessLevel: members.accessLevel.field,
    permissions: { ...json('Permissions'), ...SHOWN },
    approvalLimit: number('Approval limit', { scale: 6, min: '0' }),
    currency: { ...text('Currency', { maxLength: 3 }), ...SHOWN },
    limitPeriod: members.limitPeriod.field,
    contactId: text('Contact', { maxLength: 36 }),
    isActive: { ...boolean('Active'), ...SHOWN },
    isVerified: { ...boolean('Verified'), ...SHOWN },
    lockedUntil: { ...datetime('Locked until'), ...SHOWN },
    invitedAt: { ...datetime('Invited at'), ...SHOWN },
    lastSignInAt: { ...datetime('Last sign-in at'), ...SHOWN },
  },
});
