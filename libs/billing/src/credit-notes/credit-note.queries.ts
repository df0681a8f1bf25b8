import { Injectable } from '@nestjs/common';
import { Database, sql, type ListDefinition, type ListField, type Tx } from '@quittance/database';
import {
  formatMinor,
  notFound,
  type CreditNoteId,
  type Ctx,
  type InvoiceId,
  type LocalDate,
} from '@quittance/kernel';
import { CREDIT_NOTE_KINDS, CREDIT_NOTE_STATUSES } from './credit-note.js';
import { creditNotes, type CreditNote } from './credit-note.repository.js';
import { creditNoteView, type CreditNoteView } from './credit-note.view.js';

const FIND_CREDIT_NOTE = sql(`
  select ${creditNotes.select('n')} from billing.credit_note n
  where n.company_id = $1 and n.id = $2`);

/** By `credit_note_number_key`. */
const FIND_BY_NUMBER = sql(`
  select n.id from billing.credit_note n where n.company_id = $1 and n.number = $2`);

/** In the order they were written; ids are in time order. */
const APPLICATIONS = sql(`
  select a.invoice_id as "invoiceId", i.number as "invoiceNumber", a.amount,
    a.applied_on as "appliedOn"
  from billing.credit_application a
  join billing.invoice i on i.company_id = a.company_id and i.id = a.invoice_id
  where a.company_id = $1 and a.credit_note_id = $2 order by a.created_at, a.id`);

interface ApplicationRow {
  readonly invoiceId: InvoiceId;
  readonly invoiceNumber: string;
  readonly amount: bigint;
  readonly appliedOn: LocalDate;
}

/**
 * A credit note with what it was applied to, as the transaction sees it.
 * @throws DomainError not_found
 */
export async function creditNoteDetail(tx: Tx, id: CreditNoteId) {
  const params = [tx.ctx.companyId, id];
  const [note, applied] = await Promise.all([
    tx.maybe<CreditNote>(FIND_CREDIT_NOTE, params),
    tx.rows<ApplicationRow>(APPLICATIONS, params),
  ]);
  if (!note) throw notFound({ object: 'credit note' });
  const amount = (minor: bigint) => formatMinor(minor, note.currency);
  return {
    ...creditNoteView(note),
    applications: applied.map((row) => ({ ...row, amount: amount(row.amount) })),
  };
}

export type CreditNoteDetail = Awaited<ReturnType<typeof creditNoteDetail>>;

/** Reads of single credit notes. */
@Injectable()
export class CreditNoteQueries {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  creditNote(ctx: Ctx, id: CreditNoteId): Promise<CreditNoteDetail> {
    return this.db.readInOneFlight(ctx, (tx) => creditNoteDetail(tx, id));
  }

  /** @throws DomainError not_found */
  creditNoteByNumber(ctx: Ctx, number: string): Promise<CreditNoteDetail> {
    return this.db.read(ctx, async (tx) => {
      const params = [ctx.companyId, number];
      const found = await tx.maybe<{ id: CreditNoteId }>(FIND_BY_NUMBER, params);
      if (!found) throw notFound({ object: 'credit note' });
      return creditNoteDetail(tx, found.id);
    });
  }
}

const money = (column: string): ListField => ({
  sql: column,
  type: 'money',
  currency: 'n.currency',
  notNull: true,
});

export const creditNoteList: ListDefinition<CreditNote, CreditNoteView> = {
  from: 'billing.credit_note n',
  select: creditNotes.select('n'),
  id: 'n.id',
  fields: {
    number: { sql: 'n.number', type: 'text', notNull: true },
    kind: { sql: 'n.kind', type: 'enum', values: CREDIT_NOTE_KINDS, notNull: true },
    status: { sql: 'n.status', type: 'enum', values: CREDIT_NOTE_STATUSES, notNull: true },
    accountId: { sql: 'n.account_id', type: 'id', notNull: true },
    invoiceId: { sql: 'n.invoice_id', type: 'id' },
    paymentId: { sql: 'n.payment_id', type: 'id' },
    providerPaymentId: { sql: 'n.provider_payment_id', type: 'text' },
    currency: { sql: 'n.currency', type: 'text', notNull: true },
    issueDate: { sql: 'n.issue_date', type: 'date', notNull: true },
    total: money('n.total'),
    appliedAmount: money('n.applied_amount'),
    refundedAmount: money('n.refunded_amount'),
    remaining: money('n.remaining'),
    createdAt: { sql: 'n.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 'n.updated_at', type: 'instant', notNull: true },
  },
  search: ['n.number', 'n.reason', 'n.provider_payment_id'],
  defaultSort: '-issueDate',
  columns: [
    'id',
    'number',
    'kind',
    'status',
    'accountId',
    'invoiceId',
    'paymentId',
    'currency',
    'issueDate',
    'total',
    'appliedAmount',
    'refundedAmount',
    'remaining',
    'reason',
  ],
  map: creditNoteView,
};
