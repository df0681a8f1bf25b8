import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { commissionStatusConflict } from '../partner.errors.js';
import { commissionView, type CommissionId, type CommissionView } from './commission.js';
import { lockCommission, readCommission, storeHold } from './commission.repository.js';
import { holdPartner } from '../members/member.repository.js';
import { heldFor } from './stop-entries.js';

/** Holds an entry back: no statement takes it until it is let go. */
@Injectable()
export class HoldCommission {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, commission_status_conflict */
  execute(ctx: Ctx, id: CommissionId): Promise<CommissionView> {
    return this.db.write(ctx, async (tx) => {
      await holdPartner(tx, (await readCommission(tx, id)).partnerId);
      const entry = await lockCommission(tx, id);
      const { status } = entry;
      if (status !== 'pending' && status !== 'payable') {
        throw commissionStatusConflict({ status, step: 'hold' });
      }
      return commissionView(await storeHold(tx, entry, heldFor(entry, 'staff')));
    });
  }
}
