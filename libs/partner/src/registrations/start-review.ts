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

/** Begins to look at a registration: it is fixed from then on. */
@Injectable()
export class StartReview {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, registration_status_conflict */
  execute(ctx: Ctx, id: RegistrationId): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const change = { status: registrationAfter(before, 'start_review', today) };
      const after = storeRegistration(
        tx,
        'deal_registration.review_started',
        before,
        change,
        today,
      );
      return dealRegistrationView(after, today);
    });
  }
}
