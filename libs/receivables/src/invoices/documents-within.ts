import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import { companyToday, readCompany } from '@quittance/company';
import {
  notFound,
  type CreditNoteId,
  type Id,
  type InvoiceId,
  type ProductId,
} from '@quittance/kernel';
import { productsOf } from '@quittance/lines';
import type { SupplyPlace, Taxes } from '@quittance/tax';
import type { CreditNoteDraft } from '../credit-notes/create-credit-note.js';
import { creditNoteDetail } from '../credit-notes/credit-note.queries.js';
import { holdBilledLines } from '../credits/billed-schedule-lines.js';
import { creditedByHand } from '../credits/credited-by-hand.js';
import { creditedLess } from '../credits/credited-less.js';
import { givenUp } from '../credits/given-up.js';
import { HOLD_INVOICES, notesOf } from '../credits/notes-of.js';
import { creditInvoice } from '../credits/credit-invoice.js';
import { changeLines } from '../invoice-lines/line-change.js';
import { newLine, type InvoiceLineInput } from '../invoice-lines/price-invoice.js';
import { otherAgreed } from '../invoice-lines/other-agreed.js';
import { movedLines, takenOffMore } from '../invoice-lines/rewritten-lines.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { cancelDraft } from './cancel-invoice.js';
import { draftInvoice, type InvoiceDraft } from './create-invoice.js';
import { isClosed, isEditable, type InvoiceStatus } from './invoice.js';
import { findInvoice } from './invoice.queries.js';
import { linesOf } from './invoice.repository.js';
import {
  BY_OTHERS,
  creditedByLines,
  type CreditedByOthers,
  type CreditedOfInvoice,
} from '../credits/credited-of-invoice.js';
import { invoiceView, type InvoiceView } from './invoice.view.js';

/** An invoice as whoever it was made for has to know it, with where its lines stand. */
export interface MadeDocument {
  readonly id: InvoiceId;
  readonly issueDate: LocalDate;
  /** Its lines may still change. */
  readonly open: boolean;
  /** It asks for nothing any more: void or cancelled. */
  readonly closed: boolean;
  /** Made by hand or for a change, and by no period of a schedule. */
  readonly single: boolean;
  /** What of its net no credit note has given back; minor units. */
  readonly creditable: bigint;
  /** What of its total, with tax, none has. */
  readonly creditableTotal: bigint;
  readonly lines: readonly MadeLine[];
}

interface MadeLine {
  readonly id: Id<'invoice-line'>;
  readonly position: number;
  readonly productId: ProductId | null;
  /** The days that it is for, both of them inclusive; null where it names none. */
  readonly periodStart: LocalDate | null;
  readonly periodEnd: LocalDate | null;
  /** Minor units, below 0 where it takes off. */
  readonly net: bigint;
  /** What of its net no credit note has given back; minor units, 0 where it asks for nothing. */
  readonly creditable: bigint;
  /** The same, below 0 where it gives back. */
  readonly left: bigint;
  /** Of its own or of its product; null where the company's default taxes it. */
  readonly taxCode: string | null;
  readonly placeOf: SupplyPlace | null;
  /** In millionths of a per cent. */
  readonly taxRate: bigint;
}

type StoredDocument = Omit<MadeDocument, 'open' | 'closed' | 'lines'> & {
  readonly status: InvoiceStatus;
};

/** By primary key. */
const DOCUMENTS = sql(`select i.id, i.status, i.issue_date as "issueDate",
    i.schedule_id is null as single,
    i.subtotal - coalesce(n.subtotal, 0)::bigint as creditable,
    i.total - coalesce(n.total, 0)::bigint as "creditableTotal"
  from receivables.invoice i
  left join (select c.invoice_id, sum(c.subtotal) as subtotal, sum(c.total) as total
    from receivables.credit_note c
    where c.company_id = $1 and c.invoice_id = any($2::uuid[]) and c.kind = 'credit'
      and c.status <> 'void'
    group by c.invoice_id) n on n.invoice_id = i.id
  where i.company_id = $1 and i.id = any($2::uuid[])`);
/** By prefix of the primary key, and by `credit_note_invoice_index`. */
const LINES = sql(`select l.invoice_id as "invoiceId", l.id, l.position,
    l.product_id as "productId", l.period_start as "periodStart", l.period_end as "periodEnd",
    l.net,
    greatest(0, l.net - coalesce(n.net, 0))::bigint as creditable,
    (l.net - coalesce(n.net, 0))::bigint as "left", l.tax_code as "taxCode",
    l.place_of as "placeOf",
    (l.tax_rate * 1000000)::bigint as "taxRate"
  from receivables.invoice_line l
  left join (select d.invoice_line_id, sum(greatest(d.net, 0)) as net
    from receivables.credit_note c
    join receivables.credit_note_line d on d.company_id = $1 and d.credit_note_id = c.id
    where c.company_id = $1 and c.invoice_id = any($2::uuid[]) and c.kind = 'credit'
      and c.status <> 'void' and d.invoice_line_id is not null
    group by d.invoice_line_id) n on n.invoice_line_id = l.id
  where l.company_id = $1 and l.invoice_id = any($2::uuid[]) order by l.invoice_id, l.position`);

/** Documents that another lib makes within its own transaction. */
@Injectable()
export class DocumentsWithin {
  /** Invoices of which somebody has credited more in a transaction. */
  static readonly creditedByHand = creditedByHand;
  /** Invoices of which a note credits less than before, or is void, in a transaction. */
  static readonly creditedLess = creditedLess;
  /** Invoices that somebody has voided or cancelled in a transaction. */
  static readonly givenUp = givenUp;
  /** Lines that somebody has moved, or taken off a draft, in a transaction. */
  static readonly movedLines = movedLines;
  /** What somebody has changed of invoices, and may not where a subscription billed by them. */
  static readonly otherAgreed = otherAgreed;
  /** Lines by which drafts give something back, and that somebody let take off more. */
  static readonly takenOffMore = takenOffMore;
  static readonly notesOf = notesOf;
  static readonly holdBilledLines = holdBilledLines;

  constructor(private readonly fields: InvoiceFields) {}

  async find(tx: Tx, ids: readonly InvoiceId[]): Promise<ReadonlyMap<InvoiceId, MadeDocument>> {
    const params = [tx.ctx.companyId, [...new Set(ids)]];
    const [heads, lines] = await Promise.all([
      tx.rows<StoredDocument>(DOCUMENTS, params),
      tx.rows<MadeLine & { invoiceId: InvoiceId }>(LINES, params),
    ]);
    return new Map(
      heads.map(({ id, status, ...head }) => {
        const own = lines.filter(({ invoiceId }) => invoiceId === id);
        const [open, closed] = [isEditable(status), isClosed(status)];
        return [id, { ...head, id, open, closed, lines: own }] as const;
      }),
    );
  }

  /** Locks invoices: nobody else credits them until the end of the transaction. */
  async hold(tx: Tx, ids: readonly InvoiceId[]): Promise<void> {
    if (ids.length > 0) await tx.rows(HOLD_INVOICES, [tx.ctx.companyId, [...new Set(ids)]]);
  }

  /** What notes but for some have given back of invoices, by their lines. */
  async creditedByOthers(
    tx: Tx,
    invoiceIds: readonly InvoiceId[],
    but: readonly CreditNoteId[],
  ): Promise<readonly CreditedOfInvoice[]> {
    const params = [tx.ctx.companyId, [...new Set(invoiceIds)], but];
    return creditedByLines(await tx.rows<CreditedByOthers>(BY_OTHERS, params));
  }

  /**
   * An invoice of what is billed already: whoever asks for it need not see all that it is of.
   * @throws DomainError as `CreateInvoice`
   */
  draft(tx: Tx, taxes: Taxes, draft: InvoiceDraft): Promise<InvoiceView> {
    const tools = { taxes, fields: this.fields, knowsLinks: true, unasked: true };
    return draftInvoice(tx, tools, draft);
  }

  /** @throws DomainError as `AddInvoiceLine` */
  addLines(
    tx: Tx,
    taxes: Taxes,
    id: InvoiceId,
    added: readonly InvoiceLineInput[],
  ): Promise<InvoiceView> {
    return changeLines(tx, { taxes, fields: this.fields }, id, null, async (lines) => {
      const products = await productsOf(tx, added);
      return { lines: [...lines, ...added.map((line) => newLine(line, products))], about: null };
    });
  }

  /** @throws DomainError as `CreateCreditNote` and `IssueCreditNote` */
  credit(
    tx: Tx,
    taxes: Taxes,
    draft: CreditNoteDraft & { readonly invoiceId: InvoiceId },
  ): Promise<CreditNoteId> {
    return creditInvoice(tx, taxes, draft);
  }

  /** @throws DomainError as `CancelInvoice` */
  async cancel(tx: Tx, id: InvoiceId): Promise<void> {
    await cancelDraft(tx, id);
  }

  /** Documents with their lines, as the transaction sees them; in the order they are asked for. */
  async shown(
    tx: Tx,
    {
      invoiceIds,
      creditNoteIds,
    }: {
      readonly invoiceIds: readonly InvoiceId[];
      readonly creditNoteIds: readonly CreditNoteId[];
    },
  ) {
    const today = companyToday(await readCompany(tx), tx.ctx.now);
    const invoices = invoiceIds.map(async (id) => {
      const [invoice, lines] = await Promise.all([findInvoice(tx, id), linesOf(tx, id)]);
      if (!invoice) throw notFound({ object: 'invoice' });
      return invoiceView(invoice, lines, today);
    });
    const notes = creditNoteIds.map((id) => creditNoteDetail(tx, id));
    return { invoices: await Promise.all(invoices), notes: await Promise.all(notes) };
  }
}
