import { LINE, newInvoice, sentInvoice } from '../../receivables/billing-support.js';
import { activeSchedule, newSchedule, SEATS } from '../../receivables/schedule-support.js';
import type { Standing } from '../../dunning/dunning-support.js';
import { Notes } from '../../credits/credit-note-support.js';
import { DAY, type WriteStage } from './write-stage.js';

const registration = (digit: string) => ({
  irn: digit.repeat(64),
  ackNumber: '112010036563310',
  ackDate: DAY,
  signedQr: 'signed',
});

const ROW = {
  customerID: 'Imported',
  invoiceNumber: 'I-1',
  InvoiceDate: '2026-01-05',
  DueDate: '2026-02-05',
  InvoiceAmount: '10.00',
  Disputed: 'No',
};

export async function writeInvoices(stage: WriteStage): Promise<void> {
  const { admin, accountId } = stage;
  const draft = await newInvoice(admin, accountId);
  const at = `/invoices/${draft.id}`;
  await stage.do('PATCH', at, { notes: 'Changed' });
  await stage.post('/invoices/bulk', { ids: [draft.id], patch: { notes: 'Many' } });
  await stage.post(`${at}/lines`, LINE);
  const line = `${at}/lines/${draft.lines[0]?.id}`;
  await stage.do('PATCH', line, { quantity: '2' });
  await stage.do('DELETE', line);
  await stage.do('POST', `${at}/recalculate-tax`);
  await stage.do('POST', `${at}/submit`);
  await stage.do('POST', `${at}/return`);
  const copy = await stage.post(`${at}/clone`);
  await stage.do('POST', `/invoices/${copy.id}/cancel`);
  const sent = await sentInvoice(admin, accountId);
  await stage.do('PUT', `/invoices/${sent.id}/irn`, registration('a'));
  await stage.post(`/invoices/${sent.id}/irn/cancel`, { reason: 'Wrong buyer' });
  await stage.post(`/invoices/${sent.id}/dispute`, { reason: 'Too much' });
  await stage.post(`/invoices/${sent.id}/resolve`, { outcome: 'rejected' });
  await stage.post(`/invoices/${sent.id}/write-off`, { reason: 'Insolvent' });
  await stage.post(`/invoices/${sent.id}/undo-write-off`, { reason: 'Found again' });
  await stage.post(`/invoices/${sent.id}/void`, { reason: 'Wrong' });
  await stage.load(`/invoices/import?asOf=${DAY}&currency=EUR`, ROW);
}

/** What is paid ahead without an order, deducted, given back and released. */
export async function writeDeposits(stage: WriteStage): Promise<void> {
  const { admin, accountId } = stage;
  const lines = [{ description: 'Ahead', amount: '100.00', taxRate: '0' }];
  const paid = async () => {
    const { id } = await stage.post('/deposits', { accountId, currency: 'EUR', lines });
    await stage.do('POST', `/invoices/${id}/send`);
    const money = { amount: '100.00', currency: 'EUR', method: 'cash' };
    await stage.post(`/invoices/${id}/payments`, money);
    return id;
  };
  const id = await paid();
  const { id: final } = await sentInvoice(admin, accountId);
  const some = [{ invoiceId: id, amount: '40.00' }];
  await stage.do('POST', `/invoices/${final}/deduct-deposits`, { deposits: some });
  await stage.do('POST', `/deposits/${id}/refund`, { reason: 'Given up' });
  await stage.do('POST', `/deposits/${await paid()}/release`, { reason: 'Given up' });
}

export async function writePayments(stage: WriteStage): Promise<void> {
  const { admin, accountId } = stage;
  const pending = async () => {
    const { id } = await sentInvoice(admin, accountId);
    const cheque = { amount: '100.00', method: 'cheque', pending: true };
    return (await stage.post(`/invoices/${id}/payments`, cheque)).id;
  };
  const cleared = await pending();
  await stage.do('POST', `/payments/${cleared}/clear`);
  await stage.post(`/payments/${cleared}/refund`, { reason: 'Twice' });
  await stage.do('POST', `/payments/${await pending()}/cancel`);
}

export async function writeCreditNotes(stage: WriteStage): Promise<void> {
  const { admin, accountId } = stage;
  const notes = new Notes(stage.staff, accountId);
  const draft = await notes.draft();
  const at = `/credit-notes/${draft.id}`;
  await stage.do('PATCH', at, { reason: 'Changed' });
  await stage.post(`${at}/lines`, LINE);
  const line = `${at}/lines/${draft.lines[0]?.id}`;
  await stage.do('PATCH', line, { quantity: '2' });
  await stage.do('DELETE', line);
  await stage.do('POST', `${at}/issue`);
  await stage.post(`${at}/void`, { reason: 'Wrong' });
  const invoice = await sentInvoice(admin, accountId);
  const issued = await notes.issued();
  const part = { invoiceId: invoice.id, amount: '10.00' };
  await stage.post(`/credit-notes/${issued.id}/apply`, part);
  await stage.post(`/credit-notes/${issued.id}/unapply`, part);
  await stage.post(`/credit-notes/${issued.id}/allocations`, { allocations: [part] });
  const registered = await sentInvoice(admin, accountId);
  await stage.do('PUT', `/invoices/${registered.id}/irn`, registration('b'));
  const of = await notes.issued({ invoiceId: registered.id, lines: [LINE] });
  await stage.do('PUT', `/credit-notes/${of.id}/irn`, registration('c'));
  await stage.post(`/credit-notes/${of.id}/irn/cancel`, { reason: 'Wrong' });
}

export async function writeSchedules(stage: WriteStage): Promise<void> {
  const { admin, accountId } = stage;
  const draft = await newSchedule(admin, accountId);
  const at = `/billing-schedules/${draft.id}`;
  await stage.do('PATCH', at, { frequency: 'quarterly' });
  await stage.do('POST', `${at}/activate`);
  await stage.do('POST', `${at}/pause`);
  await stage.do('POST', `${at}/cancel`);
  const lines = [
    { ...SEATS, trigger: 'milestone', milestone: 'Go-live' },
    { ...SEATS, trigger: 'manual' },
  ];
  const active = await activeSchedule(admin, accountId, { lines });
  const [reached, released] = active.lines.map(({ id }) => id);
  await stage.do('POST', `/billing-schedules/${active.id}/lines/${reached}/reach`);
  await stage.do('POST', `/billing-schedules/${active.id}/lines/${released}/release`);
  const within = `/billing-schedules/${active.id}/cancel-within-period`;
  await stage.do('POST', `${within}/preview`, { on: '2026-01-31' });
  await stage.do('POST', within, { on: '2026-01-31' });
}

export async function writeDunning(stage: WriteStage): Promise<void> {
  await stage.do('PUT', '/dunning/schedule', {
    steps: [{ daysAfterDue: 2, action: 'reminder' }],
  });
  // Nobody can be written to: each run fails, until it is told to go on.
  const { id: accountId } = await stage.post('/accounts', {
    name: 'Without an address',
    billingAddress: { city: 'Berlin', postalCode: '10115', country: 'DE' },
  });
  const dates = { issueDate: '2026-01-01', dueDate: '2026-01-31' };
  const { id } = await newInvoice(stage.admin, accountId, {
    ...dates,
    lines: [{ ...LINE, taxRate: '19' }],
  });
  await stage.post(`/invoices/${id}/send`, { email: false });
  await stage.post('/dunning/run');
  const { attempts } = await stage.do<Standing>('GET', `/invoices/${id}/dunning`);
  await stage.do('POST', `/dunning/attempts/${attempts[0]?.id}/retry`);
  await stage.do('POST', `${stage.path('/dunning/pauses/:id')}/end`);
  const terms = { active: true, annualRate: '9', graceDays: 0, appliesFrom: '2026-01-01' };
  await stage.do('PUT', '/dunning/late-terms', { ...terms, amounts: [] });
  // The day that it is sent on costs nothing, and no day of these writes has passed.
  await stage.meanwhile(
    `update receivables.invoice set sent_at = $3 where company_id = $1 and id = $2`,
    [stage.admin.companyId, id, dates.issueDate],
  );
  await stage.post('/dunning/late-charges', { accountIds: [accountId] });
}
