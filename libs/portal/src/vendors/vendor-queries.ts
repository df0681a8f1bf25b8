import { Injectable } from '@nestjs/common';
import { readLedgerAccount } from '@quittance/crm';
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
   * that they can be compared with what the vendor says on the telephone. @throws DomainError
   * not_found
   */
  ofVendor(ctx: Ctx, id: VendorId): Promise<readonly BankChange[]> {
    const mayDecide = ctx.permissions.can('ledger-accounts', 'approve');
    return this.db.read(ctx, async (tx) => {
      await readLedgerAccount(tx, id);
      const changes = await bankChangesOf(tx, id);
      return mayDecide ? changes : changes.map(maskedChange);
    });
  }

  /** @throws DomainError not_found */
  profile(ctx: Ctx, id: VendorId): Promise<VendorProfile & { readonly version: number }> {
    return this.db.read(ctx, async (tx) => {
      await readLedgerAccount(tx, id);
      return readVendorProfile(tx, id);
    });
  }
}
