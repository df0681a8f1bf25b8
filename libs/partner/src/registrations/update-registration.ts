import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { checkVersion, Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { registrationNotEditable } from '../partner.errors.js';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  type Registration,
  dealRegistrationView,
  type RegistrationId,
  type RegistrationPatch,
  type DealRegistrationView,
} from './deal-registration.js';
import { holdAsRegistered } from './held-rivals.js';
import { requireWithin, type PartnerScope } from './partner-scope.js';
import { givenOf } from './registration-draft.js';
import { isOpenToEdit, registrationStatusOn } from './registration-status.js';
import { matchesOf, refuseProtected } from './rivals.js';

/** Whoever registers another end customer has claimed that one now, and stands behind others. */
function isAnother(
  before: Pick<Registration, 'endCustomer'>,
  { endCustomer }: Pick<Registration, 'endCustomer'>,
): boolean {
  return !matchesOf(endCustomer, [before]).some(({ match }) => match === 'same');
}

/** Changes a registration that nobody has looked at yet, or that was returned. */
@Injectable()
export class UpdateRegistration {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, precondition_failed, registration_not_editable,
   *   customer_protected, validation_failed
   */
  execute(
    ctx: Ctx,
    { id, expectedVersion }: { id: RegistrationId; expectedVersion: number | null },
    patch: RegistrationPatch,
    scope: PartnerScope | null,
  ): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      requireWithin(scope, before);
      checkVersion(before.version, expectedVersion);
      if (!isOpenToEdit(before)) {
        throw registrationNotEditable({ status: registrationStatusOn(before, today) });
      }
      const given = await givenOf(tx, patch, before);
      // A draft stands in nobody's way, and nobody in its.
      if (patch.endCustomer && before.status !== 'draft') {
        refuseProtected(await holdAsRegistered(tx, { ...before, ...given }), today);
      }
      const submittedAt = isAnother(before, given) ? ctx.now : before.submittedAt;
      const change = { ...given, ...(before.submittedAt !== null && { submittedAt }) };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.updated', before, change, today),
        today,
      );
    });
  }
}
