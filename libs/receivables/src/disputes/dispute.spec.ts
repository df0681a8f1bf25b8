import { newId, parseInstant, type Id } from '@quittance/kernel';
import { anInvoice, aDispute, AT } from '../testing/an-invoice.js';
import {
  closeDispute,
  disputeAfterMoney,
  disputedAmount,
  disputeStatus,
  isOpen,
  objectionTo,
  type ObjectionRequest,
} from './dispute.js';

const ADA = { kind: 'staff', id: null, name: 'Ada' } as const;
const [first, second] = [newId<'invoice-line'>(), newId<'invoice-line'>()];
const LINES = [
  { id: first, total: 6_000n, quantity: '3' },
  { id: second, total: 4_000n, quantity: '1' },
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
      refusal('reference_not_found', '/lineIds/1'),
    );
    expect(() => asked({ lineIds: [first, first] })).toThrow(
      refusal('validation_failed', '/lineIds/1'),
    );
  });

  it.each([
    ['an amount of a line', [{ lineId: first, amount: 1_000n }], 1_000n, null],
    ['some of its pieces', [{ lineId: first, quantity: '2' }], 4_000n, '2'],
    ['a part of a piece, rounded', [{ lineId: first, quantity: '0.333333' }], 667n, '0.333333'],
    ['all of it', [{ lineId: second }], 4_000n, null],
  ] as const)('may be %s', (_, lines, amount, quantity) => {
    const objection = asked({ lines, kind: 'wrong_quantity' });
    expect(objection).toMatchObject({ amount, kind: 'wrong_quantity' });
    expect(objection.lines).toEqual([
      { lineId: lines[0].lineId, amount: amount.toString(), quantity },
    ]);
    expect(objection.lineIds).toEqual([lines[0].lineId]);
  });

  it.each([
    ['more than the line comes to', { amount: 6_001n }, '/lines/0/amount'],
    ['more pieces than there are', { quantity: '3.1' }, '/lines/0/quantity'],
    ['no piece', { quantity: '0' }, '/lines/0/quantity'],
    ['an amount beside pieces', { amount: 1n, quantity: '1' }, '/lines/0/quantity'],
  ] as const)('is not %s', (_, part, pointer) => {
    expect(() => asked({ lines: [{ lineId: first, ...part }] })).toThrow(
      refusal('validation_failed', pointer),
    );
  });

  it('is not parts of a line of another invoice, nor of one twice', () => {
    const twice = [{ lineId: first }, { lineId: first }];
    expect(() => asked({ lines: twice })).toThrow(refusal('validation_failed', '/lines/1/lineId'));
    const other = [{ lineId: newId<'invoice-line'>() }];
    expect(() => asked({ lines: other })).toThrow(
      refusal('reference_not_found', '/lines/0/lineId'),
    );
  });

  it('is not lines that come to nothing', () => {
    const lines = [{ id: first, total: -5n, quantity: '1' }];
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

  it('is open until somebody looks at it, and then what it ended as', () => {
    const dispute = aDispute(1n);
    expect(disputeStatus(dispute)).toBe('open');
    const reviewed = { ...dispute, reviewedAt: AT };
    expect(disputeStatus(reviewed)).toBe('under_review');
    const over = closeDispute(reviewed, 'partly', ADA, AT);
    expect(over && disputeStatus(over)).toBe('partly');
  });

  it('ends once', () => {
    const over = closeDispute(aDispute(1n), 'withdrawn', ADA, AT, 'Sorry');
    expect(over).toMatchObject({ outcome: 'withdrawn', note: 'Sorry', closedBy: ADA });
    expect(closeDispute(over, 'voided', ADA, AT)).toBe(over);
    expect(closeDispute(null, 'voided', ADA, AT)).toBeNull();
    expect(disputeAfterMoney(over, 5n, ADA, AT)).toBe(over);
  });
});
