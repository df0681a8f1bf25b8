import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  dealRegistrationView,
  type RegistrationId,
  type DealRegistrationView,
} from './deal-registration.js';
import { requireWithin, type PartnerScope } from './partner-scope.js';
import { registrationAfter } from './registration-status.js';

/** Takes a registration back; its end customer is free at once. */
@Injectable()
export class WithdrawRegistration {
  constructor(private readonly db: Database) {}

  /**
   * @param reason may be left out of a draft alone
   * @throws DomainError not_found, registration_status_conflict, validation_failed
   */
  execute(
    ctx: Ctx,
    id: RegistrationId,
    reason: string | null,
    scope: PartnerScope | null,
  ): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      requireWithin(scope, before);
      const status = registrationAfter(before, 'withdraw', today);
      if (reason === null && before.status !== 'draft') {
        throw invalidField('/reason', 'required', 'is required once it was submitted');
      }
      const change = { status, message: reason };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.withdrawn', before, change, today),
        today,
      );
    });
  }
}
