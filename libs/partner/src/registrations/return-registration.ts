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

/** Gives a registration back to its partner, who is asked for something. */
@Injectable()
export class ReturnRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, registration_status_conflict */
  execute(ctx: Ctx, id: RegistrationId, message: string): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const change = { status: registrationAfter(before, 'return', today), message };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.returned', before, change, today),
        today,
      );
    });
  }
}
