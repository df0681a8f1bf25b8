import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyObject, type RecordId } from '@quittance/metadata';
import { deleteRecords, readStored, type RecordDeletion } from '@quittance/objects';
import { ledgerAccountOfCustomer } from '../crm.errors.js';

/** Takes the ledger account of a supplier or partner out of sight, and out of what names it. */
@Injectable()
export class DeleteLedgerAccount {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, ledger_account_of_customer,
   *   ledger_account_has_money, deletion_too_wide, record_referenced, record_awaits_approval
   */
  async execute(ctx: Ctx, deletion: RecordDeletion): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const accounts = await this.models.object(tx, 'ledger-account');
      await refuseCustomer(tx, accounts, deletion.id);
      await deleteRecords(tx, accounts, [deletion], { action: 'ledger_account.deleted' });
    });
  }
}

/** That of a customer is deleted with the account. */
async function refuseCustomer(tx: Tx, accounts: CompanyObject, id: RecordId): Promise<void> {
  const found = (await readStored(tx, accounts, [id], 'delete')).get(id)?.view;
  if (found?.kind === 'customer') throw ledgerAccountOfCustomer({ name: String(found.name) });
}
