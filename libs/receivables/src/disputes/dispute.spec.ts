import { newId, parseInstant, type Id } from '@quittance/kernel';
import { anInvoice, aDispute, AT } from '../testing/an-invoice.js';
import {
  closeDispute,
  disputeAfterMoney,
  disputedAmount,
  isOpen,
  objectionTo,
  type ObjectionRequest,
} from './dispute.js';

const ADA = { kind: 'staff', id: null, name: 'Ada' } as const;
const [first, second] = [newId<'invoice-line'>(), newId<'invoice-line'>()];
const LINES = [
  { id: first, total: 6_000n },
  { id: second, total: 4_000n },
];

const asked = (request: Partial<ObjectionRequest> = {}) =>
  objectionTo(anInvoice({ paidAmount: 3_000n }), LINES, {
    reason: 'Too much',
    amount: null,
    lineIds: [],
    ...request,
  });

const refusal = (code: string, pointer?: string) =>
  expect.objectContaining({
    code,
    ...(pointer ? { options: { errors: [expect.objectContaining({ pointer })] } } : {}),
  });

describe('what a dispute is about', () => {
  it.each([
    ['all that is open', {}, 7_000n],
    ['the amount that is said', { amount: 2_500n }, 2_500n],
    ['what the lines come to', { lineIds: [second] }, 4_000n],
    ['a part of the lines', { lineIds: [second], amount: 100n }, 100n],
    ['never more than is open', { lineIds: [first, second] }, 7_000n],
  ] as const)('is %s', (_, request, amount) => {
    expect(asked(request)).toMatchObject({ reason: 'Too much', amount });
  });

  it.each([
    ['an amount above what is open', { amount: 7_001n }],
    ['an amount above the lines', { lineIds: [second], amount: 4_001n }],
  ] as const)('is not %s', (_, request) => {
    expect(() => asked(request)).toThrow(refusal('dispute_exceeds_balance', '/amount'));
  });

  it('is not a line of another invoice, nor one twice', () => {
    const other: Id<'invoice-line'> = newId();
    expect(() => asked({ lineIds: [first, other] })).toThrow(
      refusal('validation_failed', '/lineIds/1'),
    );
    expect(() => asked({ lineIds: [first, first] })).toThrow(
      refusal('validation_failed', '/lineIds/1'),
    );
  });

  it('is not lines that come to nothing', () => {
    const lines = [{ id: first, total: -5n }];
    const request = { reason: 'x', amount: null, lineIds: [first] };
    expect(() => objectionTo(anInvoice(), lines, request)).toThrow(
      refusal('validation_failed', '/lineIds'),
    );
  });

  it('is one thing at a time', () => {
    const invoice = anInvoice({ paidAmount: 3_000n, dispute: aDispute(1_050n) });
    const request = { reason: 'x', amount: null, lineIds: [] };
    expect(() => objectionTo(invoice, LINES, request)).toThrow(refusal('dispute_already_open'));
    expect(() => objectionTo(invoice, LINES, request)).toThrow('10.50 EUR');
  });
});

describe('a dispute', () => {
  it('takes its amount out of the balance while it is open, and never more than is open', () => {
    const dispute = aDispute(5_000n);
    expect(disputedAmount({ dispute, balance: 9_000n })).toBe(5_000n);
    expect(disputedAmount({ dispute, balance: 4_000n })).toBe(4_000n);
    const over = closeDispute(dispute, 'rejected', ADA, AT);
    expect(disputedAmount({ dispute: over, balance: 9_000n })).toBe(0n);
    expect(disputedAmount({ dispute: null, balance: 9_000n })).toBe(0n);
  });

  it.each([
    ['goes on while the rest is paid', 5_001n, null],
    ['goes on when the rest is paid', 5_000n, null],
    ['ends when money reaches it', 4_999n, 'settled'],
    ['ends when all is paid', 0n, 'settled'],
  ] as const)('%s', (_, balance, outcome) => {
    const after = disputeAfterMoney(aDispute(5_000n), balance, ADA, AT);
    expect(after?.outcome).toBe(outcome);
    expect(isOpen(after)).toBe(outcome === null);
    expect(after?.partPaidAt).toBe(outcome === null ? AT : null);
  });

  it('keeps when the first of the rest was paid', () => {
    const part = disputeAfterMoney(aDispute(5_000n), 6_000n, ADA, AT);
    const later = disputeAfterMoney(part, 5_500n, ADA, parseInstant('2099-01-01T00:00:00Z'));
    expect(later).toEqual(part);
  });

  it('ends once', () => {
    const over = closeDispute(aDispute(1n), 'withdrawn', ADA, AT, 'Sorry');
    expect(over).toMatchObject({ outcome: 'withdrawn', note: 'Sorry', closedBy: ADA });
    expect(closeDispute(over, 'voided', ADA, AT)).toBe(over);
    expect(closeDispute(null, 'voided', ADA, AT)).toBeNull();
    expect(disputeAfterMoney(over, 5n, ADA, AT)).toBe(over);
  });
});
