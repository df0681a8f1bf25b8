import { Injectable } from '@nestjs/common';
import { personBehind } from '@quittance/access';
import { audit } from '@quittance/audit';
import { partyBank, readLedgerAccount } from '@quittance/crm';
import { Database, namedSql, violates, type Tx } from '@quittance/database';
import { newId, type Ctx, type UserId } from '@quittance/kernel';
import { lastBankChangeOf, lockBankChange, maskedChange } from './bank-change.queries.js';
import { readBankDetails, type SaidBankDetails } from './bank-details.js';
import { tellBankChange } from './tell-bank-change.js';
import type { BankChange, VendorId } from './vendor-company.js';
import { bankChangeOfPeople, bankDetailsPending } from './vendor.errors.js';

const INSERT = namedSql(
  `insert into portal.bank_change (company_id, id, ledger_account_id, requested_by,
     requested_by_name, status, bank, created_at)
   values (:companyId, :id, :vendorId, :by, :name, 'waiting', :bank, :now)`,
  { values: { id: 'uuid', vendorId: 'uuid', by: 'uuid', name: 'text', bank: 'jsonb' } },
);

export interface BankChangeRequest {
  readonly vendorId: VendorId;
  readonly bank: SaidBankDetails;
}

/**
 * One of the staff has a customer, supplier or partner be paid to another account, and waits until
 * another has approved it, as for what a vendor sends.
 */
@Injectable()
export class RequestBankChange {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, validation_failed, bank_details_pending, bank_change_of_people
   */
  execute(ctx: Ctx, { vendorId, bank: said }: BankChangeRequest): Promise<BankChange> {
    const bank = readBankDetails(said);
    return this.db.write(ctx, async (tx) => {
      // Nothing begins to wait behind a merge.
      await partyBank.lock(tx, vendorId);
      await readLedgerAccount(tx, vendorId);
      const row = { id: newId(), vendorId, by: await askerOf(tx), name: ctx.actor.name, bank };
      await INSERT.run(tx, row).catch((error: unknown) => {
        throw violates(error, 'bank_change_waiting_key') ? bankDetailsPending() : error;
      });
      const about = { object: 'ledger-account', recordId: vendorId };
      const after = { ...partyBank.masked(bank) };
      audit(tx, { action: 'ledger_account.bank_details_requested', ...about, after });
      const asked = (await lastBankChangeOf(tx, vendorId)) as BankChange;
      tellBankChange(tx, asked);
      return maskedChange(asked);
    });
  }
}

/** Who answers for it: of a key, who has made it. @throws DomainError bank_change_of_people */
async function askerOf(tx: Tx): Promise<UserId> {
  const person = await personBehind(tx);
  if (person === null) throw bankChangeOfPeople();
  return person;
}

/** What a party is paid to, by the request of one of the staff: locked as the decision locks it. */
export async function lockRequestedChange(
  tx: Tx,
  vendorId: VendorId,
  id: BankChange['id'],
): Promise<BankChange | undefined> {
  const found = await lockBankChange(tx, vendorId, id);
  return found?.requestedBy ? found : undefined;
}
