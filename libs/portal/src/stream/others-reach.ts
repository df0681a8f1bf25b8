import type { Tx } from '@quittance/database';
import { partnerRecords } from '@quittance/partner';
import type { Id } from '@quittance/kernel';
import type { PortalRight } from '../actors/portal-actor.js';
import { Reached } from '../notices/reached-records.js';
import { REQUEST_OBJECT } from '../quote-requests/attach-to-request.js';
import { requestsOfPartnersWithin } from '../quote-requests/files-of-partners.js';
import { recordIdsOf, type ToldOf, type ToldUser } from '../notices/still-told.js';

/** What a vendor reads of the company: its own ledger account. */
const LEDGER_ACCOUNT = 'ledger-account';

/** The rights without which a partner does not see records of an object. */
const NEEDS: Readonly<Record<string, readonly PortalRight[]>> = {
  commission: ['viewInvoices', 'seePricing'],
  'commission-statement': ['viewInvoices', 'seePricing'],
  'deal-registration': [],
  quote: [],
  'sales-order': ['viewOrders'],
};

/** What partners have asked for: they read the files of it alone. */
const REQUESTS = {
  from: 'portal.quote_request q',
  within: requestsOfPartnersWithin,
  shown: 'true',
};

/** Whether partners or vendors read records of the object. */
export const isReadByOthers = (object: string): boolean =>
  object === LEDGER_ACCOUNT || object in NEEDS;

/** Which users of partners and vendors reach which of the records, with the right to them. */
export async function reachOfOthers(
  tx: Tx,
  all: readonly ToldOf[],
  users: readonly ToldUser[],
): Promise<Reached> {
  const reached = new Reached();
  const partners = users.filter(({ directory }) => directory === 'partner');
  for (const object of partnerRecords.objects) {
    const needed = NEEDS[object] ?? [];
    const lookers = lookersOf(partners.filter((user) => needed.every((right) => user[right])));
    const ids = recordIdsOf(all, object);
    const pairs = await partnerRecords.reached(tx, object, ids, lookers);
    for (const { userId, recordId } of pairs) reached.add(userId, recordId);
  }
  const asked = recordIdsOf(all, REQUEST_OBJECT.name);
  const pairs = await partnerRecords.reachedAmong(tx, REQUESTS, asked, lookersOf(partners));
  for (const { userId, recordId } of pairs) reached.add(userId, recordId);
  for (const { id, directory, partyId } of users) {
    const isOwn = directory === 'vendor' && recordIdsOf(all, LEDGER_ACCOUNT).includes(partyId);
    if (isOwn) reached.add(id, partyId);
  }
  return reached;
}

function lookersOf(users: readonly ToldUser[]) {
  return users.map(({ id: userId, partyId, accessLevel, seeAllQuotes: colleagues }) => ({
    userId,
    partnerId: partyId as Id<'ledger-account'>,
    tree: accessLevel === 'account_tree',
    colleagues,
  }));
}
