import { audit } from '@quittance/audit';
import { companyToday, readCompanyTerms, type CompanyTerms } from '@quittance/company';
import type { EventType } from '@quittance/contracts';
import { checkVersion, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { CustomMembers } from '@quittance/objects';
import type { FieldValues } from '@quittance/fields';
import { emit } from '@quittance/outbox';
import { documentApproval } from '@quittance/rules';
import { storeDisputes } from '../disputes/dispute.repository.js';
import { markSettled } from '../debts/settled-subscriptions.js';
import { changedFrom, markWritten } from '../invoice-records/written-invoices.js';
import { markOrderMoney } from '../orders/order-money.js';
import {
  linesOf,
  lockInvoice,
  storeInvoice,
  type Invoice,
  type InvoiceLine,
} from './invoice.repository.js';
import { invoiceSummary, invoiceView, shownMembers, type InvoiceView } from './invoice.view.js';

/** A locked invoice with what every change of it needs. */
export interface LockedInvoice {
  readonly invoice: Invoice;
  readonly lines: readonly InvoiceLine[];
  readonly company: CompanyTerms;
  readonly today: LocalDate;
}

/** How a change of an invoice may be announced. */
type InvoiceChange = 'record.updated' | Exclude<EventType & `invoice.${string}`, 'invoice.created'>;

/** How a change is announced and logged. */
export interface ChangeNote {
  /** `invoice.sent`; changes without an event of their own are `record.updated`. */
  readonly event: InvoiceChange;
  /** The log's verb: `invoice.sent`. */
  readonly action: string;
  /** Custom members that change with it, for those who hear of it. */
  readonly custom?: CustomChange | undefined;
}

/** Custom members as they were and as they are. */
export interface CustomChange {
  readonly before: FieldValues;
  readonly values: FieldValues;
}

/** What is written of an invoice's custom fields, for those who hear of it. */
export function customChange(members: CustomMembers | null): CustomChange | undefined {
  if (!members) return undefined;
  const { before, values } = members.draft;
  const old = Object.keys(values).map((name) => [name, before?.view[name] ?? null] as const);
  return { before: Object.fromEntries(old), values };
}

/**
 * Locks an invoice and reads its lines and the company with its date in one round trip.
 * @throws DomainError not_found, precondition_failed, record_awaits_approval
 */
export async function lockInvoiceToChange(
  tx: Tx,
  id: InvoiceId,
  expectedVersion: number | null = null,
): Promise<LockedInvoice> {
  const { waits, ...locked } = await lockInvoiceAwaited(tx, id);
  checkVersion(locked.invoice.version, expectedVersion);
  documentApproval.refuse('invoice', waits);
  return locked;
}

/**
 * The same for what no approval holds up, such as that its customer looks at it; with whether it
 * waits for one.
 * @throws DomainError not_found
 */
export async function lockInvoiceAwaited(
  tx: Tx,
  id: InvoiceId,
): Promise<LockedInvoice & { readonly waits: boolean }> {
  const [invoice, lines, company, waits] = await tx.locked(
    () => lockInvoice(tx, id),
    (behind) => linesOf(behind, id),
    readCompanyTerms,
    (behind) => documentApproval.waits(behind, id),
  );
  return { invoice, lines, company, today: companyToday(company, tx.ctx.now), waits };
}

/** Stores a changed invoice, announces and logs it, and answers it as the API shows it. */
export function changeInvoice(
  tx: Tx,
  { invoice, lines, today }: Pick<LockedInvoice, 'invoice' | 'lines' | 'today'>,
  change: Partial<Invoice>,
  note: ChangeNote,
): InvoiceView {
  const { now } = tx.ctx;
  const after: Invoice = { ...invoice, ...change, version: invoice.version + 1, updatedAt: now };
  tx.later(storeInvoice(tx, after));
  markWritten(tx, [changedFrom(invoice)]);
  markSettled(tx, invoice, after);
  markOrderMoney(tx, invoice, after);
  const { dispute } = change;
  if (dispute && dispute !== invoice.dispute) {
    tx.later(storeDisputes(tx, [{ invoiceId: invoice.id, dispute }]));
  }
  announceInvoiceChange(tx, invoice, after, Object.keys(change) as (keyof Invoice)[], note);
  return invoiceView(after, lines, today);
}

/** Announces and logs what an invoice has become, by the members that were set. */
export function announceInvoiceChange(
  tx: Tx,
  invoice: Invoice,
  after: Invoice,
  keys: readonly (keyof Invoice)[],
  note: ChangeNote,
): void {
  const data = { ...invoiceSummary(after), ...note.custom?.values };
  const differing = keys.filter((key) => !isSame(invoice[key], after[key]));
  const changed = [...differing, ...Object.keys(note.custom?.values ?? {})];
  const before = { ...shownMembers(invoice, differing), ...note.custom?.before };
  emit(tx, { type: note.event, object: 'invoice', recordId: invoice.id, data, changed, before });
  audit(tx, {
    action: note.action,
    object: 'invoice',
    recordId: invoice.id,
    before: pick(invoice, keys),
    after: pick(after, keys),
  });
}

function isSame(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after;
  return JSON.stringify(before) === JSON.stringify(after);
}

function pick(invoice: Invoice, keys: readonly (keyof Invoice)[]): Record<string, unknown> {
  return Object.fromEntries(
    keys.map((key) => {
      const value = invoice[key];
      return [key, typeof value === 'bigint' ? value.toString() : value];
    }),
  );
}
