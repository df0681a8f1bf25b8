import { addDays, type LocalDate } from '@quittance/calendar';
import { extensionNotAllowed } from '../partner.errors.js';
import { registrationStatusOn, type RegistrationState } from './registration-status.js';

export const PROTECTION_LEVELS = ['standard', 'premium'] as const;
export type ProtectionLevel = (typeof PROTECTION_LEVELS)[number];

/** How long an end customer is protected from the day of the approval on. */
const PROTECTED_DAYS: Readonly<Record<ProtectionLevel, number>> = {
  standard: 90,
  premium: 180,
};

/** An extension is asked for in so many last days. */
const LAST_DAYS = 30;

/** The last day on which it counts. */
export function protectedUntil(approvedOn: LocalDate, level: ProtectionLevel): LocalDate {
  return addDays(approvedOn, PROTECTED_DAYS[level]);
}

/** What an extension is decided by. */
export interface ExtendedRegistration extends RegistrationState {
  readonly protectionLevel: ProtectionLevel;
  readonly extensions: number;
  /** When the partner asked for one that nobody has decided; null where none is asked for. */
  readonly extensionAskedAt: string | null;
}

/** When it is asked, and how often the company lets one be extended; null: as often as is asked. */
export interface ExtensionTerms {
  readonly today: LocalDate;
  readonly maxExtensions: number | null;
}

/**
 * Where the protection ends when it is extended, from its old end on.
 * @param days those of its level where nothing is said
 * @throws DomainError extension_not_allowed
 */
export function extendedUntil(
  registration: ExtendedRegistration,
  days: number | null,
  { today, maxExtensions }: ExtensionTerms,
): LocalDate {
  const { protectedUntil: until, protectionLevel, extensions } = registration;
  const refused = (reason: string) => extensionNotAllowed({ reason });
  if (until === null || registrationStatusOn(registration, today) !== 'approved') {
    throw refused('only an approved registration is extended, before its end');
  }
  if (maxExtensions !== null && extensions >= maxExtensions) {
    throw refused(extensions > 0 ? 'it was extended before' : 'the company extends none');
  }
  if (registration.extensionAskedAt === null && today <= addDays(until, -LAST_DAYS)) {
    throw refused(`it is asked for in the last ${LAST_DAYS} days`);
  }
  const most = PROTECTED_DAYS[protectionLevel];
  if ((days ?? most) > most) throw refused(`it is for at most ${most} days`);
  return addDays(until, days ?? most);
}

/** Whether the end customer is protected: it is approved and not over, or its deal is open. */
export function protects(
  registration: RegistrationState & { readonly dealOpen: boolean },
  today: LocalDate,
): boolean {
  const status = registrationStatusOn(registration, today);
  return status === 'approved' || (status === 'converted' && registration.dealOpen);
}
