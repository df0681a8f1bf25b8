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
import { heldFor } from './stop-entries.js';

/**
 * Holds an entry back, with what was taken back of it: no statement takes either until they are let
 * go.
 */
@Injectable()
export class HoldCommission {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, commission_status_conflict */
  execute(ctx: Ctx, id: CommissionId): Promise<CommissionView> {
    return this.db.write(ctx, async (tx) => {
      const found = await readCommission(tx, id);
      await holdPartner(tx, found.partnerId);
      const { entry, together } = await lockCommission(tx, found);
      if (!isFree(entry)) throw commissionStatusConflict({ status: entry.status, step: 'hold' });
      const held = together.filter(isFree);
      const change = (each: Commission) => heldFor(each, 'staff');
      return commissionView(await storeHolds(tx, held, { entry, change }));
    });
  }
}

function isFree({ status }: Commission): boolean {
  return status === 'pending' || status === 'payable';
}
