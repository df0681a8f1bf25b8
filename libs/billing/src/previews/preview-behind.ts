import type { LocalDate } from '@quittance/calendar';
import { formatMinor, sumOf } from '@quittance/money';
import { failureDetail } from '../run/failure-detail.js';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import type { ShownBehindRun } from '../subscriptions/changes/pending-credits.js';
import type { ShownInvoice, ShownNote } from '../subscriptions/changes/recorded-documents.js';
import { previewedMinor, type PreviewedSchedule } from './preview.view.js';

type PreviewedInvoice = PreviewedSchedule['invoices'][number];

/** A schedule that is not due, of which something waits. */
export function waitingSchedule(
  { id: scheduleId, status, nextBillingDate, ...schedule }: StoredSchedule,
  accountName: string,
): PreviewedSchedule {
  const { accountId, subscriptionId, contractId, salesOrderId, frequency, currency } = schedule;
  const of = { accountId, accountName, subscriptionId, contractId, salesOrderId, frequency };
  const nothing = { invoices: [], skipped: 0, creditNotes: [], drafts: [] };
  const after = { status, nextBillingDate };
  const total = formatMinor(0n, currency);
  const fine = { failure: null, waitingFailure: null };
  return { scheduleId, ...of, nextBillingDate, currency, ...nothing, total, after, ...fine };
}

/** With what a run makes of what waits. */
export function withBehind(
  shown: PreviewedSchedule,
  { made, failure }: Pick<ShownBehindRun, 'made' | 'failure'>,
): PreviewedSchedule {
  const { currency } = shown;
  const own = shown.invoices.map((invoice, i) => {
    const changed = made.changed.get(i);
    return changed ? invoiceOfBehind(changed) : invoice;
  });
  const invoices = [...own, ...made.invoices.map(invoiceOfBehind)];
  const total = sumOf(invoices.map((invoice) => previewedMinor(invoice.total, currency)));
  return {
    ...shown,
    invoices,
    total: formatMinor(total, currency),
    creditNotes: made.notes.map(noteOf),
    drafts: made.drafts.map(({ invoice, added }) => ({
      invoiceId: invoice.id,
      number: invoice.number,
      lines: invoice.lines.slice(-added).map((line) => lineOf(line, invoice.issueDate)),
      total: invoice.total,
    })),
    waitingFailure: failure && { code: failure.code, detail: failureDetail(failure) },
  };
}

/** An invoice that is made, or changed, of what waits. */
export function invoiceOfBehind(invoice: ShownInvoice): PreviewedInvoice {
  const { issueDate, dueDate, periodStart, periodEnd, billTo, pricesIncludeTax } = invoice;
  const { taxRounding, lines, subtotal, taxTotal, total } = invoice;
  return {
    issueDate,
    dueDate,
    periodStart: periodStart ?? issueDate,
    periodEnd: periodEnd ?? issueDate,
    billTo,
    pricesIncludeTax,
    taxRounding,
    lines: lines.map((line) => lineOf(line, issueDate)),
    subtotal,
    taxTotal,
    total,
  };
}

function noteOf(note: ShownNote) {
  const { invoiceId, issueDate, reason, lines, subtotal, taxTotal, total } = note;
  const shown = lines.map((line) => lineOf(line, issueDate));
  return { invoiceId, issueDate, reason, lines: shown, subtotal, taxTotal, total };
}

/** Lines of what waits say their days; one without is of the day of its document. */
function lineOf(line: ShownInvoice['lines'][number] | ShownNote['lines'][number], day: LocalDate) {
  const { productId, description, quantity, unitPrice } = line;
  const { discountAmount, net, taxCode, taxRate, taxFallback, taxCategory, taxReason } = line;
  const { taxUndetermined, tax, total } = line;
  return {
    scheduleLineId: null,
    fellFrom: null,
    productId,
    description,
    periodStart: line.periodStart ?? day,
    periodEnd: line.periodEnd ?? day,
    quantity,
    unitPrice,
    discountAmount,
    net,
    taxCode,
    taxRate,
    taxFallback,
    taxCategory,
    taxReason,
    taxUndetermined,
    tax,
    total,
  };
}
