import {
  printableHead,
  type DocumentMark,
  type PrintableInvoice,
  type PrintableLine,
  type PrintFacts,
} from '@quittance/documents';
import {
  type BillTo,
  type PriceTerms,
  printableLine,
  printableTaxes,
  taxDays,
} from '@quittance/lines';
import { formatMinor } from '@quittance/money';
import { registrationView } from '../registrations/irn.js';
import { creditNoteNoun, type CreditNote } from '../credit-notes/credit-note.description.js';
import type { CreditNoteLine } from '../credit-notes/credit-note.repository.js';
import type { CreditNoteStatus } from '../credit-notes/credit-note.js';

const MARKS: Partial<Record<CreditNoteStatus, DocumentMark>> = { draft: 'draft', void: 'void' };

/** A credit note ready to be printed and sent electronically. Pure. */
export function printableCreditNote(
  note: CreditNote,
  lines: readonly CreditNoteLine[],
  {
    billTo,
    invoice,
    days,
  }: {
    readonly billTo: BillTo;
    readonly invoice: PrintableInvoice['precedingInvoice'];
    /** Those of the invoice, whose taxes it gives back: see `taxDaysOfNote`. */
    readonly days: Pick<PriceTerms, 'taxDate' | 'linesIssuedOn'>;
  },
  facts: PrintFacts,
): PrintableInvoice {
  const { currency, updatedAt: changedAt } = note;
  const on = days.taxDate;
  const alsoOn = taxDays.all(days, lines);
  return {
    ...printableHead(facts, billTo, { currency, changedAt, on, alsoOn }),
    kind: 'credit_note',
    ...(note.kind === 'on_account' && { onAccount: true }),
    ...creditNoteNoun.printed(note),
    mark: MARKS[note.status] ?? null,
    dueDate: null,
    periodStart: null,
    periodEnd: null,
    writtenOff: 0n,
    precedingInvoice: invoice && precedingOf(invoice),
    registration: registrationView(note.irn),
    lines: lines.length > 0 ? lines.map(printableLine) : [onAccount(note)],
    taxes: printableTaxes(lines, note.pricesIncludeTax),
    notes: null,
    paymentLink: null,
  };
}

/** Of an invoice with all its members, those that a note says of it. */
function precedingOf(
  invoice: NonNullable<PrintableInvoice['precedingInvoice']>,
): PrintableInvoice['precedingInvoice'] {
  const { number, issueDate, periodStart = null, periodEnd = null } = invoice;
  return { number, issueDate, periodStart, periodEnd };
}

/** Credit on account comes from a payment and has no lines: its reason stands for them. */
function onAccount({ reason, total, currency }: CreditNote): PrintableLine {
  return {
    position: 1,
    sku: null,
    adjustment: null,
    description: reason,
    hsnCode: null,
    quantity: '1',
    unit: null,
    unitPrice: formatMinor(total, currency),
    discountPercent: null,
    discount: 0n,
    taxRate: '0',
    taxCode: null,
    taxes: [],
    decision: { category: null, reason: null },
    net: total,
    total,
    periodStart: null,
    periodEnd: null,
  };
}
