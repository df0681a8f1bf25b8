import { newId } from '@quittance/kernel';
import { createHmac } from 'node:crypto';

export type Json = Record<string, unknown>;

/** What the portal processes of these tests take for the environment's account. */
export const WEBHOOK_SECRET = 'the-webhook-secret-of-the-environment';

/** A webhook as it travels. */
export interface Webhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A payment at the provider, as its webhooks tell of it. */
export interface Payment {
  readonly id: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly entities: { readonly payment: Json; readonly payment_link: Json; readonly order: Json };
}

export interface PaymentFacts {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly amount: number;
  readonly currency?: string;
  readonly id?: string;
  readonly more?: Json;
}

/** The events that tell of one capture. */
export const CAPTURE_EVENTS = ['payment.captured', 'payment_link.paid', 'order.paid'] as const;

const shortId = () => newId().replaceAll('-', '').slice(-14);

/** A captured payment of an invoice, with the link and the order it was paid through. */
export function aPayment(facts: PaymentFacts): Payment {
  const { companyId, invoiceId, amount, currency = 'EUR', more = {} } = facts;
  const id = facts.id ?? `pay_${shortId()}`;
  const [link, order] = [shortId(), shortId()];
  const notes = { company_id: companyId, invoice_id: invoiceId };
  const payment = {
    id,
    entity: 'payment',
    status: 'captured',
    captured: true,
    amount,
    currency,
    order_id: `order_${order}`,
    description: `#${link}`,
    method: 'upi',
    notes,
    ...more,
  };
  const common = { amount, currency, notes };
  return {
    id,
    amount,
    entities: {
      payment,
      payment_link: { id: `plink_${link}`, status: 'paid', reference_id: shortId(), ...common },
      order: { id: order, status: 'paid', product_id: link, ...common },
    },
  };
}

/** The webhook of an event about entities, signed over its exact bytes. */
export function webhookOf(event: string, entities: Json, secret = WEBHOOK_SECRET): Webhook {
  const payload = Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [name, { entity }]),
  );
  const body = JSON.stringify({ entity: 'event', account_id: 'acc_test', event, payload });
  return signed(body, secret);
}

/** Any text as a webhook with a signature that fits. */
export function signed(body: string, secret = WEBHOOK_SECRET): Webhook {
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': `evt_${shortId()}`,
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
  };
}

/** `payment.captured` of a payment. */
export function captureOf({ entities }: Payment, secret = WEBHOOK_SECRET): Webhook {
  return webhookOf('payment.captured', { payment: entities.payment }, secret);
}

/** What a host answered to a delivery. */
export interface Delivered {
  readonly status: number;
  readonly body: Json;
}

/** Delivers a webhook over HTTP; null when the connection broke before there was an answer. */
export async function deliver(
  url: string,
  { body, headers }: Webhook,
  provider = 'razorpay',
): Promise<Delivered | null> {
  try {
    const answer = await fetch(`${url}/payments/webhook/${provider}`, {
      method: 'POST',
      body,
      headers,
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  } catch (error) {
    // By name: the test's realm has another TypeError than the one fetch throws.
    if ((error as Error).name === 'TypeError') return null;
    throw error;
  }
}
