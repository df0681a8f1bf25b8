import { namedSql, sql, type LockedTx, type Tx } from '@quittance/database';
import type { Id, InvoiceId } from '@quittance/kernel';
import type { OrderId, OrderLine } from '@quittance/sales';

/** A line of an invoice that is a part of a line of an order. Quantities are decimal text. */
export interface OrderedLine {
  readonly lineId: Id<'invoice-line'>;
  readonly orderId: OrderId;
  readonly orderLineId: OrderLine['id'];
  readonly quantity: string;
  /** In percent. */
  readonly share: string;
  readonly net: bigint;
  readonly tax: bigint;
}

const INSERT = namedSql(
  `insert into receivables.ordered_line
     (company_id, invoice_id, line_id, order_id, order_line_id, quantity, share, net, tax)
   select k.id, :invoiceId, r.line_id, r.order_id, r.order_line_id, r.quantity, r.share, r.net,
     r.tax
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    values: { invoiceId: 'uuid' },
    rows: {
      lineId: 'uuid',
      orderId: 'uuid',
      orderLineId: 'uuid',
      quantity: 'numeric',
      share: 'numeric',
      net: 'bigint',
      tax: 'bigint',
    },
  },
);

/** Keeps what the lines of a new invoice are parts of. Sent before this returns. */
export async function insertOrderedLines(
  tx: Tx,
  invoiceId: InvoiceId,
  lines: readonly OrderedLine[],
): Promise<void> {
  await INSERT.run(tx, { invoiceId, ...INSERT.columns(lines) });
}

/** What is left of the parts of an invoice: by prefix of the primary key. */
const LEFT = sql(`
  select l.line_id as "lineId", l.order_id as "orderId", l.order_line_id as "orderLineId",
    l.quantity - l.back_quantity as quantity, l.share - l.back_share as share,
    l.net - l.back_net as net, l.tax - l.back_tax as tax
  from receivables.ordered_line l where l.company_id = $1 and l.invoice_id = $2`);

/** What of an order the lines of an invoice are, less what was given back. */
export function orderedLinesOf(tx: Tx | LockedTx, id: InvoiceId): Promise<OrderedLine[]> {
  return tx.rows<OrderedLine>(LEFT, [tx.ctx.companyId, id]);
}

const GIVE_BACK = namedSql(
  `update receivables.ordered_line l set back_quantity = l.back_quantity + b.quantity,
     back_share = l.back_share + b.share, back_net = l.back_net + b.net,
     back_tax = l.back_tax + b.tax
   from :rows as b where l.company_id = :companyId and l.invoice_id = :invoiceId
     and l.line_id = b.line_id`,
  {
    values: { invoiceId: 'uuid' },
    rows: { lineId: 'uuid', quantity: 'numeric', share: 'numeric', net: 'bigint', tax: 'bigint' },
  },
);

/** Takes parts of a locked invoice off what it is of its order. Sent before this returns. */
export async function takeOffOrder(
  tx: Tx,
  invoiceId: InvoiceId,
  parts: readonly OrderedLine[],
): Promise<void> {
  await GIVE_BACK.run(tx, { invoiceId, ...GIVE_BACK.columns(parts) });
}
