import type { AccountId, Id } from '@quittance/kernel';
import { anApproval } from '@quittance/portal/testing';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { Records } from './object-records.js';

/** What somebody of the customer wants, and a colleague has to approve. */
export async function plantApproval(
  t: TestDatabase,
  client: StaffClient,
  accountId: string,
  quoteId: string,
): Promise<Records> {
  const of = { accountId: accountId as AccountId, quoteId: quoteId as Id<'quote'> };
  return { '/portal-approvals/:id': await anApproval(t.db, t.ctx(client.companyId), of) };
}
