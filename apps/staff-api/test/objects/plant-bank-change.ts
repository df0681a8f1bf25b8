import { aBankChange, aPortalUser } from '@quittance/portal/testing';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { Records } from './object-records.js';

/** What a vendor has asked to be paid to. */
export async function plantBankChange(
  t: TestDatabase,
  client: StaffClient,
  vendorId: string,
): Promise<Records> {
  const ctx = t.ctx(client.companyId);
  const user = await aPortalUser(t.db, ctx, { directory: 'vendor', partyId: vendorId });
  const changeId = await aBankChange(t.db, ctx, { vendorId, portalUserId: user.id });
  return { '/ledger-accounts/:id/bank-changes/:changeId': changeId };
}
