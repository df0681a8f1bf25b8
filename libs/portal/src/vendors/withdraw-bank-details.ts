import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { partyBank, readLedgerAccount } from '@quittance/crm';
import { Database, namedSql, type Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import type { RecordCheck } from '@quittance/metadata';
import {
  lockSentChange,
  lockWaitingChange,
  lockWaitingChanges,
  maskedChange,
} from './bank-change.queries.js';
import { lockRequestedChange } from './request-bank-change.js';
import { tellBankChange } from './tell-bank-change.js';
import type { BankChange, BankChangeId, VendorId } from './vendor-company.js';
import { bankChangeDecided } from './vendor.errors.js';

/** The numbers are nobody's business any more. */
const WITHDRAW = namedSql(
  `update portal.bank_change b set status = 'withdrawn', bank = :bank, decided_at = :now
   where b.company_id = :companyId and b.id = :id`,
  { values: { id: 'uuid', bank: 'jsonb' } },
);

/** A vendor takes back the account that it has asked to be paid to, as long as it waits. */
@Injectable()
export class WithdrawBankDetails {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found where none waits, decided on meanwhile or never sent */
  execute(ctx: PortalCtx): Promise<void> {
    const vendorId = ctx.portal.partyId as VendorId;
    return this.db.write(ctx, async (tx) => {
      const waiting = await lockSentChange(tx, vendorId);
      if (!waiting) throw notFound({ object: 'bank details' });
      await takeBack(tx, waiting);
    });
  }
}

/** What one of the staff has asked for is taken back, by whoever may change the ledger account. */
@Injectable()
export class WithdrawBankChange {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, bank_change_decided */
  execute(ctx: Ctx, vendorId: VendorId, id: BankChangeId): Promise<BankChange> {
    return this.db.write(ctx, async (tx) => {
      await readLedgerAccount(tx, vendorId);
      const found = await lockRequestedChange(tx, vendorId, id);
      if (!found) throw notFound({ object: 'bank details' });
      if (found.status !== 'waiting') throw bankChangeDecided({ status: found.status });
      return takeBack(tx, found);
    });
  }
}

/**
 * What waits for a customer that becomes part of another is taken back: nobody could decide on it
 * any more. The merge holds the ledger account, as everybody does who asks or decides.
 */
export async function withdrawOfMerged(
  tx: Tx,
  { loserId }: { readonly loserId: string },
): Promise<void> {
  const id = await partyBank.ofAccount(tx, loserId);
  const waiting = id && (await lockWaitingChange(tx, id));
  if (waiting) await takeBack(tx, waiting);
}

/**
 * What waits for a party that is deleted is taken back with it, for the same reason; the deletion
 * holds the ledger account. It judges nothing.
 */
export const closeBankChanges: RecordCheck = {
  name: 'portal.bank-changes',
  applies: async () => false,
  check: async () => [],
  async forget(tx, object, ids) {
    if (object.name !== 'ledger-account') return;
    for (const waiting of await lockWaitingChanges(tx, ids)) await takeBack(tx, waiting);
  },
};

/** Of one that is locked. */
async function takeBack(tx: Tx, change: BankChange): Promise<BankChange> {
  const { id, bank } = maskedChange(change);
  await WITHDRAW.run(tx, { id, bank });
  const about = { object: 'ledger-account', recordId: change.vendorId };
  const whose = change.requestedBy === null ? 'vendor' : 'ledger_account';
  audit(tx, { action: `${whose}.bank_details_withdrawn`, ...about, after: { ...bank } });
  const withdrawn = { ...change, bank, status: 'withdrawn', decidedAt: tx.ctx.now } as const;
  tellBankChange(tx, withdrawn);
  return withdrawn;
}
