import { formatMinor, parseMinor, trimDecimal, type Currency } from '@quittance/money';
import { isUndetermined, type TaxReason } from '@quittance/tax';
import { createHash } from 'node:crypto';
import { invoiceShown } from '@quittance/receivables';
import type { InvoiceId, ScheduleId } from '@quittance/kernel';
import type { Schedule } from '../schedules/schedule.js';
import type { DraftInvoice, DraftLine } from '../run/bill-period.js';
import type { BilledSchedule } from '../run/bill-schedules.js';
import { failureDetail } from '../run/failure-detail.js';
import type { Fingerprint } from './preview-sketch.js';

/** What a run would make of one due schedule, as the API shows it. */
export function previewedSchedule(billed: BilledSchedule): PreviewedSchedule {
  const { schedule, customer, invoices, skipped, next, failure } = billed;
  const { currency } = schedule;
  const total = invoices.reduce((sum, invoice) => sum + invoice.total, 0n);
  return {
    scheduleId: schedule.id,
    accountId: schedule.accountId,
    accountName: customer,
    subscriptionId: schedule.subscriptionId,
    contractId: schedule.contractId,
    salesOrderId: schedule.salesOrderId,
    frequency: schedule.frequency,
    nextBillingDate: schedule.nextBillingDate,
    currency,
    invoices: invoices.map(previewedInvoice),
    skipped,
    total: formatMinor(total, currency),
    after: { status: next.status, nextBillingDate: next.nextBillingDate },
    failure: failure && { code: failure.error.code, detail: failureDetail(failure.error) },
    creditNotes: [],
    drafts: [],
    waitingFailure: null,
  };
}

type Refusal = { readonly code: string; readonly detail: string } | null;

/** What a run would make of a schedule. */
export interface PreviewedSchedule
  extends
    Pick<Schedule, 'accountId' | 'subscriptionId' | 'contractId' | 'salesOrderId'>,
    Pick<Schedule, 'frequency' | 'nextBillingDate' | 'currency'> {
  readonly scheduleId: ScheduleId;
  readonly accountName: string;
  readonly invoices: PreviewedInvoice[];
  readonly skipped: number;
  readonly total: string;
  readonly after: Pick<Schedule, 'status' | 'nextBillingDate'>;
  readonly failure: Refusal;
  /** What gives back what no invoice has room for. */
  readonly creditNotes: PreviewedCreditNote[];
  /** Drafts from before that take a line of it instead. */
  readonly drafts: PreviewedDraft[];
  /** Why what waits would go on waiting. */
  readonly waitingFailure: Refusal;
}

export type PreviewedInvoice = ReturnType<typeof previewedInvoice>;
type PreviewedLine = ReturnType<typeof previewedLine>;

export interface PreviewedCreditNote extends Pick<
  PreviewedInvoice,
  'issueDate' | 'lines' | 'subtotal' | 'taxTotal' | 'total'
> {
  /** The invoice that asked for it. */
  readonly invoiceId: InvoiceId | null;
  readonly reason: string | null;
}

export interface PreviewedDraft {
  readonly invoiceId: InvoiceId;
  readonly number: string;
  /** Those that are added to it. */
  readonly lines: PreviewedLine[];
  /** With them. */
  readonly total: string;
}

/** An invoice that a run would make. */
export function previewedInvoice(draft: DraftInvoice) {
  const { currency, pricesIncludeTax } = draft.schedule;
  return {
    issueDate: draft.issueDate,
    dueDate: draft.dueDate,
    periodStart: draft.periodStart,
    periodEnd: draft.periodEnd,
    billTo: draft.billTo,
    pricesIncludeTax,
    taxRounding: draft.taxRounding,
    lines: draft.lines.map((line) => previewedLine(line, draft)),
    subtotal: formatMinor(draft.subtotal, currency),
    taxTotal: formatMinor(draft.taxTotal, currency),
    total: formatMinor(draft.total, currency),
  };
}

function previewedLine({ source, pricing, priced }: DraftLine, draft: DraftInvoice) {
  const { currency } = draft.schedule;
  return {
    scheduleLineId: source.id,
    productId: source.productId,
    description: source.description,
    periodStart: source.period?.start ?? draft.periodStart,
    periodEnd: source.period?.end ?? draft.periodEnd,
    quantity: trimDecimal(pricing.quantity),
    unitPrice: invoiceShown.unitPrice(pricing.unitPrice, currency),
    discountAmount: formatMinor(priced.discount, currency),
    net: formatMinor(priced.net, currency),
    /** Of a volume of usage that fell, though more was used. */
    fellFrom: source.fellFrom
      ? {
          quantity: trimDecimal(source.fellFrom.quantity),
          amount: formatMinor(source.fellFrom.amount, currency),
        }
      : null,
    taxCode: pricing.taxCode,
    taxRate: trimDecimal(priced.taxRate),
    taxFallback: priced.fallback,
    taxCategory: priced.category,
    /** Null of what an imported invoice asked. */
    taxReason: priced.reason as TaxReason | null,
    taxUndetermined: isUndetermined(priced.reason),
    tax: formatMinor(priced.tax, currency),
    total: formatMinor(priced.total, currency),
  };
}

/** The hash of exactly what the preview shows of a schedule. */
export function previewFingerprint(shown: PreviewedSchedule): Fingerprint {
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest();
  return { id: shown.scheduleId, hash };
}

/** The minor units of an amount that a preview shows. */
export function previewedMinor(shown: string, currency: Currency): bigint {
  const minor = parseMinor(shown, currency);
  if (minor === undefined) throw new RangeError('A preview shows what is no amount');
  return minor;
}
