import { everChanged } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import type { AccountId, InvoiceId } from '@quittance/kernel';

/** Whose the invoices are by now, in the order in which they are asked for. */
const BILLED_TO = sql(`
  select i.id, i.account_id as "accountId" from unnest($2::uuid[]) with ordinality as n(id, place)
  join receivables.pub_invoice i on i.company_id = $1 and i.id = n.id
  order by n.place`);

interface BilledTo {
  readonly id: InvoiceId;
  readonly accountId: AccountId;
}

/** Whose link it is, and which of its invoices are still billed to that account. */
export interface PayersOwn {
  readonly accountId: AccountId;
  readonly ids: readonly InvoiceId[];
}

/**
 * What a link shows to whoever has it: a draft may be billed to somebody else, whose invoice is
 * none of the holder's business. A link from before it said whose it is shows what was billed to
 * nobody else ever. Undefined where none is left.
 */
export async function payersOwn(
  tx: Tx,
  ids: readonly InvoiceId[],
  accountId: AccountId | undefined,
): Promise<PayersOwn | undefined> {
  const [billed, moved] = await Promise.all([
    tx.rows<BilledTo>(BILLED_TO, [tx.ctx.companyId, ids]),
    accountId ? NONE : everChanged(tx, { object: 'invoice', recordIds: ids, member: 'accountId' }),
  ]);
  const kept = billed.filter(({ id }) => !moved.has(id));
  const whose = accountId ?? kept[0]?.accountId;
  const own = kept.filter((each) => each.accountId === whose);
  return whose && own.length > 0 ? { accountId: whose, ids: own.map(({ id }) => id) } : undefined;
}

const NONE: ReadonlySet<string> = new Set();
