import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { partyBank, readLedgerAccount } from '@quittance/crm';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { bankChangesOf, maskedChange, waitingBankChanges } from './bank-change.queries.js';
import type { BankChange, VendorId, VendorProfile } from './vendor-company.js';
import { readVendorProfile } from './vendor-profiles.js';

/** What vendors have said of themselves, for staff. */
@Injectable()
export class VendorQueries {
  constructor(private readonly db: Database) {}

  waiting(ctx: Ctx): Promise<readonly BankChange[]> {
    return this.db.read(ctx, waitingBankChanges);
  }

  /**
   * The newest first. Numbers are shown in full while they wait, to whoever may decide on them, so
   * that they can be compared with what the vendor says on the telephone; the log tells who has
   * seen them, before they do. @throws DomainError not_found
   */
  async ofVendor(ctx: Ctx, id: VendorId): Promise<readonly BankChange[]> {
    const changes = await this.db.read(ctx, async (tx) => {
      await readLedgerAccount(tx, id);
      return bankChangesOf(tx, id);
    });
    if (!ctx.permissions.can('ledger-accounts', 'approve')) return changes.map(maskedChange);
    const waiting = changes.find(({ status }) => status === 'waiting');
    if (waiting) await this.noteRead(ctx, waiting);
    return changes;
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
