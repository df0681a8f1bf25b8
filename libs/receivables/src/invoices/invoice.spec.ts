import { parseLocalDate } from '@quittance/calendar';
import { aDispute, anInvoice, anInvoiceThatIs, AT, TODAY } from '../testing/an-invoice.js';
import {
  INVOICE_OPERATIONS,
  INVOICE_STATUSES,
  isEditable,
  isOverdue,
  settledStatus,
  statusAfter,
  type InvoiceOperation,
  type InvoiceStatus,
} from './invoice.js';

const YESTERDAY = parseLocalDate('2026-03-09');

/** Row by row as in the specification; a status that is not named refuses the operation. */
const ALLOWED: Record<InvoiceOperation, Partial<Record<InvoiceStatus, InvoiceStatus>>> = {
  submit: { draft: 'pending' },
  return: { pending: 'draft' },
  send: { draft: 'sent', pending: 'sent' },
  cancel: { draft: 'cancelled', pending: 'cancelled' },
  view: { sent: 'viewed' },
  fall_due: { sent: 'overdue', viewed: 'overdue' },
  dispute: {
    sent: 'disputed',
    viewed: 'disputed',
    overdue: 'disputed',
    partially_paid: 'disputed',
  },
  resolve: { disputed: 'overdue' },
  write_off: {
    sent: 'written_off',
    viewed: 'written_off',
    overdue: 'written_off',
    partially_paid: 'written_off',
  },
  undo_write_off: { written_off: 'partially_paid' },
  void: {
    draft: 'void',
    pending: 'void',
    sent: 'void',
    viewed: 'void',
    overdue: 'void',
    disputed: 'void',
  },
};

/** Codes other than the general one, where something more helpful can be said. */
const REFUSALS: Partial<Record<`${InvoiceOperation} ${InvoiceStatus}`, string>> = {
  'void partially_paid': 'invoice_has_payments',
  'void paid': 'invoice_has_payments',
  'void written_off': 'invoice_has_payments',
  'cancel written_off': 'invoice_has_payments',
  'void void': 'invoice_not_voidable',
  'void cancelled': 'invoice_not_voidable',
  'cancel partially_paid': 'invoice_has_payments',
  'cancel paid': 'invoice_has_payments',
};

const matrix = INVOICE_OPERATIONS.flatMap((operation) =>
  INVOICE_STATUSES.map((status) => ({ operation, status, to: ALLOWED[operation][status] })),
);

/** Past due, so that falling due depends on the status alone. */
const pastDue = (status: InvoiceStatus) => ({ ...anInvoiceThatIs(status), dueDate: YESTERDAY });

describe('the states of an invoice', () => {
  const allowed = matrix.filter(({ to }) => to);
  it.each(allowed)('$operation takes $status to $to', ({ operation, status, to }) => {
    expect(statusAfter(pastDue(status), operation, TODAY)).toBe(to);
  });

  const refused = matrix.filter(({ to }) => !to);
  it.each(refused)('$operation is refused when $status', ({ operation, status }) => {
    const code = REFUSALS[`${operation} ${status}`] ?? 'invoice_status_conflict';
    expect(() => statusAfter(pastDue(status), operation, TODAY)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it.each(['partially_paid', 'paid'] as const)('is sent once though it is %s', (status) => {
    const reached = { ...anInvoiceThatIs(status), sentAt: null };
    expect(statusAfter(reached, 'send', TODAY)).toBe(status);
  });

  it('resolves a dispute that goes on while the rest is paid', () => {
    const partly = { ...anInvoiceThatIs('partially_paid'), dispute: aDispute(1_000n) };
    expect(statusAfter(partly, 'resolve', TODAY)).toBe('partially_paid');
  });

  it('does not void a disputed invoice with money on it', () => {
    const disputed = { ...anInvoiceThatIs('disputed'), paidAmount: 1n, balance: 9_999n };
    expect(() => statusAfter(disputed, 'void', TODAY)).toThrow(
      expect.objectContaining({ code: 'invoice_has_payments' }),
    );
  });

  it('does not void an invoice with credit on it, and names the amount', () => {
    const credited = { ...anInvoiceThatIs('disputed'), creditedAmount: 1_050n, balance: 8_950n };
    expect(() => statusAfter(credited, 'void', TODAY)).toThrow('10.50 EUR');
  });

  it('does not void a paid invoice over nothing', () => {
    const free = anInvoice({ status: 'paid', total: 0n });
    expect(() => statusAfter(free, 'void', TODAY)).toThrow(
      expect.objectContaining({ code: 'invoice_not_voidable' }),
    );
  });

  it.each(['sent', 'viewed'] as const)('writes nothing off when %s over nothing', (status) => {
    const free = { ...anInvoiceThatIs(status), total: 0n, balance: 0n };
    expect(() => statusAfter(free, 'write_off', TODAY)).toThrow(
      expect.objectContaining({ code: 'invoice_status_conflict' }),
    );
  });

  it('does not fall due on the due day itself', () => {
    const due = anInvoice({ dueDate: TODAY });
    expect(() => statusAfter(due, 'fall_due', TODAY)).toThrow(
      expect.objectContaining({ code: 'invoice_status_conflict' }),
    );
  });
});

describe('settling', () => {
  it.each([
    ['paid', anInvoice({ paidAmount: 10_000n })],
    ['paid', anInvoice({ paidAmount: 6_000n, creditedAmount: 4_000n, dueDate: YESTERDAY })],
    ['partially_paid', anInvoice({ paidAmount: 1n, dueDate: YESTERDAY, viewedAt: AT })],
    ['partially_paid', anInvoice({ creditedAmount: 9_999n })],
    ['overdue', anInvoice({ dueDate: YESTERDAY, viewedAt: AT })],
    ['viewed', anInvoice({ viewedAt: AT, dueDate: TODAY })],
    ['sent', anInvoice()],
    ['draft', anInvoice({ sentAt: null, dueDate: YESTERDAY })],
    ['pending', anInvoice({ sentAt: null, unsentStatus: 'pending' })],
  ] as const)('comes to %s', (status, invoice) => {
    expect(settledStatus(invoice, TODAY)).toBe(status);
  });
});

describe('isOverdue', () => {
  it('needs open money and a due day that is over', () => {
    expect(isOverdue({ balance: 1n, dueDate: YESTERDAY }, TODAY)).toBe(true);
    expect(isOverdue({ balance: 0n, dueDate: YESTERDAY }, TODAY)).toBe(false);
    expect(isOverdue({ balance: 1n, dueDate: TODAY }, TODAY)).toBe(false);
  });
});

it('only drafts and pending invoices are editable', () => {
  expect(INVOICE_STATUSES.filter(isEditable)).toEqual(['draft', 'pending']);
});
