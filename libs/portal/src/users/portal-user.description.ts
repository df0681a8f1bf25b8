import type { RecordReach } from '@quittance/access';
import { OF_ACCOUNT } from '@quittance/crm';
import { boolean, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import type { Id } from '@quittance/kernel';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  hidden,
  optional,
  required,
  stamped,
  system,
  completed,
  type AnswerOf,
  type RowOf,
} from '@quittance/nouns';
import {
  ACCESS_LEVELS,
  LIMIT_PERIODS,
  PORTAL_DIRECTORIES,
  PORTAL_ROLES,
  type CredentialId,
  type PortalUserId,
} from '../actors/portal-actor.js';
import type { PortalRightSet } from './portal-user.js';

const unlisted = { listed: false } as const;
const nullable = { nullable: true } as const;
const PARTY = 'coalesce(u.account_id, u.ledger_account_id)';
const LOCKED = `case when u.locked_until > now() then u.locked_until
  when k.locked_until > now() then k.locked_until end`;

const TRADING_PARTNER = 'crm.pub_trading_partner';
/** A user opens what is the party's: whoever does not reach the one does not reach the other. */
const OF_PARTY: RecordReach['ways'] = [
  OF_ACCOUNT.map((step) => ({ ...step, beside: 'accounts' })),
  [{ column: 'ledger_account_id', view: TRADING_PARTNER, beside: 'ledger-accounts' }],
];

/** Somebody who acts for a customer, partner or vendor at the portal. */
export const portalUserNoun = describeNoun({
  name: 'portal-user',
  label: 'Portal user',
  pluralLabel: 'Portal users',
  path: '/portal-users',
  table: 'portal.portal_user',
  alias: 'u',
  defaultSort: 'name',
  reach: {
    resource: 'portal-users',
    ways: OF_PARTY,
  },
  members: {
    id: system(lookup<PortalUserId>('Id', null)),
    version: system(integer('Version'), unlisted),
    directory: required(picklist('Directory', choicesOf(PORTAL_DIRECTORIES)), { once: true }),
    partyId: required(
      lookup<string>('Party', null, {
        help: 'The account of a customer, else the ledger account of the partner or supplier.',
      }),
      { sql: PARTY },
    ),
    partyName: system(text('Name of the party', { searched: true, maxLength: 200 }), {
      sql: 'coalesce(a.name, l.name)',
    }),
    email: required(text('E-mail', { searched: true, maxLength: 254 }), { sql: 'k.email' }),
    username: optional(
      text('User name', { searched: true, maxLength: 64, help: 'Stands for the e-mail.' }),
      { sql: 'k.username' },
    ),
    name: required(text('Name', { searched: true, maxLength: 200 })),
    role: required(
      picklist('Role', choicesOf(PORTAL_ROLES), {
        help: 'Presets the permissions, which alone decide; Admin manages colleagues.',
      }),
    ),
    accessLevel: completed(
      picklist('Access level', choicesOf(ACCESS_LEVELS), {
        help: '`own` records, those of the account, or of all accounts below it as well.',
      }),
      { advice: '`account` unless said.' },
    ),
    permissions: completed(json<PortalRightSet>('Permissions'), { ...unlisted, derived: true }),
    approvalLimit: optional(
      amount('Approval limit', { help: 'Null without a limit, 0 for nothing at all.' }),
      { advice: 'As the role presets it unless said.' },
    ),
    currency: system(currencyCode({ help: 'Of the limit: that of the party.' })),
    limitPeriod: completed(
      picklist('Limit period', choicesOf(LIMIT_PERIODS), {
        help: 'What is added up against the limit; `order`: each order by itself.',
      }),
      { advice: '`order` unless said.' },
    ),
    contactId: optional(lookup<Id<'contact'>>('Contact', null)),
    isActive: system(boolean('Active', { column: 'active' })),
    isVerified: system(boolean('Verified', { help: 'Whether an invitation was accepted.' }), {
      sql: '(u.verified_at is not null)',
    }),
    lockedUntil: system(
      datetime('Locked until', { help: 'Set by a person, or by five wrong passwords.' }),
      { ...nullable, sql: `(${LOCKED})` },
    ),
    invitedAt: system(datetime('Invited at'), nullable),
    lastSignInAt: system(datetime('Last sign-in at'), nullable),
    ...stamped(),
    credentialId: hidden(lookup<CredentialId>('Credential', null)),
    accountId: hidden(lookup<string>('Account', null), nullable),
    ledgerAccountId: hidden(lookup<string>('Ledger account', null), nullable),
    createQuotes: hidden(boolean('Create quotes')),
    seePricing: hidden(boolean('See pricing')),
    seeAllQuotes: hidden(boolean('See all quotes')),
    approveQuotes: hidden(boolean('Approve quotes')),
    placeOrders: hidden(boolean('Place orders')),
    viewOrders: hidden(boolean('View orders')),
    viewInvoices: hidden(boolean('View invoices')),
    verifiedAt: hidden(datetime('Verified at'), nullable),
    lockedByPersonUntil: hidden(
      datetime('Locked by a person until', { column: 'locked_until' }),
      nullable,
    ),
    renewals: hidden(integer('Renewals of the invitation')),
    locale: hidden(text('Language'), nullable),
    timeZone: hidden(text('Time zone'), nullable),
    theme: hidden(text('Theme'), nullable),
  },
});

type Members = typeof portalUserNoun.members;

export type PortalUserRow = RowOf<Members>;
export type PortalUserView = AnswerOf<Members>;
