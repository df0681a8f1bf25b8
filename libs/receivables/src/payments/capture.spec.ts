import { newId, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import { captureKey, judgeCaptures, type Capture, type JudgedCapture } from './capture.js';

const [A, B] = [newId<'invoice'>(), newId<'invoice'>()];

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

function judge(captures: readonly Capture[], booked: readonly string[] = []): JudgedCapture[] {
  let made = 0;
  const invoiceOf = (id: InvoiceId) =>
    [id as string, { id, currency: 'EUR', balance: 100n }] as const;
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
    'outcome' in each ? each.outcome.outcome : `${each.applied} and ${each.excess}`,
  );
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
