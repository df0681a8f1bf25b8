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
import { matchesOf, refuseProtected, type Rival } from './rivals.js';

/**
 * Whoever registers another end customer has claimed that one now, and stands behind others. So has
 * whoever says of the same one what makes it one of others for the first time.
 */
function isClaimedNow(
  before: Pick<Registration, 'endCustomer'>,
  { endCustomer }: Pick<Registration, 'endCustomer'>,
  rivals: readonly Rival[],
): boolean {
  const sameAs = (others: readonly Pick<Registration, 'endCustomer'>[]) =>
    matchesOf(before.endCustomer, others).filter(({ match }) => match === 'same').length;
  return sameAs([{ endCustomer }]) === 0 || sameAs(rivals) < rivals.length;
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
      const isHeld = patch.endCustomer !== undefined && before.status !== 'draft';
      const rivals = isHeld ? await holdAsRegistered(tx, { ...before, ...given }) : [];
      refuseProtected(rivals, today);
      const submittedAt = isClaimedNow(before, given, rivals) ? ctx.now : before.submittedAt;
      const change = { ...given, ...(before.submittedAt !== null && { submittedAt }) };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.updated', before, change, today),
        today,
      );
    });
  }
}
