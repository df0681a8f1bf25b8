import type { Id } from '@quittance/kernel';
import { notFound } from '@quittance/kernel';
import type { PartnerId, Registration } from './deal-registration.js';

/** What somebody of a partner reaches: registrations of these partners, or only their own. */
export interface PartnerScope {
  /** The partner of the user. */
  readonly partnerId: PartnerId;
  /** It, and those below it that the user reaches. */
  readonly partnerIds: readonly PartnerId[];
  readonly portalUserId: Id<'portal-user'>;
  /** Whether those of colleagues are there for them. */
  readonly colleagues: boolean;
}

/**
 * What is beyond the scope is not there. Staff have none.
 * @throws DomainError not_found
 */
export function requireWithin(scope: PartnerScope | null, registration: Registration): void {
  if (scope === null || isWithin(scope, registration)) return;
  throw notFound({ object: 'deal registration' });
}

export function isWithin(
  { partnerIds, portalUserId, colleagues }: PartnerScope,
  registration: Pick<Registration, 'partnerId' | 'portalUserId'>,
): boolean {
  if (!partnerIds.includes(registration.partnerId)) return false;
  return colleagues || registration.portalUserId === portalUserId;
}
