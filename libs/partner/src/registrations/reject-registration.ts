import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { writtenBy } from '../written-by.js';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  dealRegistrationView,
  type RegistrationId,
  type DealRegistrationView,
} from './deal-registration.js';
import { registrationAfter } from './registration-status.js';

/** Refuses a registration, with the reason that its partner reads. */
@Injectable()
export class RejectRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, registration_status_conflict */
  execute(ctx: Ctx, id: RegistrationId, reason: string): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const status = registrationAfter(before, 'reject', today);
      const decided = { decidedBy: writtenBy(tx), decidedAt: ctx.now };
      const change = { status, message: reason, ...decided };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.rejected', before, change, today),
        today,
      );
    });
  }
}
