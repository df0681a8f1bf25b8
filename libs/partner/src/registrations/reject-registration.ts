import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { actorOf } from '../actor-of.js';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  registrationView,
  type RegistrationId,
  type RegistrationView,
} from './deal-registration.js';
import { statusAfter } from './registration-status.js';

/** Refuses a registration, with the reason that its partner reads. */
@Injectable()
export class RejectRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, registration_status_conflict */
  execute(ctx: Ctx, id: RegistrationId, reason: string): Promise<RegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const status = statusAfter(before, 'reject', today);
      const decided = { decidedBy: actorOf(tx), decidedAt: ctx.now };
      const change = { status, message: reason, ...decided };
      return registrationView(storeRegistration(tx, 'rejected', before, change, today), today);
    });
  }
}
