import { lockLedgerAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { epochMs } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import { requireVisibleAccount } from '../accounts/visible-account.js';
import type { CreditCheck } from '../checks/credit-check.js';
import { lockCheck } from '../checks/credit-check.repository.js';
import { creditOverrideNotRequested, overrideExpired } from '../credit.errors.js';
import type { CreditOverride, CreditOverrideId } from './credit-override.js';
import { lockOverride, readOverride } from './credit-override.repository.js';

/** An override that is to be decided, with its check; both locked. */
export interface DecidedNow {
  readonly override: CreditOverride;
  readonly check: CreditCheck;
}

/**
 * Locks what is to be decided, the ledger account first, so that one of two who decide at once
 * finds it done.
 * @throws DomainError not_found, credit_override_not_requested, override_expired
 */
export async function lockToDecide(
  tx: Tx,
  models: CompanyModels,
  id: CreditOverrideId,
): Promise<DecidedNow> {
  const { accountId, checkId } = await readOverride(tx, id);
  await requireVisibleAccount(tx, models, accountId);
  const [[, override], check] = await tx.locked(
    () =>
      tx.locked(
        () => lockLedgerAccount(tx, accountId),
        (behind) => lockOverride(behind, id),
      ),
    (behind) => lockCheck(behind, checkId),
  );
  const { status, expiresAt } = override;
  if (status !== 'requested') throw creditOverrideNotRequested({ status });
  if (expiresAt !== null && epochMs(expiresAt) <= epochMs(tx.ctx.now)) {
    throw overrideExpired({ expiresAt });
  }
  return { override, check };
}
