import { sql } from '@quittance/database';
import type { CreditNoteId, Id, InvoiceId } from '@quittance/kernel';
import { minOf } from '@quittance/money';

/** What notes have given back of an invoice. */
export interface CreditedOfInvoice {
  readonly invoiceId: InvoiceId;
  /** By which the notes of an invoice are in the order in which they were written. */
  readonly noteId: CreditNoteId;
  /** Null of lines that name none of the invoice. */
  readonly lineId: Id<'invoice-line'> | null;
  /** Minor units above 0. */
  readonly net: bigint;
}

/** The same, below 0 where it is of a line that takes off: what that took off is asked again. */
export interface CreditedByOthers extends CreditedOfInvoice {
  readonly position: number | null;
  readonly productId: string | null;
}

/** What notes but for some say of lines; by `credit_note_invoice_index` and primary key. */
export const BY_OTHERS = sql(`select c.invoice_id as "invoiceId", c.id as "noteId",
    d.invoice_line_id as "lineId",
    l.position, l.product_id as "productId",
    sum(case when l.net < 0 then least(d.net, 0) else greatest(d.net, 0) end)::bigint as net
  from receivables.credit_note c
  join receivables.credit_note_line d on d.company_id = $1 and d.credit_note_id = c.id
  left join receivables.invoice_line l on l.company_id = $1 and l.invoice_id = c.invoice_id
    and l.id = d.invoice_line_id
  where c.company_id = $1 and c.invoice_id = any($2::uuid[]) and c.kind = 'credit'
    and c.status <> 'void' and c.id <> all($3::uuid[])
  group by c.invoice_id, c.id, d.invoice_line_id, l.position, l.product_id`);

/**
 * By lines that ask: a note that credits one together with the line that took something off for it
 * gives back the difference. A line that takes off is of the next one of its product, or else of
 * others.
 */
export function creditedByLines(
  credited: readonly CreditedByOthers[],
): readonly CreditedOfInvoice[] {
  const nets = new Map(credited.map((line) => [line, line.net]));
  const takenBack = credited.filter(({ net }) => net < 0n);
  for (const line of takenBack.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
    let left = -line.net;
    for (const other of askingBeside(line, credited)) {
      const net = nets.get(other) ?? 0n;
      const part = minOf(left, net);
      nets.set(other, net - part);
      left -= part;
    }
  }
  return credited.flatMap((line): CreditedOfInvoice[] => {
    const { invoiceId, noteId, lineId } = line;
    const net = nets.get(line) ?? 0n;
    return net > 0n ? [{ invoiceId, noteId, lineId, net }] : [];
  });
}

function askingBeside(
  { noteId, position, productId }: CreditedByOthers,
  credited: readonly CreditedByOthers[],
): readonly CreditedByOthers[] {
  const at = position ?? 0;
  const farFrom = (other: CreditedByOthers) => {
    const behind = (other.position ?? 0) - at;
    const rounds = other.productId === productId ? 0 : 2;
    return [rounds + (behind > 0 ? 0 : 1), behind] as const;
  };
  return credited
    .filter((other) => other.noteId === noteId && other.lineId !== null && other.net > 0n)
    .map((other) => ({ other, far: farFrom(other) }))
    .sort((a, b) => a.far[0] - b.far[0] || a.far[1] - b.far[1])
    .map(({ other }) => other);
}
