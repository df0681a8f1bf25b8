import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { checkVersion, Database, type Tx } from '@quittance/database';
import type { AccountId, Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { renameLedgerAccount } from '../ledger-accounts/ledger-account.repository.js';
import type { Account, AccountFields } from './account.js';
import { accountFields, type AccountPatch } from './account-patch.js';
import { readAccount } from './account.queries.js';
import { lockAccount, refuseCycle, updateAccountRow } from './account.repository.js';

export interface AccountUpdate {
  readonly id: AccountId;
  readonly expectedVersion: number | null;
  readonly patch: AccountPatch;
}

/** Changes the members sent and leaves the rest. */
@Injectable()
export class UpdateAccount {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, precondition_failed, account_external_key_taken,
   *   account_parent_cycle, validation_failed
   */
  execute(ctx: Ctx, { id, expectedVersion, patch }: AccountUpdate): Promise<Account> {
    return this.db.write(ctx, async (tx) => {
      await lockAccount(tx, id);
      const before = await readAccount(tx, id);
      checkVersion(before.version, expectedVersion);
      const changes = changedFields({ ...before }, { ...before, ...accountFields(before, patch) });
      if (Object.keys(changes.after).length === 0) return before;
      return store(tx, before, changes);
    });
  }
}

async function store(
  tx: Tx,
  before: Account,
  changes: ReturnType<typeof changedFields>,
): Promise<Account> {
  const { id } = before;
  const patch = changes.after as Partial<AccountFields>;
  const version = before.version + 1;
  if (patch.parentId) await refuseCycle(tx, id, patch.parentId);
  await updateAccountRow(tx, id, version, patch);
  if (patch.name !== undefined) await renameLedgerAccount(tx, id, patch.name);
  const { now, userId } = tx.ctx;
  const after: Account = { ...before, ...patch, version, updatedAt: now, updatedBy: userId };
  audit(tx, { action: 'account.updated', object: 'account', recordId: id, ...changes });
  emit(tx, { type: 'record.updated', object: 'account', recordId: id, data: { ...after } });
  return after;
}
