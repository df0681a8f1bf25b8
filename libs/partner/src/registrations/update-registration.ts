import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { checkVersion, Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { registrationNotEditable } from '../partner.errors.js';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  registrationView,
  type RegistrationId,
  type RegistrationPatch,
  type RegistrationView,
} from './deal-registration.js';
import { holdAsRegistered } from './held-rivals.js';
import { requireWithin, type PartnerScope } from './partner-scope.js';
import { givenOf } from './registration-draft.js';
import { isEditable, statusOn } from './registration-status.js';
import { refuseProtected } from './rivals.js';

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
  ): Promise<RegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      requireWithin(scope, before);
      checkVersion(before.version, expectedVersion);
      if (!isEditable(before)) {
        throw registrationNotEditable({ status: statusOn(before, today) });
      }
      const given = await givenOf(tx, patch, before);
      // A draft stands in nobody's way, and nobody in its.
      if (patch.endCustomer && before.status !== 'draft') {
        refuseProtected(await holdAsRegistered(tx, { ...before, ...given }), today);
      }
      return registrationView(storeRegistration(tx, 'updated', before, given, today), today);
    });
  }
}
