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
import { registrationAfter } from './registration-status.js';

/** Ends a protection ahead of its last day. */
@Injectable()
export class ExpireRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, registration_status_conflict */
  execute(ctx: Ctx, id: RegistrationId, reason: string): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const change = { status: registrationAfter(before, 'expire', today), message: reason };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.expired', before, change, today),
        today,
      );
    });
  }
}
