import { about } from './event-description.js';
import { providerDispute } from './payloads/outside.js';
import { failedPayment, payment, refundedPayment } from './payloads/receivables.js';

const [ofPayment, ofDispute] = [about('payment'), about('unapplied-receipt')];

/** What is announced of payments, and of what becomes of their money. */
export const PAYMENT_EVENTS = {
  'payment.received': ofPayment('A provider has captured a payment, and it is booked.', payment, {
    status: 'completed',
    method: 'gateway',
    provider: 'stripe',
    providerPaymentId: 'pi_3MtwBw',
  }),
  'payment.recorded': ofPayment('Somebody has booked a payment that came offline.', payment, {
    status: 'completed',
    method: 'bank_transfer',
  }),
  'payment.submitted': ofPayment('A customer says to have paid; nobody has seen it yet.', payment, {
    status: 'pending',
    method: 'bank_transfer',
  }),
  'payment.withdrawn': ofPayment('A customer takes back that they have paid.', payment, {
    status: 'failed',
    method: 'bank_transfer',
  }),
  'payment.cleared': ofPayment('The money of a pending payment is there.', payment, {
    status: 'completed',
    method: 'cheque',
  }),
  'payment.failed': about('payment', 'checkout')(
    'A pending payment was cancelled, or a try at a checkout failed. The object tells which.',
    failedPayment,
    { checkoutId: '0190b5a2-3c4d-7e5f-8a6b-7c8d9e0f1a2c', code: 'card_declined' },
  ),
  'payment.refunded': ofPayment('A payment was given back, whole or in part.', refundedPayment, {
    status: 'refunded',
    refundedAmount: '119.00',
    netAmount: '0.00',
  }),
  'payment.charged_back': ofPayment(
    'The bank of a payer has taken a payment back, whole or in part: a dispute at the provider.',
    refundedPayment,
    { status: 'refunded', refundedAmount: '119.00', netAmount: '0.00' },
  ),
  'payment.returned': ofPayment(
    'Money of a refund or chargeback came back, and the payment has it again.',
    refundedPayment,
    { status: 'completed', refundedAmount: '0.00', netAmount: '119.00' },
  ),
  'payment.dispute_opened': ofDispute(
    'A payer disputes a payment with their bank.',
    providerDispute,
  ),
  'payment.dispute_changed': ofDispute(
    'The provider has told more of such a dispute, or a person has resolved it.',
    providerDispute,
    { stages: ['opened', 'won'], status: 'resolved' },
  ),
  'payment.dispute_evidence_due': ofDispute(
    'Evidence of such a dispute is due within three days and was not handed in.',
    providerDispute,
  ),
} as const;
