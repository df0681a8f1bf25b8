import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  dealRegistrationView,
  type RegistrationId,
  type DealRegistrationView,
} from './deal-registration.js';
import { holdAsRegistered } from './held-rivals.js';
import { requireWithin, type PartnerScope } from './partner-scope.js';
import { registrationAfter } from './registration-status.js';
import { refuseProtected } from './rivals.js';

/**
 * Hands a registration over. Whoever is protected stands in its way; others who wait do not: which
 * of them comes first is decided when one is approved.
 */
@Injectable()
export class SubmitRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, registration_status_conflict, customer_protected */
  execute(ctx: Ctx, id: RegistrationId, scope: PartnerScope | null): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      requireWithin(scope, before);
      const status = registrationAfter(before, 'submit', today);
      refuseProtected(await holdAsRegistered(tx, before), today);
      const change = { status, submittedAt: before.submittedAt ?? ctx.now, message: null };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.submitted', before, change, today),
        today,
      );
    });
  }
}
