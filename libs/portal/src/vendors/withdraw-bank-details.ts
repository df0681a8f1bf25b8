import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, namedSql } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import { lockWaitingChange, maskedChange } from './bank-change.queries.js';
import { tellBankChange } from './tell-bank-change.js';
import type { VendorId } from './vendor-company.js';

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
      const waiting = await lockWaitingChange(tx, vendorId);
      if (!waiting) throw notFound({ object: 'bank details' });
      const { id, bank } = maskedChange(waiting);
      await WITHDRAW.run(tx, { id, bank });
      const about = { object: 'ledger-account', recordId: vendorId };
      audit(tx, { action: 'vendor.bank_details_withdrawn', ...about, after: { ...bank } });
      tellBankChange(tx, { ...waiting, status: 'withdrawn' });
    });
  }
}
