import { sql, type Tx } from '@quittance/database';
import { DomainError, type InvoiceId } from '@quittance/kernel';
import { refuseUndeterminedDrafts, type CollectableInvoice } from '@quittance/receivables';
import { documentApproval } from '@quittance/rules';

/** Invoices in the order in which they are asked for. */
const ASKED = sql(`
  select i.id, i.number, i.status, i.currency
  from unnest($2::uuid[]) with ordinality as n(id, place)
  join receivables.pub_invoice i on i.company_id = $1 and i.id = n.id
  order by n.place`);

type Asked = Pick<CollectableInvoice, 'id' | 'number' | 'status' | 'currency'>;

/**
 * Of invoices of one account that a letter asks for together, those that can still be paid
 * together. A draft may change after the letter: it may be sent for approval, get a line whose tax
 * nobody knows, or be billed in another currency. The others can be paid all the same.
 */
export async function payableTogether(
  tx: Tx,
  ids: readonly InvoiceId[],
): Promise<readonly InvoiceId[]> {
  const asked = await tx.rows<Asked>(ASKED, [tx.ctx.companyId, ids]);
  // In what it was asked for says what was sent: that is billed in nothing else any more. Of drafts
  // alone nobody knows, and they stay refused.
  const sent = asked.find((invoice) => !isDraft(invoice));
  const same = asked.filter(({ currency }) => !sent || currency === sent.currency);
  const drafts = same.filter(isDraft);
  const [waiting, ...undetermined] = await Promise.all([
    documentApproval.waitingAmong(
      tx,
      drafts.map(({ id }) => id),
    ),
    ...drafts.map((draft) => undeterminedAmong(tx, draft)),
  ]);
  const blocked = new Set([...waiting, ...undetermined.flat()]);
  return same.flatMap(({ id }) => (blocked.has(id) ? [] : [id]));
}

const isDraft = ({ status }: Asked) => status === 'draft' || status === 'pending';

/** The draft itself where the tax of a line of it is not determined. */
async function undeterminedAmong(tx: Tx, draft: Asked): Promise<InvoiceId[]> {
  try {
    await refuseUndeterminedDrafts(tx, [draft]);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return [draft.id];
    throw error;
  }
}
