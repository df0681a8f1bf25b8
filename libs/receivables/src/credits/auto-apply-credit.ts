import { companyToday, type CompanyTerms } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { CreditNoteId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import { isOpen } from '../disputes/dispute.js';
import { withoutAwaiting } from '../invoice-records/awaiting-invoices.js';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';
import { collectable } from '../invoices/settlement.js';
import type { ProviderRefunds } from '../payments/provider-refunds.port.js';
import { allocateCredit } from './allocate-credit.js';
import { creditNotes, type CreditNote } from '../credit-notes/credit-note.repository.js';
import { moveCredits, type CreditMove } from './move-application.js';
import { creditBeingRefunded } from './credit-being-refunded.js';

/** Statuses in which an invoice takes credit by itself: handed out, unpaid and not objected to. */
const TAKES_CREDIT = ['sent', 'viewed', 'overdue', 'partially_paid'] as const;

/**
 * The oldest invoices that credit would go to, until it is used up; by the index of the account.
 */
const OLDEST_FOR = (accountId: string, currency: string, amount: string, but = '') => `
  select o.id from (
    select c.id, sum(c.balance) over (order by c.issue_date, c.id) - c.balance as before
    from receivables.invoice c
    where c.company_id = $1 and c.account_id = ${accountId} and c.currency = ${currency}
      and c.balance > 0 and c.status in ('sent', 'viewed', 'overdue', 'partially_paid')
      and c.sent_at is not null ${but}
      and (c.dispute is null or c.dispute->>'closedAt' is not null)) o
  where o.before < ${amount}`;

const NOTE = '(select n.* from receivables.credit_note n where n.company_id = $1 and n.id = $2) n';

/** The invoice a note refers to, and where its credit goes by itself when that is asked for. */
const LOCK_FOR_ISSUE = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id in (
    select n.invoice_id from ${NOTE} where n.invoice_id is not null and n.kind = 'credit'
    union all select o.id from ${NOTE} cross join lateral (
      ${OLDEST_FOR('n.account_id', 'n.currency', 'n.remaining')}) o where $3::boolean)
  order by i.id for no key update`);

/**
 * Where the credit of notes that were just written goes. Other invoices are locked by now, perhaps
 * with a higher id, so that waiting could become a deadlock: what another transaction holds is
 * passed over, and its customer's credit stays where it is.
 */
const LOCK_FOR_EXCESS = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id in (
    select o.id from unnest($2::uuid[], $3::text[], $4::bigint[]) as n(account_id, currency, amount)
    cross join lateral (${OLDEST_FOR(
      'n.account_id',
      'n.currency',
      'n.amount',
      'and c.id <> all($5::uuid[])',
    )}) o)
  order by i.id for no key update of i skip locked`);

/** What a note corrects is objected to as yet: it is meant for that, once it is settled. */
const CORRECTS_DISPUTED = `exists (
        select from receivables.invoice d
        where c.kind = 'credit' and d.company_id = $1 and d.id = c.invoice_id and d.balance > 0
          and d.dispute is not null and d.dispute->>'closedAt' is null)`;

/** A deposit of an order that goes on: its credit waits for what else is invoiced of that order. */
const OF_OPEN_ORDER = `exists (
        select from receivables.deposit_deduction x
        join receivables.invoice p on p.company_id = $1 and p.id = x.invoice_id
        join sales.pub_sales_order s on s.company_id = $1 and s.id = p.sales_order_id
        where x.company_id = $1 and x.credit_note_id = c.id
          and s.status not in ('closed', 'cancelled') and s.invoiced_total < s.value)`;

/** The oldest credit of a customer, until an amount is covered; by the index of open credit. */
const LOCK_OLDEST_NOTES = sql(`
  select ${creditNotes.select('n')} from receivables.credit_note n
  where n.company_id = $1 and n.id in (select o.id from (
    select c.id, sum(c.remaining) over (order by c.issue_date, c.id) - c.remaining as before
    from receivables.credit_note c
    where c.company_id = $1 and c.account_id = $2 and c.currency = $3 and c.remaining > 0
      and c.status in ('issued', 'partially_applied')
      and not ${CORRECTS_DISPUTED} and not ${OF_OPEN_ORDER}) o where o.before < $4)
  order by n.id for no key update of n`);

/** Locks the invoices that issuing a note touches; before the note is locked. */
export function lockInvoicesForIssue(
  tx: Tx,
  id: CreditNoteId,
  { autoApplyCredit }: Pick<CompanyTerms, 'autoApplyCredit'>,
): Promise<Invoice[]> {
  return tx.rows<Invoice>(LOCK_FOR_ISSUE, [tx.ctx.companyId, id, autoApplyCredit]);
}

/** Whether credit goes to an invoice without anybody saying so. */
function takesCredit({ status, balance, dispute, sentAt }: Invoice): boolean {
  // Partially paid is also one whose undisputed part was paid, and a draft behind a deposit: money
  // for the rest ends the dispute, and nobody asks for that of the draft as yet.
  const isFree = balance > 0n && !isOpen(dispute) && sentAt !== null;
  return isFree && TAKES_CREDIT.some((each) => each === status);
}

/**
 * Lays a locked note that was just issued against locked invoices. What it credits of a write-off
 * of its own invoice it takes back, whatever the company wants: nobody expects that money, and the
 * customer would have it a second time. The rest goes where the company wants it, but to no
 * invoice that awaits approval, and nowhere while its own is objected to.
 */
export async function applyIssued(
  tx: Tx,
  company: CompanyTerms,
  note: CreditNote,
  locked: readonly Invoice[],
): Promise<void> {
  const own = ofWriteOff(note, locked);
  const rest = { ...note, remaining: note.remaining - (own?.amount ?? 0n) };
  const others = locked.filter((each) => each !== own?.invoice && takesCredit(each));
  const isAutomatic = company.autoApplyCredit && !correctsDisputed(note, locked);
  const takers = isAutomatic ? await withoutAwaiting(tx, others) : [];
  const free = allocateCredit([rest], takers);
  const moves = [...(own ? [own] : []), ...free.map((move) => ({ ...move, note }))];
  await moveCredits(tx, moves, companyToday(company, tx.ctx.now));
}

/** What is conceded of a dispute is not spent elsewhere before that is over. */
function correctsDisputed(note: CreditNote, locked: readonly Invoice[]): boolean {
  const own = locked.find(({ id }) => id === note.invoiceId);
  return own !== undefined && own.balance > 0n && isOpen(own.dispute);
}

function ofWriteOff(note: CreditNote, locked: readonly Invoice[]): CreditMove | null {
  const invoice = locked.find(({ id }) => id === note.invoiceId);
  if (!invoice || invoice.writtenOffAmount === 0n) return null;
  return { note, invoice, amount: minOf(note.remaining, collectable(invoice)) };
}

/**
 * Lays the customer's open credit against a locked invoice that was just sent, where the company
 * wants that; but for what a provider is about to return. Answers whether anything moved.
 */
export async function applyToSent(
  tx: Tx,
  company: CompanyTerms,
  invoice: Invoice,
  refunds?: ProviderRefunds,
): Promise<boolean> {
  if (!company.autoApplyCredit || !takesCredit(invoice)) return false;
  const { accountId, currency, balance } = invoice;
  const params = [tx.ctx.companyId, accountId, currency, balance];
  const notes = await tx.rows<CreditNote>(LOCK_OLDEST_NOTES, params);
  const returning = await creditBeingRefunded(tx, notes, refunds);
  const free = notes.map((note) => ({
    ...note,
    remaining: note.remaining - (returning.get(note.id) ?? 0n),
    note,
  }));
  const moves = allocateCredit(free, [invoice]).map((each) => ({ ...each, note: each.note.note }));
  await moveCredits(tx, moves, companyToday(company, tx.ctx.now));
  return moves.length > 0;
}

/** What each customer has of each currency: the notes of several payments go out together. */
function credited(notes: readonly CreditNote[]) {
  const sums = new Map<string, Pick<CreditNote, 'accountId' | 'currency' | 'remaining'>>();
  for (const { accountId, currency, remaining } of notes) {
    const key = `${accountId} ${currency}`;
    const sum = remaining + (sums.get(key)?.remaining ?? 0n);
    sums.set(key, { accountId, currency, remaining: sum });
  }
  return [...sums.values()];
}

/**
 * Where credit that deposits have just left on account goes besides, of what moves do not use: to
 * open invoices of the customer where the company wants that, but none that is in this at all.
 */
export async function movesOnAccount(
  tx: Tx,
  company: CompanyTerms,
  left: { readonly notes: readonly CreditNote[]; readonly moves: readonly CreditMove[] },
  beside: readonly Pick<Invoice, 'id'>[],
): Promise<CreditMove[]> {
  if (!company.autoApplyCredit) return [];
  const usedOf = (id: CreditNoteId) =>
    sumOf(left.moves.filter(({ note }) => note.id === id).map(({ amount }) => amount));
  const free = left.notes
    .map((note) => ({ ...note, remaining: note.remaining - usedOf(note.id), note }))
    .filter(({ remaining }) => remaining > 0n);
  if (free.length === 0) return [];
  const taking = await takersOf(tx, free, beside);
  return allocateCredit(free, taking).map((move) => ({ ...move, note: move.note.note }));
}

/** What takes credit of these notes by itself, but for some, locked; nothing awaits approval. */
async function takersOf(
  tx: Tx,
  notes: readonly CreditNote[],
  but: readonly Pick<Invoice, 'id'>[] = [],
): Promise<Invoice[]> {
  const customers = credited(notes);
  const locked = await tx.rows<Invoice>(LOCK_FOR_EXCESS, [
    tx.ctx.companyId,
    customers.map(({ accountId }) => accountId),
    customers.map(({ currency }) => currency),
    customers.map(({ remaining }) => remaining),
    but.map(({ id }) => id),
  ]);
  return withoutAwaiting(tx, locked.filter(takesCredit));
}

/**
 * Lays money that was just put on account against open invoices of the customer, but those that
 * await approval.
 */
export async function applyOnAccount(
  tx: Tx,
  company: CompanyTerms,
  notes: readonly CreditNote[],
  nameOf: (note: CreditNote) => Tx,
): Promise<void> {
  const moves = allocateCredit(notes, await takersOf(tx, notes));
  await moveCredits(tx, moves, companyToday(company, tx.ctx.now), nameOf);
}
