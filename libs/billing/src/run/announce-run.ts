import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import { invoiceShown } from '@quittance/receivables';
import type { BilledSchedule } from './bill-schedules.js';
import type { BillingRun } from './billing-run.js';
import { runView } from './billing-run.view.js';
import type { NumberedDraft } from './store-invoices.js';

/** Logs and announces the end of a run. */
export function announceBillingRunEnd(tx: Tx, run: BillingRun): void {
  const data = runView(run);
  const record = { object: 'billing-run', recordId: run.id };
  emit(tx, { type: 'billing_run.completed', ...record, data });
  const { status, scheduled, invoiced, skipped, failed } = data;
  audit(tx, {
    action: run.status === 'failed' ? 'billing_run.failed' : 'billing_run.completed',
    ...record,
    before: { status: 'running' },
    after: { status, scheduled, invoiced, skipped, failed },
  });
}

/** Logs and announces the invoices of a batch, in order, and what became of their schedules. */
export function announceBatch(
  tx: Tx,
  made: readonly NumberedDraft[],
  billed: readonly BilledSchedule[],
): void {
  for (const draft of made) announceDraft(tx, draft);
  let first = 0;
  for (const { schedule, invoices, next } of billed) {
    const invoiceIds = made.slice(first, first + invoices.length).map(({ id }) => id);
    first += invoices.length;
    const { id, accountId, status } = schedule;
    const record = { object: 'billing-schedule', recordId: id };
    const data = { id, accountId, ...next };
    if (invoiceIds.length > 0) {
      emit(tx, { type: 'schedule.billed', ...record, data: { ...data, invoiceIds } });
    }
    if (next.status !== 'completed') continue;
    emit(tx, { type: 'schedule.completed', ...record, data });
    const [before, after] = [{ status }, { status: next.status }];
    audit(tx, { action: 'schedule.completed', ...record, before, after });
  }
}

function announceDraft(tx: Tx, { id, number: { number }, draft, custom }: NumberedDraft): void {
  const { schedule, issueDate, dueDate, total } = draft;
  const record = { object: 'invoice', recordId: id };
  const data = invoiceShown.summary({
    id,
    version: 1,
    number,
    status: 'draft',
    accountId: schedule.accountId,
    salesOrderId: schedule.salesOrderId,
    scheduleId: schedule.id,
    subscriptionId: schedule.subscriptionId,
    contractId: schedule.contractId,
    currency: schedule.currency,
    issueDate,
    dueDate,
    total,
    paidAmount: 0n,
    creditedAmount: 0n,
    writtenOffAmount: 0n,
    balance: total,
  });
  emit(tx, { type: 'invoice.created', ...record, data: custom ? { ...data, ...custom } : data });
  const after = { number, status: data.status, scheduleId: schedule.id, total: data.total };
  audit(tx, { action: 'invoice.created', ...record, after });
}
