import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { notFound, type CreditNoteId, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { registrationView } from '../registrations/irn.js';
import { creditNoteProof, type CreditNoteProof } from '../proofs/credit-note-proof.js';
import { findCreditNote, linesOfNote } from './credit-note.repository.js';
import { creditNoteLineView, creditNoteView } from './credit-note.view.js';

/** By `credit_note_number_key`. */
const FIND_BY_NUMBER = sql(`
  select n.id from receivables.credit_note n where n.company_id = $1 and n.number = $2`);

/** In the order they were written; ids are in time order. */
const APPLICATIONS = sql(`
  select a.invoice_id as "invoiceId", i.number as "invoiceNumber", a.amount,
    a.applied_on as "appliedOn"
  from receivables.credit_application a
  join receivables.invoice i on i.company_id = $1 and i.id = a.invoice_id
  where a.company_id = $1 and a.credit_note_id = $2 order by a.id`);

interface ApplicationRow {
  readonly invoiceId: InvoiceId;
  readonly invoiceNumber: string;
  readonly amount: bigint;
  readonly appliedOn: LocalDate;
}

/**
 * A credit note with its lines and what it was applied to, as the transaction sees it.
 * @throws DomainError not_found
 */
export async function creditNoteDetail(tx: Tx, id: CreditNoteId) {
  const params = [tx.ctx.companyId, id];
  const [note, lines, applied] = await Promise.all([
    findCreditNote(tx, id),
    linesOfNote(tx, id),
    tx.rows<ApplicationRow>(APPLICATIONS, params),
  ]);
  if (!note) throw notFound({ object: 'credit note' });
  const amount = (minor: bigint) => formatMinor(minor, note.currency);
  return {
    ...creditNoteView(note),
    irn: registrationView(note.irn),
    lines: lines.map((line) => creditNoteLineView(line, note.currency)),
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
  proof(ctx: Ctx, id: CreditNoteId): Promise<CreditNoteProof> {
    return this.db.readInOneFlight(ctx, (tx) => creditNoteProof(tx, id));
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
