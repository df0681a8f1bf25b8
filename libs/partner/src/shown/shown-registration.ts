import type { LocalDate } from '@quittance/calendar';
import {
  dealRegistrationView,
  registrationNoun,
  registrationsOn,
  type Registration,
} from '../registrations/deal-registration.js';
import { only, withMembers } from './shown-list.js';

/** What a partner sees of a registration; sums with the right to see prices alone. */
export const REGISTRATION_SHOWN = [
  'id',
  'version',
  'status',
  'customerName',
  'customerCountry',
  'endCustomer',
  'opportunityName',
  'description',
  'expectedCloseDate',
  'protectionLevel',
  'submittedAt',
  'approvedAt',
  'protectedUntil',
  'extensions',
  'extensionAskedAt',
  'extensionDays',
  'extensionReason',
  'message',
  'createdAt',
  'updatedAt',
] as const;
const PRICED = [...REGISTRATION_SHOWN, 'estimatedValue', 'currency'] as const;

const shownNames = (prices: boolean) => (prices ? PRICED : REGISTRATION_SHOWN);

/** Registrations as a partner sees them on a day. */
export function shownRegistrations(today: LocalDate, prices: boolean) {
  return withMembers(registrationsOn(today), shownNames(prices));
}

export function shownRegistration(row: Registration, today: LocalDate, prices: boolean) {
  return only(dealRegistrationView(row, today), shownNames(prices));
}

const { members } = registrationNoun;
/** The members that every partner sees, for the document. */
export const shownRegistrationNoun = {
  members: only(members, REGISTRATION_SHOWN),
};
/** What a partner sends. */
export const sentRegistrationNoun = {
  members: only(members, [
    'endCustomer',
    'opportunityName',
    'description',
    'estimatedValue',
    'currency',
    'expectedCloseDate',
    'protectionLevel',
  ]),
};
