import { readToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { Registration, RegistrationId } from '../registrations/deal-registration.js';
import { readRegistration } from '../registrations/deal-registration.repository.js';
import { requireWithin, type PartnerScope } from '../registrations/partner-scope.js';
import { registrationAfter } from '../registrations/registration-status.js';

/**
 * A registration that its partner may ask a quote for: one that is approved, or a deal by now.
 * @throws DomainError not_found, registration_status_conflict
 */
export async function quotableRegistration(
  tx: Tx,
  id: RegistrationId,
  scope: PartnerScope,
): Promise<Registration> {
  const [found, today] = [await readRegistration(tx, id), await readToday(tx)];
  requireWithin(scope, found);
  registrationAfter(found, 'request_quote', today);
  return found;
}
