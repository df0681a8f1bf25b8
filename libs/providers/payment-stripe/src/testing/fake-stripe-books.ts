import { epochMs, type Clock } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import { at, type Json } from './fake-stripe-form.js';

/** An answer of the fake: its status and body. */
export interface Answered {
  readonly status: number;
  readonly body: Json;
}

/** The objects that tell of one payment. */
export interface FakePaid {
  readonly session: Json;
  readonly intent: Json & { readonly id: string };
  readonly charge: Json & { readonly id: string };
}

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`;
const THREE_DECIMALS = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
const LEAST_LIFE = 1800;
const LONGEST_LIFE = 86_400;

export const ok = (body: Json): Answered => ({ status: 200, body });

/** An error as Stripe words it. */
export function refusal(status: number, code: string, message: string, param?: string): Answered {
  const type = code === 'idempotency_error' ? code : 'invalid_request_error';
  const doc = `https://stripe.example/docs/error-codes/${code}`;
  return {
    status,
    body: { error: { type, code, message, doc_url: doc, ...(param && { param }) } },
  };
}

/** What the fake keeps, by the rules of Stripe's contract. */
export class FakeStripeBooks {
  readonly secretKey = 'sk_test_fakekey0000000001';
  readonly sessions: Json[] = [];
  readonly intents: Json[] = [];
  readonly charges: Json[] = [];
  readonly refunds: Json[] = [];
  /** What becomes of the next refunds. */
  refundStatus: 'succeeded' | 'pending' = 'succeeded';

  constructor(private readonly clock: Clock) {}

  get now(): number {
    return Math.floor(epochMs(this.clock.now()) / 1000);
  }

  create(form: Json): Answered {
    const price = at(form, 'line_items', '0', 'price_data') as Json | undefined;
    const amount = Number(price?.unit_amount);
    const currency = String(price?.currency);
    const refused = this.refuse(form, amount, currency);
    if (refused) return refused;
    const id = newId('cs_test');
    const session: Json = {
      id,
      object: 'checkout.session',
      mode: form.mode,
      url: `https://checkout.stripe.example/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amount,
      currency,
      client_reference_id: form.client_reference_id ?? null,
      customer_email: form.customer_email ?? null,
      metadata: form.metadata ?? {},
      success_url: form.success_url,
      cancel_url: form.cancel_url ?? null,
      expires_at: Number(form.expires_at ?? this.now + LONGEST_LIFE),
      created: this.now,
      livemode: false,
    };
    this.sessions.push(session);
    this.asked.set(id, form);
    return ok(session);
  }

  private readonly asked = new Map<string, Json>();

  private refuse(form: Json, amount: number, currency: string): Answered | undefined {
    const no = (code: string, param: string) => refusal(400, code, `Invalid ${param}.`, param);
    const unitAmount = 'line_items[0][price_data][unit_amount]';
    if (form.mode !== 'payment') return no('parameter_invalid', 'mode');
    if (!/^[a-z]{3}$/.test(currency)) return no('parameter_invalid', 'currency');
    if (!Number.isSafeInteger(amount)) return no('parameter_invalid_integer', unitAmount);
    if (amount < 1) return no('amount_too_small', unitAmount);
    if (amount > 99_999_999) return no('amount_too_large', unitAmount);
    if (THREE_DECIMALS.includes(currency) && amount % 10 !== 0) {
      return no('parameter_invalid', unitAmount);
    }
    if (!URL.canParse(String(form.success_url))) return no('url_invalid', 'success_url');
    const life = Number(form.expires_at ?? this.now + LONGEST_LIFE) - this.now;
    if (life < LEAST_LIFE || life > LONGEST_LIFE) return no('parameter_invalid', 'expires_at');
    const email = form.customer_email;
    return email === undefined || String(email).includes('@')
      ? undefined
      : no('email_invalid', 'customer_email');
  }

  session(id: string): Json | undefined {
    return this.sessions.find((each) => each.id === id);
  }

  expire(id: string): Answered {
    const session = this.session(id);
    if (!session) return missing('checkout.session', id);
    if (session.status !== 'open') {
      return refusal(400, 'session_not_open', 'Only open Checkout Sessions can be expired.');
    }
    return ok(Object.assign(session, { status: 'expired', url: null }));
  }

  /** The payer acts on the page: at once, or by a method whose money comes days later. */
  pay(sessionId: string, how: 'at_once' | 'slowly' = 'at_once'): FakePaid {
    const session = this.session(sessionId);
    if (!session) throw new Error(`The fake has no session ${sessionId}`);
    const { amount_total: amount, currency } = session;
    const metadata = at(this.asked.get(sessionId) ?? {}, 'payment_intent_data', 'metadata') ?? {};
    const intent = {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'processing',
      amount,
      amount_received: 0,
      currency,
      metadata,
      last_payment_error: null,
    };
    const charge = {
      id: newId('ch'),
      object: 'charge',
      payment_intent: intent.id,
      amount,
      amount_captured: amount,
      amount_refunded: 0,
      captured: true,
      refunded: false,
      currency,
      metadata,
    };
    this.intents.push(intent);
    this.charges.push(charge);
    Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id });
    if (how === 'at_once') this.arrive(sessionId);
    return { session, intent, charge };
  }

  /** The money of a slow method comes. */
  arrive(sessionId: string): void {
    const { session, intent } = this.paid(sessionId);
    Object.assign(session, { payment_status: 'paid' });
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
  }

  /** The money of a slow method does not come. */
  bounce(sessionId: string): void {
    const error = { code: 'payment_intent_payment_attempt_failed', message: 'Debit refused' };
    const { intent } = this.paid(sessionId);
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error });
  }

  private paid(sessionId: string): { session: Json; intent: Json } {
    const session = this.session(sessionId);
    const intent = this.intents.find(({ id }) => id === session?.payment_intent);
    if (!session || !intent) throw new Error(`Nobody has paid ${sessionId}`);
    return { session, intent };
  }

  /** Gives back money of a payment, as the API and the dashboard do. */
  refund(form: Json): Answered {
    const charge = this.charges.find((each) => each.payment_intent === form.payment_intent);
    if (!charge) return missing('payment_intent', String(form.payment_intent));
    const left = Number(charge.amount_captured) - Number(charge.amount_refunded);
    const amount = Number(form.amount ?? left);
    if (left === 0) return refusal(400, 'charge_already_refunded', 'Charge already refunded.');
    if (!(amount > 0 && amount <= left)) {
      return refusal(
        400,
        'parameter_invalid',
        'Refund amount is greater than what is left.',
        'amount',
      );
    }
    const refund: Json = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: charge.currency,
      payment_intent: charge.payment_intent,
      charge: charge.id,
      status: this.refundStatus,
      metadata: form.metadata ?? {},
      created: this.now,
    };
    const back = Number(charge.amount_refunded) + amount;
    Object.assign(charge, { amount_refunded: back, refunded: back === charge.amount_captured });
    this.refunds.push(refund);
    return ok(refund);
  }
}

export function missing(object: string, id: string): Answered {
  return refusal(404, 'resource_missing', `No such ${object}: '${id}'`, 'id');
}
