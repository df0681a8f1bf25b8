import { Injectable } from '@nestjs/common';
import { changedFields } from '@quittance/audit';
import { readCompanyTerms, refuseDisabled, type CurrentTerms } from '@quittance/company';
import { atSavepoint, Database, type Tx } from '@quittance/database';
import { DomainError, notFound, type Ctx } from '@quittance/kernel';
import {
  bulkTargets,
  inBulk,
  recordProblem,
  type BulkResult,
  type BulkSummary,
  type BulkTargets,
  type RecordId,
} from '@quittance/objects';
import { ledgerAccountColumns, type LedgerAccountPatch } from './ledger-account-patch.js';
import {
  ledgerAccountList,
  lockLedgerAccountRows,
  type LedgerAccountRow,
} from './ledger-account.queries.js';
import { updateLedgerAccountRows } from './ledger-account.repository.js';
import { afterChange, announceChange } from './update-ledger-account.js';

/** Changes many ledger accounts alike, each for itself. */
@Injectable()
export class BulkUpdateLedgerAccounts {
  constructor(private readonly db: Database) {}

  /**
   * Batch by batch, each in a transaction of its own; sent again it comes to the same.
   * @throws DomainError bulk_too_many, invalid_list_request, validation_failed
   */
  async execute(
    ctx: Ctx,
    input: BulkTargets & { readonly patch: LedgerAccountPatch },
  ): Promise<BulkSummary> {
    const terms = await this.db.read(ctx, readCompanyTerms);
    const targets = await bulkTargets(ctx, this.db, ledgerAccountList, terms, input);
    return inBulk(ctx, this.db, targets, (tx, ids) => changeAll(tx, ids, input.patch));
  }
}

interface Change {
  readonly before: LedgerAccountRow;
  readonly after: LedgerAccountRow;
}

async function changeAll(
  tx: Tx,
  ids: readonly RecordId[],
  patch: LedgerAccountPatch,
): Promise<readonly BulkResult[]> {
  const rows = await lockLedgerAccountRows(tx, ids);
  const terms = await readCompanyTerms(tx);
  const results = new Map<string, BulkResult>();
  const changes: Change[] = [];
  for (const before of rows) {
    const id = before.id as string as RecordId;
    const after = changed(tx, before, patch, terms);
    if (after instanceof DomainError) results.set(id, failed(id, after));
    else if (after.version > before.version) changes.push({ before, after });
    else results.set(id, { id, status: 'unchanged', version: before.version });
  }
  const refusal = await store(tx, changes);
  for (const { after } of changes) {
    const id = after.id as string as RecordId;
    const { version } = after;
    results.set(id, refusal ? failed(id, refusal) : { id, status: 'updated', version });
  }
  return ids.map((id) => results.get(id) ?? failed(id, notFound({ object: 'ledger account' })));
}

/** The row with the patch, or why it cannot have it. */
function changed(
  tx: Tx,
  row: LedgerAccountRow,
  patch: LedgerAccountPatch,
  terms: CurrentTerms,
): LedgerAccountRow | DomainError {
  try {
    const currency = patch.defaultCurrency ?? row.defaultCurrency;
    if (currency !== row.defaultCurrency) refuseDisabled(terms, currency, '/defaultCurrency');
    const { after } = changedFields({ ...row }, { ...row, ...ledgerAccountColumns(row, patch) });
    return Object.keys(after).length === 0 ? row : afterChange(tx, row, after);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** An owner or a price book that there is not is the same refusal for all: they are set alike. */
async function store(tx: Tx, changes: readonly Change[]): Promise<DomainError | null> {
  if (changes.length === 0) return null;
  try {
    await atSavepoint(tx, async (part) => {
      await updateLedgerAccountRows(
        part,
        changes.map(({ after }) => after),
      );
      for (const { before, after } of changes) announceChange(part, before, after);
    });
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function failed(id: RecordId, error: DomainError): BulkResult {
  return { id, status: 'failed', problem: recordProblem(error) };
}
