import type { Tx } from '@quittance/database';
import { partnerRecords } from '@quittance/partner';
import type { Id } from '@quittance/kernel';
import type { PortalRight } from '../actors/portal-actor.js';
import { Reached } from '../notices/reached-records.js';
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
    const lookers = partners
      .filter((user) => needed.every((right) => user[right]))
      .map(({ id: userId, partyId, accessLevel, seeAllQuotes: colleagues }) => ({
        userId,
        partnerId: partyId as Id<'ledger-account'>,
        tree: accessLevel === 'account_tree',
        colleagues,
      }));
    const ids = recordIdsOf(all, object);
    const pairs = await partnerRecords.reached(tx, object, ids, lookers);
    for (const { userId, recordId } of pairs) reached.add(userId, recordId);
  }
  for (const { id, directory, partyId } of users) {
    const isOwn = directory === 'vendor' && recordIdsOf(all, LEDGER_ACCOUNT).includes(partyId);
    if (isOwn) reached.add(id, partyId);
  }
  return reached;
}
