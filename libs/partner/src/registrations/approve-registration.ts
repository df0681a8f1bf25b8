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
import { holdRivals } from './held-rivals.js';
import { protectedUntil } from './protection.js';
import { registrationAfter } from './registration-status.js';
import { refuseApproval } from './rivals.js';

/**
 * Protects the end customer for the partner, from today on. Of two that are approved at once the
 * second finds the first, since each holds the keys of its end customer.
 */
@Injectable()
export class ApproveRegistration {
  constructor(private readonly db: Database) {}

  /**
   * @param override why it is approved although it meets others: both stand, neither is told
   * @throws DomainError not_found, registration_status_conflict, customer_protected,
   *   earlier_registration_waiting
   */
  execute(
    ctx: Ctx,
    id: RegistrationId,
    override: { readonly reason: string } | null,
  ): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const status = registrationAfter(before, 'approve', today);
      const rivals = await holdRivals(tx, before);
      if (override === null) refuseApproval(before, rivals, today);
      const change = {
        status,
        approvedAt: ctx.now,
        protectedUntil: protectedUntil(today, before.protectionLevel),
        overrideReason: override?.reason ?? null,
        decidedBy: writtenBy(tx),
        decidedAt: ctx.now,
        message: null,
      };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.approved', before, change, today),
        today,
      );
    });
  }
}
