import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { refuseNewlyDisabled } from '@quittance/company';
import { checkVersion, Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { LedgerAccountId } from '../accounts/account.js';
import type { LedgerAccount } from './ledger-account.js';
import { ledgerAccountColumns, type LedgerAccountPatch } from './ledger-account-patch.js';
import { ledgerAccountView, readLedgerAccount, withMaskedBank } from './ledger-account.queries.js';
import { lockLedgerAccountById, updateLedgerAccountRow } from './ledger-account.repository.js';

export interface LedgerAccountUpdate {
  readonly id: LedgerAccountId;
  readonly expectedVersion: number | null;
  readonly patch: LedgerAccountPatch;
}

/** Changes the members sent and leaves the rest. Whoever may update sees the bank numbers in full. */
@Injectable()
export class UpdateLedgerAccount {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, precondition_failed, validation_failed,
   *   ledger_account_amounts_needed, currency_not_enabled
   */
  execute(ctx: Ctx, input: LedgerAccountUpdate): Promise<LedgerAccount> {
    const { id, expectedVersion, patch } = input;
    return this.db.write(ctx, async (tx) => {
      await lockLedgerAccountById(tx, id);
      const row = await readLedgerAccount(tx, id);
      checkVersion(row.version, expectedVersion);
      const currencies = { before: row.defaultCurrency, after: patch.defaultCurrency };
      await refuseNewlyDisabled(tx, [currencies], '/defaultCurrency');
      const changes = changedFields({ ...row }, { ...row, ...ledgerAccountColumns(row, patch) });
      const before = ledgerAccountView(row);
      if (Object.keys(changes.after).length === 0) return before;
      const version = row.version + 1;
      await updateLedgerAccountRow(tx, id, version, changes.after);
      const stamps = { version, updatedAt: ctx.now, updatedBy: ctx.userId };
      const updated = { ...row, ...changes.after, ...stamps };
      const after = ledgerAccountView(updated);
      const shown = withMaskedBank(after);
      const record = { object: 'ledger-account', recordId: id };
      const seen = changedFields({ ...withMaskedBank(before) }, { ...shown });
      audit(tx, { action: 'ledger_account.updated', ...record, ...seen });
      emit(tx, { type: 'record.updated', ...record, data: { ...shown } });
      return after;
    });
  }
}
