import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { commissionStatusConflict } from '../partner.errors.js';
import {
  commissionView,
  type Commission,
  type CommissionId,
  type CommissionView,
} from './commission.js';
import { lockCommission, readCommission, storeHolds } from './commission.repository.js';
import { holdPartner } from '../members/member.repository.js';
import { letGo } from './stop-entries.js';

/**
 * Lets an entry go that staff held, with what was taken back of it; that of a dispute goes with the
 * dispute.
 */
@Injectable()
export class ReleaseCommission {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, commission_status_conflict */
  execute(ctx: Ctx, id: CommissionId): Promise<CommissionView> {
    return this.db.write(ctx, async (tx) => {
      const found = await readCommission(tx, id);
      await holdPartner(tx, found.partnerId);
      const { entry, together } = await lockCommission(tx, found);
      if (!isHeldByStaff(entry)) {
        const { status, holdReason } = entry;
        const held = holdReason === null ? status : `on hold for a ${holdReason}`;
        throw commissionStatusConflict({ status: held, step: 'release' });
      }
      const released = together.filter(isHeldByStaff);
      return commissionView(await storeHolds(tx, released, { entry, change: letGo }));
    });
  }
}

function isHeldByStaff({ status, holdReason }: Commission): boolean {
  return status === 'on_hold' && holdReason === 'staff';
}
