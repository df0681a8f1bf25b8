import { newId, type CompanyId } from '@quittance/kernel';
import type { Client } from 'pg';

type Row = Readonly<Record<string, unknown>>;

const AT = '2026-03-02T09:00:00Z';
const STAMPS = { created_at: AT, updated_at: AT };
const BILL_TO = { name: 'Acme GmbH', address: {}, taxRegistration: null };
/** When an invoice of this status was sent, and when it was closed. */
function closing(status: string): Row {
  if (status === 'draft') return {};
  return { sent_at: AT, closed_at: ['void', 'cancelled'].includes(status) ? AT : null };
}

const COUNTED = { INV: 'invoice', PAY: 'payment', CN: 'credit-note' } as const;

/** Rows of one company, written one by one as the owner of the tables. */
class Books {
  private readonly account = newId<'account'>();
  private readonly given = new Map<string, number>();

  constructor(
    private readonly owner: Client,
    private readonly companyId: CompanyId,
  ) {}

  async put(table: string, row: Row): Promise<void> {
    const all = { company_id: this.companyId, ...row };
    const places = Object.keys(all).map((_, i) => `$${i + 1}`);
    await this.owner.query(
      `insert into ${table} (${Object.keys(all).join(', ')}) values (${places.join(', ')})`,
      Object.values(all),
    );
  }

  async open(): Promise<void> {
    const ledger = newId();
    const names = { name: 'Acme GmbH', billing_address: {}, shipping_address: {} };
    // Either refers to the other.
    await this.owner.query('begin');
    await this.put('crm.account', {
      id: this.account,
      ledger_account_id: ledger,
      ...names,
      ...STAMPS,
    });
    await this.put('crm.ledger_account', {
      id: ledger,
      kind: 'customer',
      name: names.name,
      default_currency: 'EUR',
      account_id: this.account,
      ...STAMPS,
    });
    await this.owner.query('commit');
  }

  /** Counters that agree with the numbers given so far. */
  async close(): Promise<void> {
    for (const [prefix, last] of this.given) {
      const type = COUNTED[prefix as keyof typeof COUNTED];
      const values = { first_seq: 1, last_seq: last, increment: 1 };
      await this.put('numbering.counter', { type, period: '', ...values });
    }
  }

  private numbered(prefix: keyof typeof COUNTED): Row {
    const seq = (this.given.get(prefix) ?? 0) + 1;
    this.given.set(prefix, seq);
    return { number: `${prefix}-${seq}`, number_period: '', number_seq: seq };
  }

  /** An invoice of 19 % tax with two lines, the second of one cent. */
  async invoice(net: number, more: Row = {}, line: Row = {}): Promise<string> {
    const [id, tax] = [newId(), Math.round(net * 0.19)];
    const settled = Number(more.paid_amount ?? 0) + Number(more.credited_amount ?? 0);
    await this.put('receivables.invoice', {
      id,
      ...this.numbered('INV'),
      status: 'sent',
      account_id: this.account,
      currency: 'EUR',
      issue_date: '2026-02-01',
      due_date: '2026-03-03',
      bill_to: BILL_TO,
      subtotal: net,
      tax_total: tax,
      total: net + tax,
      balance: more.status === 'void' ? 0 : net + tax - settled,
      ...closing(String(more.status ?? 'sent')),
      ...STAMPS,
      ...more,
    });
    await this.invoiceLine(id, 1, net - 1, tax, line);
    await this.invoiceLine(id, 2, 1, 0, {});
    return id;
  }

  private invoiceLine(invoiceId: string, position: number, net: number, tax: number, more: Row) {
    return this.put('receivables.invoice_line', {
      invoice_id: invoiceId,
      id: newId(),
      position,
      description: 'Service',
      quantity: '1',
      unit_price: (net / 100).toFixed(2),
      net,
      tax_rate: '19',
      tax_category: 'S',
      tax_reason: 'taxed',
      taxes: JSON.stringify(tax === 0 ? [] : [{ tax: String(tax) }]),
      tax,
      total: net + tax,
      ...more,
    });
  }

  /** A completed payment on an invoice; what it does not apply lies on account. */
  async payment(amount: number, invoice: string, applied: number, more: Row = {}): Promise<string> {
    const id = newId();
    await this.put('receivables.payment', {
      id,
      ...this.numbered('PAY'),
      account_id: this.account,
      invoice_id: invoice,
      currency: 'EUR',
      amount,
      applied_amount: applied,
      on_account_amount: amount - applied,
      method: 'bank_transfer',
      status: 'completed',
      received_on: '2026-02-10',
      ...STAMPS,
      ...more,
    });
    if (applied > 0) await this.allocate(id, invoice, applied);
    return id;
  }

  allocate(payment: string, invoice: string, amount: number, refund: string | null = null) {
    return this.put('receivables.payment_allocation', {
      id: newId(),
      payment_id: payment,
      invoice_id: invoice,
      refund_id: refund,
      amount,
      applied_on: '2026-02-10',
      created_at: AT,
    });
  }

  async refund(payment: string, fromCredit: number, fromInvoices: number): Promise<string> {
    const id = newId();
    await this.put('receivables.refund', {
      id,
      payment_id: payment,
      amount: fromCredit + fromInvoices,
      from_credit: fromCredit,
      from_invoices: fromInvoices,
      reason: 'Returned',
      refunded_on: '2026-02-20',
      actor: {},
      created_at: AT,
    });
    return id;
  }

  async creditNote(total: number, more: Row = {}): Promise<string> {
    const id = newId();
    await this.put('receivables.credit_note', {
      id,
      ...this.numbered('CN'),
      kind: 'credit',
      status: 'issued',
      account_id: this.account,
      currency: 'EUR',
      issue_date: '2026-02-12',
      reason: 'Goodwill',
      subtotal: total,
      tax_total: 0,
      total,
      remaining: total,
      bill_to: BILL_TO,
      issued_at: AT,
      ...STAMPS,
      ...more,
    });
    return id;
  }

  creditNoteLine(creditNote: string, net: number): Promise<void> {
    return this.put('receivables.credit_note_line', {
      credit_note_id: creditNote,
      id: newId(),
      position: 1,
      description: 'Goodwill',
      quantity: '1',
      unit_price: (net / 100).toFixed(2),
      net,
      tax_category: 'O',
      tax_reason: 'not_registered',
      tax: 0,
      total: net,
    });
  }

  dispute(id: string, invoice: string, amount: number, more: Row = {}): Promise<void> {
    return this.put('receivables.dispute', {
      id,
      invoice_id: invoice,
      amount,
      reason: 'Wrong price',
      opened_at: AT,
      opened_by: {},
      ...more,
    });
  }

  apply(creditNote: string, invoice: string, amount: number): Promise<void> {
    return this.put('receivables.credit_application', {
      id: newId(),
      credit_note_id: creditNote,
      invoice_id: invoice,
      amount,
      applied_on: '2026-02-12',
      created_at: AT,
    });
  }

  async schedule(more: Row): Promise<string> {
    const id = newId();
    const row = { id, account_id: this.account, currency: 'EUR', status: 'active', ...STAMPS };
    await this.put('billing.schedule', { ...row, ...more });
    return id;
  }

  scheduleLine(schedule: string, position: number, more: Row): Promise<void> {
    return this.put('billing.schedule_line', {
      schedule_id: schedule,
      id: newId(),
      position,
      description: 'Service',
      quantity: '1',
      unit_price: '7',
      ...more,
    });
  }
}

/**
 * Small books of one company in which everything agrees, written past the operations, so that the
 * invariants are tried on the rows themselves.
 */
export async function writeBooks(owner: Client, companyId: CompanyId): Promise<void> {
  const books = new Books(owner, companyId);
  await books.open();
  await settledInvoices(books);
  // A line of an invoice and the line of the schedule that it bills name one another.
  await owner.query('begin');
  await billedSchedules(books);
  await owner.query('commit');
  await disputedInvoice(books);
  await books.close();
}

async function settledInvoices(books: Books): Promise<void> {
  // INV-1 over 119.00: PAY-1 paid 50.00, CN-1 credited 10.00 of its 30.00.
  const settled = { status: 'partially_paid', paid_amount: 5000, credited_amount: 1000 };
  const first = await books.invoice(10000, { ...settled, noted_amount: 3000 });
  await books.payment(5000, first, 5000);
  const used = { status: 'partially_applied', applied_amount: 1000, remaining: 2000 };
  const goodwill = await books.creditNote(3000, { ...used, invoice_id: first });
  await books.creditNoteLine(goodwill, 3000);
  await books.apply(goodwill, first, 1000);

  // INV-2 over 23.80: PAY-2 captured 25.00, and 7.00 went back: all of CN-2 and 5.80 off the
  // invoice.
  const second = await books.invoice(2000, { status: 'partially_paid', paid_amount: 1800 });
  const captured = await books.payment(2500, second, 2380, {
    status: 'refunded',
    refunded_amount: 700,
    method: 'gateway',
    provider: 'sandbox',
    provider_payment_id: 'pay_1',
  });
  const returned = { status: 'void', refunded_amount: 120, remaining: 0, voided_at: AT };
  await books.creditNote(120, { kind: 'on_account', payment_id: captured, ...returned });
  await books.allocate(captured, second, -580, await books.refund(captured, 120, 580));

  // INV-3 over 11.90 is paid by PAY-3 over 12.00 (CN-3); PAY-4 is pending; INV-4 is void.
  const third = await books.invoice(1000, { status: 'paid', paid_amount: 1190 });
  const larger = await books.payment(1200, third, 1190);
  await books.creditNote(10, { kind: 'on_account', payment_id: larger });
  await books.payment(100, third, 0, { status: 'pending', on_account_amount: 0 });
  await books.invoice(500, { status: 'void' });
}

/** INV-8 over 107.10 is in dispute about 20.00, for the second time. */
async function disputedInvoice(books: Books): Promise<void> {
  const [before, now] = [newId(), newId()];
  const kept = { id: now, amount: '2000', closedAt: null, outcome: null };
  const invoice = await books.invoice(9000, { status: 'disputed', dispute: kept });
  const over = { closed_at: AT, closed_by: {}, outcome: 'rejected' };
  await books.dispute(before, invoice, 500, { ...over, opened_at: '2026-02-20T09:00:00Z' });
  await books.dispute(now, invoice, 2000);
}

async function billedSchedules(books: Books): Promise<void> {
  const of = (schedule: string, from: string, to: string) => ({
    status: 'draft',
    schedule_id: schedule,
    period_start: from,
    period_end: to,
  });
  const monthly = await books.schedule({
    frequency: 'monthly',
    start_date: '2026-01-31',
    next_period: 2,
    next_billing_date: '2026-03-31',
    billed_through: '2026-02-28',
  });
  const line = newId();
  await books.invoice(700, of(monthly, '2026-01-31', '2026-02-27'));
  const second = await books.invoice(700, of(monthly, '2026-02-28', '2026-03-30'), {
    schedule_line_id: line,
  });
  await books.scheduleLine(monthly, 1, { trigger: 'date' });
  const reached = { trigger: 'milestone', milestone: 'go-live', reached_at: AT };
  await books.scheduleLine(monthly, 2, { id: line, ...reached, billed_invoice_id: second });
  const once = await books.schedule({
    frequency: 'one_time',
    start_date: '2026-02-01',
    next_billing_date: '2026-02-01',
    billed_through: '2026-02-01',
    status: 'completed',
  });
  await books.scheduleLine(once, 1, { trigger: 'manual', released_at: AT });
  await books.invoice(900, of(once, '2026-02-01', '2026-02-01'));
}
