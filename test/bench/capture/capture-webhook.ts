import { createHmac } from 'node:crypto';
import { invoiceId, type PayingCompany } from './capture-data.js';

/** A `payment.captured` as Razorpay sends it, signed. */
export interface SignedWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CapturedPayment {
  readonly id: string;
  readonly eventId: string;
  /** Which of the company's invoices, from 1. */
  readonly invoice: number;
  /** Minor units. */
  readonly amount: bigint;
}

/** The webhook of a payment, with all that the provider puts into it. */
export function capturedWebhook(
  { ctx, webhookSecret }: PayingCompany,
  { id, eventId, invoice, amount }: CapturedPayment,
): SignedWebhook {
  const notes = { company_id: ctx.companyId, invoice_id: invoiceId(invoice) };
  const payment = {
    id,
    entity: 'payment',
    amount: Number(amount),
    currency: 'EUR',
    base_amount: Number(amount),
    status: 'captured',
    order_id: `order_${id.slice(4)}`,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: true,
    description: `#${id.slice(4)}`,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'customer@upi',
    email: 'ap@example.com',
    contact: '+919900000000',
    notes,
    fee: 236,
    tax: 36,
    error_code: null,
    error_description: null,
    acquirer_data: { rrn: '500000000000' },
    created_at: 1_772_442_000,
  };
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_Bench000000001',
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity: payment } },
    created_at: 1_772_442_001,
  });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
    },
  };
}
