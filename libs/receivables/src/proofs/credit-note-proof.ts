import { sql, type Tx } from '@quittance/database';
import {
  notFound,
  type CreditNoteId,
  type Id,
  type Instant,
  type InvoiceId,
} from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { comparedFigures, provedRounding, runningDown, sumsOfLines } from './proof-parts.js';
import {
  findCreditNote,
  linesOfNote,
  type CreditNote,
  type CreditNoteLine,
} from '../credit-notes/credit-note.repository.js';

export const CREDIT_MOVEMENT_KINDS = ['applied', 'unapplied', 'refunded'] as const;

/** Credit that left the note or came back to it, in minor units. */
interface MovementRow {
  readonly kind: (typeof CREDIT_MOVEMENT_KINDS)[number];
  /** Positive when it lowers what remains. */
  readonly amount: bigint;
  readonly on: LocalDate;
  readonly invoiceId: InvoiceId | null;
  readonly refundId: Id<'refund'> | null;
  /** The number of the invoice or payment. */
  readonly number: string;
  readonly recordedAt: Instant;
}

/**
 * Every append-only row of a note in the order they were written; by their note and payment
 * indexes.
 */
const MOVEMENTS = sql(`
  select m.kind, m.amount, m."on", m."invoiceId", m."refundId", m.number, m."recordedAt" from (
    select case when a.amount > 0 then 'applied' else 'unapplied' end as kind, a.amount,
      a.applied_on as "on", a.invoice_id as "invoiceId", null::uuid as "refundId", i.number,
      a.created_at as "recordedAt", a.id
    from receivables.credit_application a
    join receivables.invoice i on i.company_id = $1 and i.id = a.invoice_id
    where a.company_id = $1 and a.credit_note_id = $2
    union all
    select 'refunded', t.amount, r.refunded_on, null, r.id, p.number, r.created_at, r.id
    from receivables.credit_note n
    join receivables.payment p on p.company_id = $1 and p.id = n.payment_id
    join receivables.refund r on r.company_id = $1 and r.payment_id = p.id
    cross join lateral (select case when n.refund_id is null
      then r.from_credit - coalesce(sum(x.amount), 0)
      else coalesce(sum(x.amount) filter (where x.credit_note_id = n.id), 0) end::bigint as amount
      from receivables.refund_credit x where x.company_id = $1 and x.refund_id = r.id) t
    where n.company_id = $1 and n.id = $2 and t.amount > 0
  ) m order by m.id`);

/**
 * Proves what remains of a credit note: every row that used it with what was left after it, their
 * sums beside the amounts kept in the note, its lines beside its totals, and how each tax was
 * rounded. A note on account has no lines: its total is the excess of its payment.
 * @throws DomainError not_found
 */
export async function creditNoteProof(tx: Tx, id: CreditNoteId) {
  const [note, lines, movements] = await Promise.all([
    findCreditNote(tx, id),
    linesOfNote(tx, id),
    tx.rows<MovementRow>(MOVEMENTS, [tx.ctx.companyId, id]),
  ]);
  if (!note) throw notFound({ object: 'credit note' });
  return proofView(note, lines, movements);
}

export type CreditNoteProof = Awaited<ReturnType<typeof creditNoteProof>>;

/** The amounts of a note that follow from other rows. */
const FIGURES = [
  'subtotal',
  'taxTotal',
  'total',
  'appliedAmount',
  'refundedAmount',
  'remaining',
] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], bigint>>;

function proofView(
  note: CreditNote,
  lines: readonly CreditNoteLine[],
  movements: readonly MovementRow[],
) {
  const { id, number, kind, status, currency, taxTotal } = note;
  const summed = sumsOf(note, lines, movements);
  const { agrees, ...figures } = comparedFigures(FIGURES, summed, note, currency);
  const proved = provedRounding(note, lines);
  return {
    creditNoteId: id,
    number,
    kind,
    status,
    currency,
    movements: runningDown(note, movements, (each, remaining) => ({ ...each, remaining })),
    ...figures,
    rounding: proved.rounding,
    agrees: agrees && (kind === 'on_account' || proved.taxTotal === taxTotal),
  };
}

function sumsOf(
  note: CreditNote,
  lines: readonly CreditNoteLine[],
  movements: readonly MovementRow[],
): Figures {
  const moved = (refund: boolean) =>
    sumOf(movements.filter((m) => (m.kind === 'refunded') === refund).map((m) => m.amount));
  const [appliedAmount, refundedAmount] = [moved(false), moved(true)];
  const { subtotal, taxTotal, total } = note.kind === 'on_account' ? note : sumsOfLines(lines);
  const remaining = note.status === 'void' ? 0n : total - appliedAmount - refundedAmount;
  return { subtotal, taxTotal, total, appliedAmount, refundedAmount, remaining };
}
