import { changedFields } from '@quittance/audit';
import { refuseDisabled, type CurrentTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import type { CompanyModel } from '@quittance/metadata';
import { askRules } from './ask-rules.js';
import { ledgerAccountColumns, type LedgerAccountPatch } from './ledger-account-patch.js';
import type { LedgerAccountRow } from './ledger-account.queries.js';
import { refuseAlone } from './refuse-alone.js';
import { updateLedgerAccountRows } from './ledger-account.repository.js';
import { afterChange, announceLedgerChange } from './update-ledger-account.js';

/** A locked row and what it shall be. */
export interface RowChange {
  readonly before: LedgerAccountRow;
  readonly after: LedgerAccountRow;
}

/** The row with the patch, the very same where nothing differs; or why it cannot have it. */
export function changedRow(
  tx: Tx,
  row: LedgerAccountRow,
  patch: LedgerAccountPatch,
  terms: CurrentTerms,
): LedgerAccountRow | DomainError {
  try {
    const currency = patch.defaultCurrency ?? row.defaultCurrency;
    if (currency !== row.defaultCurrency) refuseDisabled(terms, currency, '/defaultCurrency');
    const { after } = changedFields({ ...row }, { ...row, ...ledgerAccountColumns(row, patch) });
    refuseAlone(terms, row, after);
    return Object.keys(after).length === 0 ? row : afterChange(tx, row, after);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/**
 * Stores changes in one statement, asks the company's rules about them and tells of each.
 * @throws DraftsRefused, DomainError validation_failed
 */
export async function storeRowChanges(
  tx: Tx,
  model: CompanyModel,
  changes: readonly RowChange[],
): Promise<void> {
  await updateLedgerAccountRows(
    tx,
    changes.map(({ after }) => after),
  );
  await askRules(tx, model, changes);
  for (const { before, after } of changes) announceLedgerChange(tx, before, after);
}
