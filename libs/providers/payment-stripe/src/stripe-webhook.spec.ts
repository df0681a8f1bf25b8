import type { ProviderEvent } from '@quittance/gateway/provider';
import { readStripeWebhook } from './stripe-webhook.js';

type UntrustedJson = Record<string, unknown>;

const metadata = { company_id: 'c-7', invoice_id: 'i-1', attempt_id: 'a-1' };
const session = {
  id: 'cs_1',
  object: 'checkout.session',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 11_900,
  currency: 'eur',
  payment_intent: 'pi_1',
  client_reference_id: 'a-1',
  metadata,
};
const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 20_000,
  amount_received: 11_900,
  currency: 'eur',
  metadata,
};
const charge = {
  id: 'ch_1',
  object: 'charge',
  payment_intent: 'pi_1',
  amount: 11_900,
  amount_captured: 11_900,
  amount_refunded: 1_900,
  captured: true,
  currency: 'eur',
  metadata,
};
const refund = {
  id: 're_1',
  object: 'refund',
  amount: 1_900,
  currency: 'eur',
  payment_intent: 'pi_1',
  charge: 'ch_1',
  status: 'succeeded',
  metadata: {},
};

const told = (type: string, object: unknown, more: UntrustedJson = {}) =>
  readStripeWebhook(Buffer.from(JSON.stringify({ id: 'evt_1', type, data: { object }, ...more })));

const payment = { providerPaymentId: 'pi_1', amount: 11_900n, currency: 'EUR' };
const money = { providerPaymentId: 'pi_1', amount: 1_900n, currency: 'EUR' };
const unhandled: ProviderEvent = { kind: 'unhandled' };

test.each<[string, UntrustedJson, ProviderEvent]>([
  ['checkout.session.completed', session, { kind: 'capture', payment }],
  ['checkout.session.async_payment_succeeded', session, { kind: 'capture', payment }],
  ['checkout.session.completed', { ...session, payment_status: 'unpaid' }, { kind: 'processing' }],
  ['checkout.session.completed', { ...session, payment_status: 'no_payment_required' }, unhandled],
  [
    'checkout.session.async_payment_failed',
    { ...session, payment_status: 'unpaid' },
    { kind: 'failed', providerPaymentId: 'pi_1', code: null, description: null, usedUp: true },
  ],
  ['checkout.session.expired', session, { kind: 'link_closed', status: 'expired' }],
  ['payment_intent.succeeded', intent, { kind: 'capture', payment }],
  [
    'payment_intent.payment_failed',
    { ...intent, last_payment_error: { code: 'card_declined', message: 'Your card was declined' } },
    {
      kind: 'failed',
      providerPaymentId: 'pi_1',
      code: 'card_declined',
      description: 'Your card was declined',
      usedUp: false,
    },
  ],
  [
    'charge.refunded',
    charge,
    {
      kind: 'refund_total',
      totalId: 'ch_1',
      providerPaymentId: 'pi_1',
      total: 1_900n,
      currency: 'EUR',
      payment,
    },
  ],
  ['refund.created', refund, { kind: 'refund', providerRefundId: 're_1', ...money, payment: null }],
  ['refund.updated', refund, { kind: 'refund', providerRefundId: 're_1', ...money, payment: null }],
  ['refund.created', { ...refund, status: 'pending' }, unhandled],
  ['refund.updated', { ...refund, status: 'requires_action' }, unhandled],
  [
    'refund.updated',
    { ...refund, status: 'canceled' },
    { kind: 'refund_failed', providerRefundId: 're_1', ...money },
  ],
  [
    'refund.failed',
    { ...refund, status: 'failed' },
    { kind: 'refund_failed', providerRefundId: 're_1', ...money },
  ],
  ['charge.succeeded', charge, unhandled],
  ['payment_intent.created', intent, unhandled],
])('%s is understood', (type, object, event) => {
  expect(told(type, object)?.event).toEqual(event);
});

test.each<[string, UntrustedJson]>([
  ['checkout.session.completed', { ...session, payment_intent: null }],
  ['checkout.session.completed', { ...session, amount_total: '11900' }],
  ['checkout.session.completed', { ...session, currency: 'xxx' }],
  ['payment_intent.succeeded', { ...intent, amount_received: 1.5 }],
  ['charge.refunded', { ...charge, amount_refunded: -1 }],
  ['refund.updated', { ...refund, amount: null }],
])('%s about money that cannot be read is for a person', (type, object) => {
  expect(told(type, object)?.event).toMatchObject({ kind: 'unreadable' });
});

test.each<[string, UntrustedJson, readonly string[]]>([
  ['created', { status: 'needs_response' }, ['opened']],
  ['updated', { status: 'under_review' }, ['opened']],
  ['updated', { status: 'won' }, ['opened', 'won']],
  ['funds_withdrawn', { status: 'needs_response' }, ['opened', 'withdrawn']],
  ['funds_reinstated', { status: 'won' }, ['opened', 'reinstated', 'won']],
  ['closed', { status: 'lost' }, ['opened', 'lost']],
  ['closed', { status: 'warning_closed' }, ['opened', 'closed']],
])('charge.dispute.%s tells how a dispute stands', (type, over, stages) => {
  const dispute = {
    id: 'dp_1',
    charge: 'ch_1',
    payment_intent: 'pi_1',
    amount: 11_900,
    currency: 'eur',
    reason: 'fraudulent',
    evidence_details: { due_by: 1_760_600_000 },
    balance_transactions: [
      { id: 'txn_1', fee: 2_000, currency: 'usd' },
      { id: 'txn_2', fee: 0, currency: 'usd' },
      { id: 'txn_3', fee: -2_000, currency: 'usd' },
    ],
    ...over,
  };
  const notice = told(`charge.dispute.${type}`, dispute);
  expect(notice?.reference).toMatchObject({ providerPaymentId: 'pi_1', orderId: 'pi_1' });
  expect(notice?.event).toEqual({
    fees: [
      { providerReference: 'txn_1', amount: 2_000n, currency: 'USD' },
      { providerReference: 'txn_3', amount: -2_000n, currency: 'USD' },
    ],
    kind: 'dispute',
    disputeId: 'dp_1',
    ...money,
    amount: 11_900n,
    stages,
    evidenceDueBy: '2025-10-16T07:33:20.000Z',
    providerReason: 'fraudulent',
  });
});

test('a page, its payment and its refund tell of the same payment', () => {
  const events: [string, UntrustedJson][] = [
    ['checkout.session.completed', session],
    ['payment_intent.succeeded', intent],
    ['charge.refunded', charge],
    ['refund.updated', refund],
  ];
  for (const [type, object] of events) {
    expect(told(type, object)?.reference).toMatchObject({
      orderId: 'pi_1',
      providerPaymentId: 'pi_1',
    });
  }
  const expanded = { ...session, payment_intent: { id: 'pi_1', object: 'payment_intent' } };
  expect(told('checkout.session.completed', expanded)?.reference.orderId).toBe('pi_1');
});

test('an event says what it is about as far as it can', () => {
  expect(told('checkout.session.completed', session)).toMatchObject({
    eventId: 'evt_1',
    type: 'checkout.session.completed',
    reference: { companyId: 'c-7', invoiceId: 'i-1', checkoutId: 'a-1', linkId: 'cs_1' },
  });
  const bare = { ...session, metadata: {} };
  expect(told('checkout.session.completed', bare)?.reference).toMatchObject({
    companyId: null,
    checkoutId: 'a-1',
    linkId: 'cs_1',
  });
});

test('a thin notification is read and not handled', () => {
  const thin = { object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' };
  const notice = readStripeWebhook(Buffer.from(JSON.stringify(thin)));
  expect(notice).toMatchObject({ event: unhandled, reference: { companyId: null } });
  const paid = {
    ...thin,
    id: 'evt_2',
    type: 'payment_intent.succeeded',
    related_object: { id: 'pi_1', type: 'payment_intent' },
  };
  expect(readStripeWebhook(Buffer.from(JSON.stringify(paid)))).toMatchObject({
    eventId: 'evt_2',
    event: unhandled,
    reference: { companyId: null, orderId: 'pi_1' },
  });
});
