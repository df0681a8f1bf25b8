import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  registrationView,
  type RegistrationId,
  type RegistrationView,
} from './deal-registration.js';
import { statusAfter } from './registration-status.js';

/** Ends a protection ahead of its last day. */
@Injectable()
export class ExpireRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, registration_status_conflict */
  execute(ctx: Ctx, id: RegistrationId, reason: string): Promise<RegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const change = { status: statusAfter(before, 'expire', today), message: reason };
      return registrationView(storeRegistration(tx, 'expired', before, change, today), today);
    });
  }
}
