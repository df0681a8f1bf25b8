import { Injectable } from '@nestjs/common';
import { lockLedgerAccount } from '@quittance/crm';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { requireVisibleAccount } from '../accounts/visible-account.js';
import { creditHoldReleased } from '../credit.errors.js';
import { creditHoldView, type CreditHoldId, type CreditHoldView } from './credit-hold.js';
import { lockHold, readHold, releaseHolds } from './credit-hold.repository.js';

/** Lets a customer have credit again. No check is run: the next request is. */
@Injectable()
export class ReleaseHold {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, credit_hold_released */
  execute(ctx: Ctx, id: CreditHoldId, note: string): Promise<CreditHoldView> {
    return this.db.write(ctx, async (tx) => {
      const { accountId } = await readHold(tx, id);
      await requireVisibleAccount(tx, this.models, accountId);
      const [, hold] = await tx.locked(
        () => lockLedgerAccount(tx, accountId),
        (locked) => lockHold(locked, id),
      );
      if (hold.status !== 'placed') throw creditHoldReleased();
      const [released] = releaseHolds(tx, [hold], { note });
      return creditHoldView(released ?? hold);
    });
  }
}
