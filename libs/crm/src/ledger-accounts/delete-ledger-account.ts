import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, objectOf, type CompanyModel, type RecordId } from '@quittance/metadata';
import { deleteRecords, updateRecords, type RecordDeletion } from '@quittance/objects';
import { CASCADE } from '../cascade.js';

/** Deals that are changed together. */
const BATCH = 1000;

/** By `deal_partner_index`. */
const DEALS_OF_PARTNER = sql(`
  select id from crm.deal where company_id = $1 and partner_id = $2 and deleted_at is null
  order by id`);

/** Takes the ledger account of a supplier or partner out of sight, and out of what names it. */
@Injectable()
export class DeleteLedgerAccount {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, ledger_account_of_customer,
   *   ledger_account_has_money, deletion_too_wide
   */
  async execute(ctx: Ctx, deletion: RecordDeletion): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const model = await this.models.of(tx);
      const accounts = objectOf(model, 'ledger-account');
      await deleteRecords(tx, accounts, [deletion], { action: 'ledger_account.deleted' });
      await clearPartner(tx, model, deletion.id);
    });
  }
}

/** Its row is locked: no deal names it any more that is not found here. */
async function clearPartner(tx: Tx, model: CompanyModel, id: RecordId): Promise<void> {
  const found = await tx.rows<{ id: RecordId }>(DEALS_OF_PARTNER, [tx.ctx.companyId, id]);
  const updates = found.map((deal) => ({ id: deal.id, patch: { partnerId: null } }));
  for (let from = 0; from < updates.length; from += BATCH) {
    const some = updates.slice(from, from + BATCH);
    await updateRecords(tx, objectOf(model, 'deal'), some, CASCADE);
  }
}
