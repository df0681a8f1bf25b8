import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { checkVersion, Database, type Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import {
  MOST_OVERDUE_DAYS,
  type CreditSettings,
  type SavedCreditSettings,
} from './credit-settings.js';
import { lockCreditSettings, storeCreditSettings } from './credit-settings.repository.js';

/** Says how a company wants its credit handled. What was decided before stays decided. */
@Injectable()
export class UpdateCreditSettings {
  constructor(private readonly db: Database) {}

  /** @throws DomainError precondition_failed, validation_failed */
  async execute(
    ctx: Ctx,
    patch: Partial<CreditSettings>,
    expectedVersion: number | null,
  ): Promise<SavedCreditSettings> {
    const { overdueHoldDays: days = null } = patch;
    if (days !== null && (days < 1 || days > MOST_OVERDUE_DAYS)) {
      const message = `must be between 1 and ${MOST_OVERDUE_DAYS}`;
      throw invalidField('/overdueHoldDays', 'range', message);
    }
    return this.db.write(ctx, (tx) => changeCreditSettings(tx, patch, expectedVersion));
  }
}

/** The same within a transaction. @throws DomainError precondition_failed */
export async function changeCreditSettings(
  tx: Tx,
  patch: Partial<CreditSettings>,
  expectedVersion: number | null,
): Promise<SavedCreditSettings> {
  const { version, ...before } = await lockCreditSettings(tx);
  checkVersion(version, expectedVersion);
  const after = await storeCreditSettings(tx, { ...before, ...patch });
  audit(tx, {
    action: 'credit_settings.saved',
    object: 'credit-settings',
    recordId: tx.ctx.companyId,
    ...changedFields({ ...before, version }, { ...after }),
  });
  return after;
}
