import { newId, type Instant, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import { sumOf } from '@quittance/money';
import {
  captureKey,
  judgeCaptures,
  type BookableCapture,
  type Capture,
  type JudgedCapture,
} from './capture.js';

const [A, B] = [newId<'invoice'>(), newId<'invoice'>()];
const ACCOUNT = newId<'account'>();

function aCapture(providerPaymentId: string, facts: Partial<Capture> = {}): Capture {
  return {
    invoiceId: A,
    provider: 'razorpay',
    providerPaymentId,
    amount: 40n,
    currency: 'EUR',
    method: 'gateway',
    receivedOn: parseLocalDate('2026-03-02'),
    reference: null,
    ...facts,
  };
}

const anInvoice = (id: InvoiceId, sentAt: Instant | null = null) =>
  ({
    id,
    accountId: ACCOUNT,
    currency: 'EUR',
    balance: 100n,
    writtenOffAmount: 0n,
    sentAt,
  }) as const;

function judge(captures: readonly Capture[], booked: readonly string[] = []): JudgedCapture[] {
  let made = 0;
  const invoiceOf = (id: InvoiceId) => [id as string, anInvoice(id)] as const;
  return judgeCaptures(captures, {
    invoices: new Map([invoiceOf(A), invoiceOf(B)]),
    bookedAs: new Map(
      booked.map((providerPaymentId) => [
        captureKey({ provider: 'razorpay', providerPaymentId }),
        'known' as PaymentId,
      ]),
    ),
    newId: () => `payment ${(made += 1)}` as PaymentId,
  });
}

function shown(judged: readonly JudgedCapture[]): string[] {
  return judged.map((each) =>
    'outcome' in each ? each.outcome.outcome : `${appliedOf(each)} and ${each.excess}`,
  );
}

const appliedOf = ({ taken }: BookableCapture) => sumOf(taken.map(({ amount }) => amount));

/** What invoices take of a payment, as `A 40`. */
function takenBy(judged: JudgedCapture | undefined): string {
  if (!judged || 'outcome' in judged) return 'nobody';
  const each = judged.taken.map(
    ({ invoiceId, amount }) => `${invoiceId === A ? 'A' : 'B'} ${amount}`,
  );
  return [...each, `rest ${judged.excess}`].join(', ');
}

describe('captures judged together', () => {
  test('each take what those before them have left of their invoice', () => {
    const captures = ['a', 'b', 'c', 'd'].map((id) => aCapture(id));
    expect(shown(judge(captures))).toEqual(['40 and 0', '40 and 0', '20 and 20', '0 and 40']);
  });

  test('leave other invoices alone', () => {
    const captures = [
      aCapture('a'),
      aCapture('b', { invoiceId: B }),
      aCapture('c', { amount: 60n }),
    ];
    expect(shown(judge(captures))).toEqual(['40 and 0', '40 and 0', '60 and 0']);
  });

  test('are booked once when one is told of again, also for another invoice', () => {
    const captures = [aCapture('a'), aCapture('a'), aCapture('a', { invoiceId: B })];
    const judged = judge(captures);
    expect(shown(judged)).toEqual(['40 and 0', 'already_processed', 'already_processed']);
    expect(judged[2]).toMatchObject({ outcome: { paymentId: 'payment 1' } });
  });

  test('know what was booked before', () => {
    const judged = judge([aCapture('a'), aCapture('b')], ['a']);
    expect(judged[0]).toMatchObject({ outcome: { paymentId: 'known' } });
    expect(shown(judged)).toEqual(['already_processed', '40 and 0']);
  });

  test('of one id at two providers are two', () => {
    const captures = [aCapture('a'), aCapture('a', { provider: 'sandbox' })];
    expect(shown(judge(captures))).toEqual(['40 and 0', '40 and 0']);
  });

  test('that cannot be booked take nothing from the others', () => {
    const captures = [
      aCapture('a', { amount: 0n }),
      aCapture('b', { currency: 'USD' }),
      aCapture('c', { invoiceId: newId<'invoice'>() }),
      aCapture('d', { amount: 100n }),
    ];
    expect(shown(judge(captures))).toEqual([
      'zero_amount',
      'currency_mismatch',
      'invoice_not_found',
      '100 and 0',
    ]);
  });

  test('find their invoice however its id is written', () => {
    const capture = aCapture('a', { invoiceId: A.toUpperCase() as InvoiceId });
    expect(shown(judge([capture]))).toEqual(['40 and 0']);
  });
});

describe('a capture over several invoices', () => {
  const over = (a: bigint, b: bigint) => [
    { invoiceId: B, amount: b },
    { invoiceId: A, amount: a },
  ];

  test('gives each what was meant for it, and the rest to nobody', () => {
    const capture = aCapture('a', { amount: 70n, parts: over(40n, 25n) });
    expect(takenBy(judge([capture])[0])).toBe('B 25, A 40, rest 5');
  });

  test('gives what was meant for one that is paid meanwhile to nobody', () => {
    const alone = aCapture('a', { amount: 100n });
    const both = aCapture('b', { amount: 140n, parts: over(100n, 40n) });
    expect(judge([alone, both]).map(takenBy)).toEqual(['A 100, rest 0', 'B 40, rest 100']);
  });

  test('that brought less than was asked for gives it in order', () => {
    const capture = aCapture('a', { amount: 50n, parts: over(40n, 40n) });
    expect(takenBy(judge([capture])[0])).toBe('B 40, A 10, rest 0');
  });

  test('that was made twice leaves the second to nobody', () => {
    const twice = ['a', 'b'].map((id) => aCapture(id, { amount: 200n, parts: over(100n, 100n) }));
    expect(judge(twice).map(takenBy)).toEqual(['B 100, A 100, rest 0', 'rest 200']);
  });

  test('is of the account of what was sent, where the draft that leads went to another', () => {
    const moved = { ...anInvoice(A), accountId: newId<'account'>(), currency: 'USD' } as const;
    const sent = anInvoice(B, '2026-03-01T00:00:00.000Z' as Instant);
    const [judged] = judgeCaptures([aCapture('a', { amount: 140n, parts: over(100n, 40n) })], {
      invoices: new Map<string, typeof moved | typeof sent>([
        [A, moved],
        [B, sent],
      ]),
      bookedAs: new Map(),
      newId: () => newId<'payment'>(),
    });
    expect(judged).toMatchObject({ payerOf: B, taken: [{ invoiceId: B, amount: 40n }] });
  });

  test('gives nothing to an invoice that is not there', () => {
    const parts = [...over(10n, 10n), { invoiceId: newId<'invoice'>(), amount: 20n }];
    expect(takenBy(judge([aCapture('a', { amount: 40n, parts })])[0])).toBe('B 10, A 10, rest 20');
  });
});
