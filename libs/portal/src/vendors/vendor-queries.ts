import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { partyBank, readLedgerAccount } from '@quittance/crm';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { maskedChange, readBankChange } from './bank-change.queries.js';
import type { BankChange, BankChangeId, VendorId, VendorProfile } from './vendor-company.js';
import { readVendorProfile } from './vendor-profiles.js';

/** What vendors have said of themselves, for staff. */
@Injectable()
export class VendorQueries {
  constructor(private readonly db: Database) {}

  /**
   * Numbers are shown in full while they wait, to whoever may decide on them, so that they can be
   * compared with what the party says on the telephone; the log tells who has seen them, before
   * they do. @throws DomainError not_found
   */
  async bankChange(ctx: Ctx, vendorId: VendorId, id: BankChangeId): Promise<BankChange> {
    const change = await this.db.read(ctx, async (tx) => {
      await readLedgerAccount(tx, vendorId);
      return readBankChange(tx, vendorId, id);
    });
    const mayDecide = ctx.permissions.can('ledger-accounts', 'approve');
    if (change.status !== 'waiting' || !mayDecide) return maskedChange(change);
    await this.noteRead(ctx, change);
    return change;
  }

  /** @throws DomainError not_found where the ledger account is beyond the caller */
  async requireParty(ctx: Ctx, id: VendorId): Promise<void> {
    await this.db.read(ctx, (tx) => readLedgerAccount(tx, id));
  }

  private noteRead(ctx: Ctx, { vendorId, bank }: BankChange): Promise<void> {
    return this.db.write(
      ctx,
      async (tx) => {
        const about = { object: 'ledger-account', recordId: vendorId };
        audit(tx, {
          action: 'vendor.bank_details_read',
          ...about,
          after: { ...partyBank.masked(bank) },
        });
      },
      { answers: false },
    );
  }

  /** @throws DomainError not_found */
  profile(ctx: Ctx, id: VendorId): Promise<VendorProfile & { readonly version: number }> {
    return this.db.read(ctx, async (tx) => {
      await readLedgerAccount(tx, id);
      return readVendorProfile(tx, id);
    });
  }
}
