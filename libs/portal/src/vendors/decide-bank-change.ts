import { Injectable } from '@nestjs/common';
import { decidesOwn } from '@quittance/access';
import { audit } from '@quittance/audit';
import { partyBank, readLedgerAccount } from '@quittance/crm';
import { Database, namedSql, type Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { lockBankChange, maskedChange } from './bank-change.queries.js';
import { tellBankChange } from './tell-bank-change.js';
import type { BankChange, BankChangeId, BankChangeStatus, VendorId } from './vendor-company.js';
import { bankChangeDecided, bankChangeOfPeople, ownBankChange } from './vendor.errors.js';

/** Of what is decided the numbers are in the books, or nobody's business any more. */
const DECIDE = namedSql(
  `update portal.bank_change b set status = :status, bank = :bank, decided_at = :now,
     decided_by = :by, reason = :reason
   where b.company_id = :companyId and b.id = :id`,
  { values: { id: 'uuid', status: 'text', bank: 'jsonb', by: 'uuid', reason: 'text' } },
);

export interface BankDecision {
  readonly vendorId: VendorId;
  readonly id: BankChangeId;
  /** Null approves; else why not. */
  readonly reason: string | null;
}

/** Somebody of the staff has a vendor paid to the account that it named, or says why not. */
@Injectable()
export class DecideBankChange {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, bank_change_decided, own_bank_change, bank_change_of_people, and
   * those of the company's rules
   */
  execute(ctx: Ctx, { vendorId, id, reason }: BankDecision): Promise<BankChange> {
    return this.db.write(ctx, async (tx) => {
      const change = await held(tx, vendorId, id);
      if (reason === null) await requireAnother(tx, change);
      const status: BankChangeStatus = reason === null ? 'approved' : 'rejected';
      if (reason === null) {
        await partyBank.replace(tx, this.models, { id: vendorId, bank: change.bank });
      }
      const { bank } = maskedChange(change);
      const row = { id, status, bank, by: ctx.userId, reason };
      await DECIDE.run(tx, row);
      const about = { object: 'ledger-account', recordId: vendorId };
      const after = { ...bank, ...(reason !== null && { reason }) };
      const whose = change.requestedBy === null ? 'vendor' : 'ledger_account';
      audit(tx, { action: `${whose}.bank_details_${status}`, ...about, after });
      const decided = { ...change, bank, status, decidedAt: ctx.now, reason };
      tellBankChange(tx, decided);
      return decided;
    });
  }
}

/** What one of the staff asks for another approves, and no key does, which the first may have. */
async function requireAnother(tx: Tx, { requestedBy }: BankChange): Promise<void> {
  if (requestedBy === null) return;
  if (tx.ctx.actor.kind !== 'staff') throw bankChangeOfPeople();
  if (await decidesOwn(tx, [requestedBy])) throw ownBankChange();
}

/** @throws DomainError not_found, bank_change_decided */
async function held(tx: Tx, vendorId: VendorId, id: BankChangeId): Promise<BankChange> {
  // The ledger account first, as a merge does: it takes back what waits.
  await partyBank.lock(tx, vendorId);
  await readLedgerAccount(tx, vendorId);
  const found = await lockBankChange(tx, vendorId, id);
  if (!found) throw notFound({ object: 'bank details' });
  if (found.status !== 'waiting') throw bankChangeDecided({ status: found.status });
  return found;
}
