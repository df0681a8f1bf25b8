import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { commissionStatusConflict } from '../partner.errors.js';
import { commissionView, type CommissionId, type CommissionView } from './commission.js';
import { lockCommission, readCommission, storeHold } from './commission.repository.js';
import { holdPartner } from '../members/member.repository.js';
import { letGo } from './stop-entries.js';

/** Lets an entry go that staff held; that of a dispute goes with the dispute. */
@Injectable()
export class ReleaseCommission {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, commission_status_conflict */
  execute(ctx: Ctx, id: CommissionId): Promise<CommissionView> {
    return this.db.write(ctx, async (tx) => {
      await holdPartner(tx, (await readCommission(tx, id)).partnerId);
      const entry = await lockCommission(tx, id);
      const { status, holdReason } = entry;
      if (status !== 'on_hold' || holdReason !== 'staff') {
        const held = holdReason === null ? status : `on hold for a ${holdReason}`;
        throw commissionStatusConflict({ status: held, step: 'release' });
      }
      return commissionView(await storeHold(tx, entry, letGo(entry)));
    });
  }
}
