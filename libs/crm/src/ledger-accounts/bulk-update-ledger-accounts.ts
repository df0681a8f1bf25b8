import { readCompanyTerms } from '@quittance/company';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { DomainError, notFound, type Ctx } from '@quittance/kernel';
import {
  bulkTargets,
  inBulk,
  recordProblem,
  type BulkResult,
  type BulkSummary,
  type BulkTargets,
} from '@quittance/mass';
import { CompanyModels, type CompanyModel, type RecordId } from '@quittance/metadata';
import { changedRow, storeRowChanges, type RowChange } from './change-rows.js';
import type { LedgerAccountPatch } from './ledger-account-patch.js';
import { ledgerAccountList, lockLedgerAccountRows } from './ledger-account.queries.js';
import { storeEach } from './store-each.js';

/** Changes many ledger accounts alike, each for itself. */
@Injectable()
export class BulkUpdateLedgerAccounts {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Batch by batch, each in a transaction of its own; sent again it comes to the same.
   * @throws DomainError bulk_too_many, invalid_list_request, validation_failed
   */
  async execute(
    ctx: Ctx,
    input: BulkTargets & { readonly patch: LedgerAccountPatch },
  ): Promise<BulkSummary> {
    const list = { ...ledgerAccountList, resource: 'ledger-accounts' };
    const ids = await bulkTargets(ctx, this.db, list, input);
    const records = { ids, table: 'crm.ledger_account' };
    return inBulk(ctx, this.db, records, async (tx, some) =>
      changeAll(tx, await this.models.of(tx), some, input.patch),
    );
  }
}

async function changeAll(
  tx: Tx,
  model: CompanyModel,
  ids: readonly RecordId[],
  patch: LedgerAccountPatch,
): Promise<readonly BulkResult[]> {
  const rows = await lockLedgerAccountRows(tx, ids);
  const terms = await readCompanyTerms(tx);
  const results = new Map<string, BulkResult>();
  const changes: RowChange[] = [];
  for (const before of rows) {
    const id = before.id as string as RecordId;
    const after = changedRow(tx, before, patch, terms);
    if (after instanceof DomainError) results.set(id, failed(id, after));
    else if (after.version > before.version) changes.push({ before, after });
    else results.set(id, { id, status: 'unchanged', version: before.version });
  }
  // An owner or a price book that there is not is the same refusal for all.
  const store = (part: Tx, set: readonly RowChange[]) => storeRowChanges(part, model, set);
  const refused = await storeEach(tx, changes, { store, alike: true });
  for (const change of changes) {
    const { version, ...after } = change.after;
    const id = after.id as string as RecordId;
    const reason = refused.get(change);
    results.set(id, reason ? failed(id, reason) : { id, status: 'updated', version });
  }
  return ids.map((id) => results.get(id) ?? failed(id, notFound({ object: 'ledger account' })));
}

function failed(id: RecordId, error: DomainError): BulkResult {
  return { id, status: 'failed', problem: recordProblem(error) };
}
