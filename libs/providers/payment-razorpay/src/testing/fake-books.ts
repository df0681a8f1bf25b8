import { randomBytes } from 'node:crypto';

export type Json = Record<string, unknown>;

/** A payment of the fake's books. */
export interface FakePayment extends Json {
  readonly id: string;
}

const plinkId = () => `plink_${randomBytes(7).toString('hex')}`;

/** Unix seconds. */
export const now = () => Math.floor((performance.timeOrigin + performance.now()) / 1000);

/** What the fake keeps, by the rules of Razorpay's contract. */
export class FakeBooks {
  readonly keyId = 'rzp_test_fakekey00001';
  readonly keySecret = 'fake_key_secret_0001';
  readonly links: Json[] = [];
  readonly requests: string[] = [];
  readonly payments: FakePayment[] = [];
  /** By idempotency key. */
  readonly refunds = new Map<string, Json>();

  /** The link of a create request, or the error Razorpay answers it with. */
  create(body: Json): Json {
    const { reference_id: reference, amount, currency } = body;
    if (!Number.isSafeInteger(amount) || Number(amount) < 1)
      return refusal('amount', 'The amount must be an integer of at least 1.');
    if (body.callback_url && body.callback_method !== 'get') {
      return refusal('callback_method', 'callback_method must be get.');
    }
    if (typeof reference !== 'string' || reference.length > 40) {
      return refusal('reference_id', 'reference_id may not be longer than 40 characters.');
    }
    if (this.links.some((link) => link.reference_id === reference)) {
      return refusal(
        'reference_id',
        `payment link with given reference_id (${reference}) already exists.`,
      );
    }
    const id = plinkId();
    const link: Json = {
      id,
      short_url: `https://rzp.example/i/${id.slice(6)}`,
      status: 'created',
      amount,
      amount_paid: 0,
      currency,
      reference_id: reference,
      description: body.description,
      customer: body.customer,
      notes: body.notes ?? [],
      expire_by: body.expire_by ?? 0,
      expired_at: 0,
      cancelled_at: 0,
      payments: null,
      created_at: now(),
      updated_at: 0,
    };
    this.links.push(link);
    return link;
  }

  pay(linkId: string, more: Json = {}): { link: Json; payment: FakePayment } {
    const link = this.links.find(({ id }) => id === linkId);
    if (!link) throw new Error(`The fake has no link ${linkId}`);
    const orderId =
      (link.order_id as string | undefined) ?? `order_${randomBytes(7).toString('hex')}`;
    const payment: FakePayment = {
      id: `pay_${randomBytes(7).toString('hex')}`,
      entity: 'payment',
      status: 'captured',
      captured: true,
      amount: link.amount,
      base_amount: link.amount,
      currency: link.currency,
      order_id: orderId,
      description: `#${linkId.slice(6)}`,
      method: 'upi',
      notes: link.notes,
      error_code: null,
      error_description: null,
      created_at: now(),
      ...more,
    };
    this.payments.push(payment);
    const paid = { payment_id: payment.id, amount: payment.amount, status: 'captured' };
    const payments = [...((link.payments as Json[] | null) ?? []), paid];
    Object.assign(link, { status: 'paid', order_id: orderId, amount_paid: link.amount, payments });
    return { link, payment };
  }

  /** Gives back money of a captured payment, once per key. */
  refund(paymentId: string, key: string, { amount, notes, receipt }: Json): Json {
    const known = this.refunds.get(key);
    if (known) return known;
    const payment = this.payments.find(({ id }) => id === paymentId);
    if (!payment) return refusal(null, 'The id provided does not exist');
    const back = Number(payment.amount_refunded ?? 0) + Number(amount);
    if (back > Number(payment.amount)) {
      return refusal(null, 'The total refund is greater than the payment');
    }
    Object.assign(payment, { amount_refunded: back });
    const refund = {
      id: `rfnd_${randomBytes(7).toString('hex')}`,
      entity: 'refund',
      payment_id: paymentId,
      amount,
      currency: payment.currency,
      status: 'pending',
      receipt,
      notes,
      created_at: now(),
    };
    this.refunds.set(key, refund);
    return refund;
  }
}

/** A 400 as Razorpay words it. */
export function refusal(field: string | null, description: string): Json {
  const error = {
    code: 'BAD_REQUEST_ERROR',
    description,
    field,
    source: 'business',
    step: null,
    reason: 'input_validation_failed',
    metadata: {},
  };
  return { error };
}
