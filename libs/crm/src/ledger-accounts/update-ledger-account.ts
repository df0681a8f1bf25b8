import { Injectable } from '@nestjs/common';
import { audit, changedFields, type Fields } from '@quittance/audit';
import { readCompanyTerms, refuseNewlyDisabled } from '@quittance/company';
import { checkVersion, Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { emit } from '@quittance/outbox';
import type { LedgerAccountId } from '../accounts/account.js';
import { askRulesOfOne } from './ask-rules.js';
import type { LedgerAccount } from './ledger-account.js';
import { ledgerAccountColumns, type LedgerAccountPatch } from './ledger-account-patch.js';
import {
  ledgerAccountView,
  readLedgerAccount,
  withMaskedBank,
  type LedgerAccountRow,
} from './ledger-account.queries.js';
import { refuseAlone } from './refuse-alone.js';
import { lockLedgerAccountById, updateLedgerAccountRow } from './ledger-account.repository.js';

export interface LedgerAccountUpdate {
  readonly id: LedgerAccountId;
  readonly expectedVersion: number | null;
  readonly patch: LedgerAccountPatch;
}

/**
 * Changes the members sent and leaves the rest. Whoever may update sees the bank numbers in full.
 */
@Injectable()
export class UpdateLedgerAccount {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, validation_failed,
   *   ledger_account_amounts_needed, currency_not_enabled, bank_details_need_approval, and those of
   *   the company's rules
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
      if (Object.keys(changes.after).length === 0) return ledgerAccountView(row);
      if (changes.after.bank) refuseAlone(await readCompanyTerms(tx), row, changes.after);
      const updated = afterChange(tx, row, changes.after);
      await updateLedgerAccountRow(tx, id, updated.version, changes.after);
      await askRulesOfOne(tx, await this.models.of(tx), { before: row, after: updated });
      return announceLedgerChange(tx, row, updated);
    });
  }
}

/** The row with other values, as the next version. */
export function afterChange(
  { ctx }: Tx,
  row: LedgerAccountRow,
  values: Partial<LedgerAccountRow>,
): LedgerAccountRow {
  const stamps = { version: row.version + 1, updatedAt: ctx.now, updatedBy: ctx.userId };
  return { ...row, ...values, ...stamps };
}

/** Tells the log and the events of a change, with bank numbers masked. */
export function announceLedgerChange(
  tx: Tx,
  before: LedgerAccountRow,
  after: LedgerAccountRow,
): LedgerAccount {
  const account = ledgerAccountView(after);
  const shown = withMaskedBank(account);
  const record = { object: 'ledger-account', recordId: after.id };
  const seen = changedFields({ ...withMaskedBank(ledgerAccountView(before)) }, { ...shown });
  audit(tx, { action: 'ledger_account.updated', ...record, ...seen });
  const old = oldMembers(before, after);
  emit(tx, { type: 'record.updated', ...record, data: { ...shown }, before: old });
  return account;
}

const STAMPS: ReadonlySet<string> = new Set(['version', 'updatedAt', 'updatedBy']);

/**
 * What rules are told has changed and was before, by the names that the catalogue of objects has;
 * bank numbers masked.
 */
function oldMembers(before: LedgerAccountRow, after: LedgerAccountRow): Fields {
  const { after: values } = changedFields({ ...before }, { ...after });
  const { taxRegistration, ...plain } = withMaskedBank(ledgerAccountView(before));
  const shown: Fields = { ...plain, ...taxRegistration };
  const names = Object.keys(values).filter((name) => !STAMPS.has(name));
  return Object.fromEntries(names.map((name) => [name, shown[name] ?? null]));
}
