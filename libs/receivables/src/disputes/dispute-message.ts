import { Injectable } from '@nestjs/common';
import { Database, namedSql, sql, type Tx } from '@quittance/database';
import {
  notFound,
  type Actor,
  type Ctx,
  type Id,
  type Instant,
  type InvoiceId,
} from '@quittance/kernel';
import { findInvoice } from '../invoices/invoice.queries.js';

/** What customer or company have written about a dispute; it is never changed. */
export interface DisputeMessage {
  readonly id: Id<'dispute-message'>;
  readonly disputeId: Id<'dispute'>;
  readonly author: Actor;
  readonly message: string;
  readonly documentIds: readonly Id<'document'>[];
  readonly writtenAt: Instant;
}

/** Whose side a message is from. */
export const DISPUTE_SIDES = ['customer', 'company'] as const;
export type DisputeSide = (typeof DISPUTE_SIDES)[number];

export const dispatchedBy = ({ kind }: Pick<Actor, 'kind'>): DisputeSide =>
  kind === 'portal' ? 'customer' : 'company';

/** A message as the API shows it. */
export function messageView({ author, ...message }: DisputeMessage) {
  return { ...message, from: dispatchedBy(author), authorName: author.name };
}
export type DisputeMessageView = ReturnType<typeof messageView>;

const INSERT = namedSql(
  `insert into receivables.dispute_message
     (company_id, dispute_id, id, author, message, document_ids, written_at)
   values (:companyId, :disputeId, :id, :author, :message, :documentIds, :now)`,
  {
    values: {
      disputeId: 'uuid',
      id: 'uuid',
      author: 'jsonb',
      message: 'text',
      documentIds: 'jsonb',
    },
  },
);

export async function insertMessage(
  tx: Tx,
  { id, disputeId, author, message, documentIds }: DisputeMessage,
): Promise<void> {
  await INSERT.run(tx, { id, disputeId, author, message, documentIds });
}

/** The last of all disputes of an invoice, in their order; by `dispute_invoice_index`. */
const OF_INVOICE = sql(`
  select n.* from (
    select m.id, m.dispute_id as "disputeId", m.author, m.message,
      m.document_ids as "documentIds", m.written_at as "writtenAt"
    from receivables.dispute d
    join receivables.dispute_message m on m.company_id = $1 and m.dispute_id = d.id
    where d.company_id = $1 and d.invoice_id = $2
    order by m.written_at desc, m.id desc limit 1000) n
  order by n."writtenAt", n.id`);

/** Reads what was written about disputes. */
@Injectable()
export class DisputeMessages {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  ofInvoice(ctx: Ctx, id: InvoiceId): Promise<{ readonly data: DisputeMessageView[] }> {
    return this.db.read(ctx, async (tx) => {
      const params = [ctx.companyId, id];
      const [invoice, messages] = await Promise.all([
        findInvoice(tx, id),
        tx.rows<DisputeMessage>(OF_INVOICE, params),
      ]);
      if (!invoice) throw notFound({ object: 'invoice' });
      return { data: messages.map(messageView) };
    });
  }
}
