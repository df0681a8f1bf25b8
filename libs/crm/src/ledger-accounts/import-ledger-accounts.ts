import { Injectable } from '@nestjs/common';
import { readCompanyTerms } from '@quittance/company';
import { atSavepoint, Database, type Tx } from '@quittance/database';
import { DomainError, type Ctx } from '@quittance/kernel';
import {
  loadRows,
  recordProblem,
  rowInputs,
  type ImportResult,
  type ImportRow,
  type ImportSummary,
  type RecordId,
  type RowFormat,
} from '@quittance/objects';
import type { Readable } from 'node:stream';
import {
  announceCreated,
  newLedgerAccountRow,
  type NewLedgerAccount,
} from './create-ledger-account.js';
import { ledgerAccountFileRow, ledgerAccountMembers } from './ledger-account-file-row.js';
import { insertLedgerAccounts, type NewLedgerAccountRow } from './ledger-account.repository.js';

export interface LedgerAccountImport {
  readonly body: Readable;
  readonly format: RowFormat;
  /** Checks every row, writes nothing. */
  readonly dryRun?: boolean;
  /** Checks the members of a row as those of a single request are. @throws DomainError validation_failed */
  readonly check: (members: object) => Promise<NewLedgerAccount>;
}

interface Ready {
  readonly line: number;
  readonly row: NewLedgerAccountRow;
}

/** Makes ledger accounts of suppliers and partners from a file as it arrives, each row for itself. */
@Injectable()
export class ImportLedgerAccounts {
  constructor(private readonly db: Database) {}

  /** @throws DomainError import_file_not_readable, import_columns_invalid */
  execute(ctx: Ctx, input: LedgerAccountImport): Promise<ImportSummary> {
    const { body, format, dryRun = false, check } = input;
    return loadRows(ctx, this.db, {
      rows: rowInputs(ledgerAccountFileRow, body, format),
      dryRun,
      save: (tx, rows) => saveRows(tx, rows, check),
    });
  }
}

async function saveRows(
  tx: Tx,
  rows: readonly ImportRow[],
  check: LedgerAccountImport['check'],
): Promise<readonly ImportResult[]> {
  const terms = await readCompanyTerms(tx);
  const results: ImportResult[] = [];
  const ready: Ready[] = [];
  for (const { line, values } of rows) {
    try {
      const input = await check(ledgerAccountMembers(values));
      ready.push({ line, row: newLedgerAccountRow(tx, input, terms) });
    } catch (error) {
      results.push(failed(line, error));
    }
  }
  results.push(...(await insertAll(tx, ready)));
  return results.sort((a, b) => a.line - b.line);
}

/** A set that is refused is halved, until what is refused stands alone. */
async function insertAll(tx: Tx, ready: readonly Ready[]): Promise<readonly ImportResult[]> {
  if (ready.length === 0) return [];
  try {
    return await atSavepoint(tx, async (part) => {
      const made = await insertLedgerAccounts(
        part,
        ready.map(({ row }) => row),
      );
      return made.map((account, i): ImportResult => {
        announceCreated(part, account, 'ledger_account.imported');
        const { line } = ready[i] as Ready;
        return { line, status: 'created', id: account.id as string as RecordId };
      });
    });
  } catch (error) {
    const [first] = ready;
    if (first && ready.length === 1) return [failed(first.line, error)];
    if (!(error instanceof DomainError)) throw error;
    const half = Math.ceil(ready.length / 2);
    const head = await insertAll(tx, ready.slice(0, half));
    return [...head, ...(await insertAll(tx, ready.slice(half)))];
  }
}

function failed(line: number, error: unknown): ImportResult {
  if (!(error instanceof DomainError)) throw error;
  return { line, status: 'failed', problem: recordProblem(error) };
}
