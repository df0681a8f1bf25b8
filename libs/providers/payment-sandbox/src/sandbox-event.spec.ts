import type { SandboxLink } from '@quittance/gateway/provider';
import { newId, parseInstant } from '@quittance/kernel';
import { readSandboxWebhook, sandboxNews } from './sandbox-event.js';

const link: SandboxLink = {
  id: newId(),
  reference: 'reference-1',
  status: 'open',
  amount: 12_345n,
  currency: 'KWD',
  companyName: 'Test Company Ltd',
  invoiceNumber: 'INV-000042',
  customerName: 'Acme',
  metadata: { companyId: newId(), invoiceId: newId(), checkoutId: newId() },
  callbackUrl: null,
  expiresAt: parseInstant('2026-04-01T09:00:00Z'),
};
const at = parseInstant('2026-03-02T09:00:00Z');
const paid = { providerPaymentId: 'sbp_1', amount: 12_345n, currency: 'KWD' };

function told(type: Parameters<typeof sandboxNews>[0]['type'], more: object = {}) {
  const { body } = sandboxNews({ type, at, link, paymentId: 'sbp_1', ...more });
  return readSandboxWebhook(Buffer.from(body), {});
}

describe('what the sandbox tells is what is read', () => {
  test.each(['payment.captured', 'link.paid'] as const)('%s is a capture', (type) => {
    expect(told(type)?.event).toEqual({ kind: 'capture', payment: paid });
  });

  test('a failure has a reason', () => {
    expect(told('payment.failed')?.event).toEqual({
      kind: 'failed',
      providerPaymentId: 'sbp_1',
      code: 'card_declined',
      description: 'The card was declined.',
      usedUp: false,
    });
  });

  test('a refund of a part carries its payment', () => {
    expect(told('payment.refunded', { refund: { id: 'sbr_1', amount: 345n } })?.event).toEqual({
      kind: 'refund',
      providerRefundId: 'sbr_1',
      providerPaymentId: 'sbp_1',
      amount: 345n,
      currency: 'KWD',
      payment: paid,
    });
  });

  test.each([
    ['payment.disputed', ['opened', 'withdrawn']],
    ['payment.dispute_won', ['opened', 'won']],
    ['payment.dispute_lost', ['opened', 'lost']],
  ] as const)('%s is a dispute whose evidence is due in a week', (type, stages) => {
    expect(told(type, { dispute: { id: 'sbd_1', amount: 345n } })?.event).toEqual({
      kind: 'dispute',
      disputeId: 'sbd_1',
      providerPaymentId: 'sbp_1',
      stages,
      amount: 345n,
      currency: 'KWD',
      evidenceDueBy: '2026-03-09T09:00:00.000Z',
      providerReason: 'fraud',
    });
  });

  test('a closed link closes its checkout', () => {
    expect(told('link.cancelled')?.event).toEqual({ kind: 'link_closed', status: 'cancelled' });
  });

  test('every event says where it belongs', () => {
    expect(told('payment.captured')?.reference).toEqual({
      ...link.metadata,
      linkId: expect.stringMatching(/^sbl_/),
      accountId: null,
      reference: 'reference-1',
      orderId: null,
      providerPaymentId: 'sbp_1',
    });
  });
});

test.each([
  ['an unknown event', '{"type":"payment.pending"}', 'unhandled'],
  ['a capture without a payment', '{"type":"payment.captured"}', 'unreadable'],
  [
    'an amount as text',
    '{"type":"link.paid","payment":{"id":"p","amount":"1","currency":"EUR"}}',
    'unreadable',
  ],
  [
    'a currency that is none',
    '{"type":"link.paid","payment":{"id":"p","amount":1,"currency":"ABC"}}',
    'unreadable',
  ],
])('%s is no money', (_, body, kind) => {
  expect(readSandboxWebhook(Buffer.from(body), {})?.event.kind).toBe(kind);
});
