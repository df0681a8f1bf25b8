import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { partyBank } from '@quittance/crm';
import { Database, namedSql, violates } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import { readBankDetails, type SaidBankDetails } from './bank-details.js';
import { lastBankChangeOf, ownChange } from './bank-change.queries.js';
import { tellBankChange } from './tell-bank-change.js';
import type { BankChange, OwnBankChange, VendorId } from './vendor-company.js';
import { bankDetailsPending } from './vendor.errors.js';

const INSERT = namedSql(
  `insert into portal.bank_change (company_id, id, ledger_account_id, portal_user_id, status, bank,
     created_at)
   values (:companyId, :id, :vendorId, :by, 'waiting', :bank, :now)`,
  { values: { id: 'uuid', vendorId: 'uuid', by: 'uuid', bank: 'jsonb' } },
);

/**
 * A vendor asks to be paid to another account. Nothing is paid there before somebody of the staff
 * has approved it; until then no other is taken, so that who decides decides on what they read.
 */
@Injectable()
export class SendBankDetails {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed, bank_details_pending */
  execute(ctx: PortalCtx, said: SaidBankDetails): Promise<OwnBankChange> {
    const bank = readBankDetails(said);
    const { partyId, portalUserId: by } = ctx.portal;
    const vendorId = partyId as VendorId;
    return this.db.write(ctx, async (tx) => {
      const row = { id: newId(), vendorId, by, bank };
      await INSERT.run(tx, row).catch((error: unknown) => {
        throw violates(error, 'bank_change_waiting_key') ? bankDetailsPending() : error;
      });
      const about = { object: 'ledger-account', recordId: vendorId };
      const after = { ...partyBank.masked(bank) };
      audit(tx, { action: 'vendor.bank_details_sent', ...about, after });
      const sent = await lastBankChangeOf(tx, vendorId);
      tellBankChange(tx, sent as BankChange);
      return ownChange(sent as BankChange);
    });
  }
}
