import type { LocalDate } from '@quittance/calendar';
import { date, datetime, integer, json, lookup, picklist, text, textarea } from '@quittance/fields';
import type { AccountId, Actor, Id } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  headOf,
  hidden,
  nounList,
  optional,
  preset,
  required,
  stamped,
  system,
  versioned,
  type DraftOf,
  type PatchOf,
  type RowOf,
} from '@quittance/nouns';
import { OF_PARTNER } from '../partner-reach.js';
import type { EndCustomer } from '../customers/end-customer.js';
import { PROTECTION_LEVELS } from './protection.js';
import { REGISTRATION_STATUSES, registrationStatusOn } from './registration-status.js';

export type RegistrationId = Id<'deal-registration'>;
export type PartnerId = Id<'ledger-account'>;

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const NOTE = { maxLength: 2000 } as const;

/** An opportunity that a partner has said to be theirs. */
export const registrationNoun = describeNoun({
  name: 'deal-registration',
  label: 'Deal registration',
  pluralLabel: 'Deal registrations',
  path: '/deal-registrations',
  table: 'partner.deal_registration',
  alias: 'r',
  defaultSort: '-createdAt',
  reach: OF_PARTNER.registration,
  members: {
    ...versioned<RegistrationId>(),
    partnerId: required(lookup<PartnerId>('Partner', 'partner'), { once: true }),
    registeredBy: system(json<Actor>('Registered by'), unlisted),
    /** Whose it is among the users of the partner; null of one that staff wrote down. */
    portalUserId: hidden(lookup<Id<'portal-user'>>('Portal user', null), nullable),
    status: system(picklist('Status', choicesOf(REGISTRATION_STATUSES))),
    customerName: system(text('Name of the end customer', { maxLength: 200, searched: true })),
    customerCountry: system(text('Country of the end customer', { maxLength: 2 })),
    endCustomer: required(json<EndCustomer>('End customer'), unlisted),
    opportunityName: required(text('Opportunity', { maxLength: 200, searched: true })),
    description: optional(textarea('Description', NOTE), unlisted),
    estimatedValue: required(amount('Estimated value')),
    currency: required(currencyCode()),
    expectedCloseDate: optional(date('Expected close')),
    protectionLevel: preset(
      'standard',
      picklist('Protection', choicesOf(PROTECTION_LEVELS), {
        help: '`standard` 90 days, `premium` 180, from the day of the approval on.',
      }),
    ),
    submittedAt: system(datetime('Submitted at'), nullable),
    approvedAt: system(datetime('Approved at'), nullable),
    protectedUntil: system(
      date('Protected until', { help: 'The last day; that of an open deal lasts.' }),
      nullable,
    ),
    extensions: system(integer('Extensions'), unlisted),
    extensionAskedAt: system(datetime('Extension asked for at'), nullable),
    extensionDays: system(integer('Days asked for'), { ...unlisted, ...nullable }),
    extensionReason: system(text('Reason of the extension', NOTE), { ...unlisted, ...nullable }),
    overrideReason: system(
      text('Reason of the override', { ...NOTE, help: 'Approved although it met others.' }),
      { ...unlisted, ...nullable },
    ),
    decidedBy: system(json<Actor>('Decided by'), { ...unlisted, ...nullable }),
    decidedAt: system(datetime('Decided at'), nullable),
    message: system(
      text('Message', { ...NOTE, help: 'What the partner is asked for, or why it was refused.' }),
      { ...unlisted, ...nullable },
    ),
    dealId: system(lookup<Id<'deal'>>('Deal', 'deal'), nullable),
    accountId: system(lookup<AccountId>('Account', 'account'), nullable),
    ...stamped(),
  },
});

export type Registration = RowOf<typeof registrationNoun.members>;
export type RegistrationDraft = DraftOf<typeof registrationNoun.members>;
export type RegistrationPatch = PatchOf<typeof registrationNoun.members>;

const kept = headOf(registrationNoun, {});
export type DealRegistrationView = ReturnType<typeof kept>;

/** A registration as the API shows it on a day: an approved one whose end is over has expired. */
export function dealRegistrationView(row: Registration, today: LocalDate): DealRegistrationView {
  return { ...kept(row), status: registrationStatusOn(row, today) };
}

/** Registrations, as they stand on a day. */
export function registrationsOn(
  today: LocalDate,
): ListDefinition<Registration, DealRegistrationView> {
  return nounList(registrationNoun, (row: Registration) => dealRegistrationView(row, today));
}

/** What lists of them are filtered, sorted and searched by. */
export const registrationList = nounList(registrationNoun, kept);
