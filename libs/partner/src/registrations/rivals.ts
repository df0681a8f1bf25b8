import type { LocalDate } from '@quittance/calendar';
import type { Id, Instant } from '@quittance/kernel';
import { customerProtected, earlierRegistrationWaiting } from '../partner.errors.js';
import { matchCustomers, type CustomerMatch } from '../customers/match-customers.js';
import { traitsOf, type EndCustomer } from '../customers/end-customer.js';
import { protects } from './protection.js';
import type { RegistrationState } from './registration-status.js';

/** A registration that may be of the same end customer as another. */
export interface Rival extends RegistrationState {
  readonly id: Id<'deal-registration'>;
  readonly partnerId: Id<'ledger-account'>;
  readonly portalUserId: Id<'portal-user'> | null;
  readonly endCustomer: EndCustomer;
  readonly submittedAt: Instant | null;
  /** Whether the deal that it became is open. */
  readonly dealOpen: boolean;
}

/** Whose end customer it is about. */
export type Registered = Pick<Rival, 'id' | 'partnerId' | 'endCustomer' | 'submittedAt'>;

/** How each of some registrations of others matches. What is different is left out. */
export function matchesOf<R extends Pick<Rival, 'endCustomer'>>(
  customer: EndCustomer,
  among: readonly R[],
): readonly { readonly found: R; readonly match: Exclude<CustomerMatch, 'different'> }[] {
  const traits = traitsOf(customer);
  return among.flatMap((found) => {
    const match = matchCustomers(traits, traitsOf(found.endCustomer));
    return match === 'different' ? [] : [{ found, match }];
  });
}

/** Registrations of the same end customer by other partners. */
export function rivalsOf(of: Omit<Registered, 'submittedAt'>, among: readonly Rival[]): Rival[] {
  const others = among.filter(({ id, partnerId }) => id !== of.id && partnerId !== of.partnerId);
  return matchesOf(of.endCustomer, others).flatMap(({ found, match }) =>
    match === 'same' ? [found] : [],
  );
}

/** Whether and until when others have the end customer; null: nobody has it. */
export function protectionBy(rivals: readonly Rival[], today: LocalDate): Protection | null {
  const standing = rivals.filter((rival) => protects(rival, today));
  if (standing.length === 0) return null;
  const ends = standing.map(({ status, protectedUntil }) =>
    status === 'converted' ? null : protectedUntil,
  );
  const last = ends.includes(null) ? null : ends.reduce((a, b) => (a! > b! ? a : b), ends[0]!);
  return { until: last };
}

export interface Protection {
  /** The last day of it; null as long as a deal is open. */
  readonly until: LocalDate | null;
}

/** @throws DomainError customer_protected, which says nothing of the other but the day */
export function refuseProtected(rivals: readonly Rival[], today: LocalDate): void {
  const protection = protectionBy(rivals, today);
  if (protection) throw customerProtected({ until: protection.until ?? 'further notice' });
}

/** @throws DomainError customer_protected, earlier_registration_waiting */
export function refuseApproval(of: Registered, rivals: readonly Rival[], today: LocalDate): void {
  refuseProtected(rivals, today);
  if (waitingBefore(of, rivals).length > 0) throw earlierRegistrationWaiting();
}

/** Those that wait to be decided and were submitted before. */
function waitingBefore(of: Registered, rivals: readonly Rival[]): readonly Rival[] {
  const isBefore = ({ submittedAt, id }: Registered) =>
    submittedAt !== null &&
    (of.submittedAt === null ||
      submittedAt < of.submittedAt ||
      (submittedAt === of.submittedAt && id < of.id));
  return rivals.filter(
    (rival) => (rival.status === 'submitted' || rival.status === 'under_review') && isBefore(rival),
  );
}

/** Whether somebody else waits for a decision about the end customer. */
export function isWaitedFor(rivals: readonly Rival[]): boolean {
  return rivals.some(({ status }) => status === 'submitted' || status === 'under_review');
}
