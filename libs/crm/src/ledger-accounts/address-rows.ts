import type { Tx } from '@quittance/database';
import { invalidField, isUuid } from '@quittance/kernel';
import type { ImportResult, ImportRow } from '@quittance/mass';
import type { LedgerAccountId } from '../accounts/account.js';
import { ledgerAccountMembers } from './ledger-account-file-row.js';
import {
  matchedName,
  matchLedgerAccounts,
  type LedgerAccountMatch,
} from './match-ledger-accounts.js';
import { ambiguousRow, failedRow, repeatedRow } from './row-results.js';

/** A row with the ledger account that it is about; null where it makes one. */
export interface AddressedRow {
  readonly line: number;
  readonly id: LedgerAccountId | null;
  /** As the body of a request, without the id. */
  readonly members: object;
}

export interface AddressedRows {
  /** What is to be saved. */
  readonly told: readonly AddressedRow[];
  /** The results of all rows, by those of what was to be saved. */
  results(saved: readonly ImportResult[]): readonly ImportResult[];
}

/**
 * Which ledger accounts the rows of a batch are about. Of rows about the same one the first is
 * saved; those that say it once more are no change, and others are refused.
 */
export async function addressRows(
  tx: Tx,
  rows: readonly ImportRow[],
  match: LedgerAccountMatch,
): Promise<AddressedRows> {
  const names = new Map(rows.map((row) => [row, subjectOf(row) ?? matchedName(row, match)]));
  const asked = rows.flatMap((row) => (subjectOf(row) === null ? (names.get(row) ?? []) : []));
  const found = match === 'id' ? NONE : await matchLedgerAccounts(tx, match, asked);
  const first = new Map<string, ImportRow>();
  const echoes = new Map<ImportRow, ImportRow>();
  const failed: ImportResult[] = [];
  const told: AddressedRow[] = [];
  for (const row of rows) {
    const { line } = row;
    const name = names.get(row) ?? null;
    const before = name === null ? undefined : first.get(name);
    if (before && sameValues(before, row)) echoes.set(row, before);
    else if (before) failed.push(failedRow(line, repeatedRow(pathOf(row, match))));
    else {
      if (name !== null) first.set(name, row);
      const target = targetOf(row, found.get(name ?? '') ?? []);
      if (target === 'wrong') {
        failed.push(failedRow(line, invalidField('/id', 'format', 'must be a UUID')));
      } else if (typeof target === 'number') {
        failed.push(failedRow(line, ambiguousRow(match, target)));
      } else told.push({ line, id: target, members: membersOf(row) });
    }
  }
  return {
    told,
    results(saved) {
      const byLine = new Map([...saved, ...failed].map((result) => [result.line, result]));
      for (const [{ line }, { line: from }] of echoes) {
        const { status, ...rest } = byLine.get(from) as ImportResult;
        byLine.set(line, { ...rest, line, status: status === 'failed' ? status : 'unchanged' });
      }
      return [...byLine.values()].sort((a, b) => a.line - b.line);
    },
  };
}

const NONE: ReadonlyMap<string, readonly LedgerAccountId[]> = new Map();

/** The id that a row says. */
function subjectOf({ values: { id } }: ImportRow): string | null {
  return id === undefined || id === null ? null : String(id).toLowerCase();
}

function pathOf(row: ImportRow, match: LedgerAccountMatch): string {
  return subjectOf(row) === null ? match : 'id';
}

/** The ledger account that is meant, none, or of how many it is not said which. */
function targetOf(
  row: ImportRow,
  found: readonly LedgerAccountId[],
): LedgerAccountId | null | number | 'wrong' {
  const id = subjectOf(row);
  if (id !== null) return isUuid(id) ? (id as LedgerAccountId) : 'wrong';
  return found.length > 1 ? found.length : (found[0] ?? null);
}

function membersOf({ values: { id: _, ...values } }: ImportRow): object {
  return ledgerAccountMembers(values);
}

function sameValues(one: ImportRow, other: ImportRow): boolean {
  return JSON.stringify(one.values) === JSON.stringify(other.values);
}
