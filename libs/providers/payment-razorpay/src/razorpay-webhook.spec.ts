import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import Razorpay from 'razorpay';
import { readRazorpayWebhook, verifyRazorpaySignature } from './razorpay-webhook.js';

const SECRET = 'rzp_demo_secret';
const BODY = Buffer.from(
  '{"entity":"event","event":"payment.captured","contains":["payment"],"payload":{"payment":' +
    '{"entity":{"id":"pay_T1","amount":12345,"currency":"KWD"}}},"created_at":1760000000}',
);
const SIGNATURE = '630c8f73909d4a04e23568611c5fa245ca2e7aca4a0797328c4b69eeddce62d2';
const signed = (signature: string | string[]) => ({ 'x-razorpay-signature': signature });

const read = (event: string, payload: object) =>
  readRazorpayWebhook(Buffer.from(JSON.stringify({ event, payload })), {});
const payment = (more: object = {}) => ({
  payment: { entity: { id: 'pay_1', amount: 1180000, currency: 'INR', notes: [], ...more } },
});

describe('the signature', () => {
  test('of the published example holds', () => {
    expect(BODY).toHaveLength(173);
    expect(verifyRazorpaySignature(BODY, signed(SIGNATURE), SECRET)).toBe(true);
  });

  test('holds exactly when it does for the official SDK', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (body, secret, other, genuine) => {
        const key = genuine ? secret : other;
        const signature = createHmac('sha256', key).update(body).digest('hex');
        const believed = Razorpay.validateWebhookSignature(body, signature, secret);
        const verified = verifyRazorpaySignature(Buffer.from(body), signed(signature), secret);
        expect(verified).toBe(believed);
      }),
    );
  });

  test.each([
    ['is missing', {}],
    ['is empty', signed('')],
    ['is upper-case hex', signed(SIGNATURE.toUpperCase())],
    ['is too short', signed(SIGNATURE.slice(1))],
    ['is too long', signed(`${SIGNATURE}0`)],
    ['is base64', signed(createHmac('sha256', SECRET).update(BODY).digest('base64'))],
    ['comes twice', signed(`${SIGNATURE}, ${SIGNATURE}`)],
    ['comes as a list', signed([SIGNATURE, SIGNATURE])],
    ['has a line break behind it', signed(`${SIGNATURE}\n`)],
    ['has one digit changed', signed(`7${SIGNATURE.slice(1)}`)],
    ['has other letters', signed('z'.repeat(64))],
  ])('does not hold when it %s', (_, headers) => {
    expect(verifyRazorpaySignature(BODY, headers, SECRET)).toBe(false);
  });

  test('does not hold over other bytes, however alike', () => {
    const reserialised = Buffer.from(JSON.stringify(JSON.parse(BODY.toString()), null, 1));
    const oneByte = Buffer.from(BODY);
    oneByte[20] = (oneByte[20] ?? 0) ^ 1;
    for (const bytes of [reserialised, oneByte, Buffer.alloc(0), Buffer.concat([BODY, BODY])]) {
      expect(verifyRazorpaySignature(bytes, signed(SIGNATURE), SECRET)).toBe(false);
    }
  });

  test('does not hold with another secret', () => {
    expect(verifyRazorpaySignature(BODY, signed(SIGNATURE), 'rzp_other_secret')).toBe(false);
  });
});

describe('a capture', () => {
  test.each(['payment.captured', 'payment_link.paid', 'order.paid', 'payment_link.partially_paid'])(
    'is told of by %s',
    (event) => {
      expect(read(event, payment())?.event).toEqual({
        kind: 'capture',
        payment: { providerPaymentId: 'pay_1', amount: 1180000n, currency: 'INR' },
      });
    },
  );

  test.each([
    ['JPY', 500, 500n],
    ['KWD', 12345, 12345n],
    ['UGX', 5000, 5000n],
    ['MGA', 150000, 150000n],
  ])('in %s keeps its exponent', (currency, amount, minor) => {
    const event = read('payment.captured', payment({ currency, amount }))?.event;
    expect(event).toMatchObject({ payment: { amount: minor, currency } });
  });

  test.each([
    ['without a payment', {}],
    ['with a payment that is a list', { payment: { entity: [] } }],
    ['with a fraction', payment({ amount: 1.5 })],
    ['with a text as amount', payment({ amount: '1180000' })],
    ['with a negative amount', payment({ amount: -5 })],
    ['above what JSON holds exactly', payment({ amount: 2 ** 60 })],
    ['in no currency', payment({ currency: 'ABC' })],
    ['without a currency', payment({ currency: null })],
  ])('%s is for a person to look at', (_, payload) => {
    expect(read('payment.captured', payload)?.event.kind).toBe('unreadable');
  });
});

describe('where an event belongs', () => {
  const notes = (invoice: string) => ({ company_id: 'c-7', invoice_id: invoice });

  test('is read from the payment first, then link, order, refund', () => {
    const all = {
      ...payment({ notes: notes('of-payment') }),
      payment_link: { entity: { id: 'plink_A1', notes: notes('of-link') } },
      order: { entity: { id: 'B1', notes: notes('of-order') } },
      refund: { entity: { id: 'rfnd_1', notes: notes('of-refund') } },
    };
    const invoices = ['payment', 'payment_link', 'order', 'refund'].map((_, i, names) => {
      const rest = Object.fromEntries(
        Object.entries(all).filter(([name]) => names.indexOf(name) >= i),
      );
      return read('payment_link.paid', rest)?.reference.invoiceId;
    });
    expect(invoices).toEqual(['of-payment', 'of-link', 'of-order', 'of-refund']);
  });

  test.each([[[]], [null], [{}], ['text'], [7], [{ company_id: '', invoice_id: 5 }]])(
    'is unknown with the notes %o',
    (empty) => {
      const reference = read('payment.captured', payment({ notes: empty }))?.reference;
      expect(reference).toMatchObject({ companyId: null, invoiceId: null, checkoutId: null });
    },
  );

  test('is not read from what every object inherits', () => {
    const text =
      '{"event":"payment.captured","payload":{"__proto__":{"payment":{}},"constructor":1}}';
    expect(readRazorpayWebhook(Buffer.from(text), {})?.event.kind).toBe('unreadable');
  });

  test('gives orders and links the prefix they have elsewhere', () => {
    const order = { order: { entity: { id: 'B1', receipt: 'ref-1', product_id: 'A1' } } };
    expect(
      read('order.paid', { ...payment({ order_id: null }), ...order })?.reference,
    ).toMatchObject({ orderId: 'order_B1', linkId: 'plink_A1', reference: 'ref-1' });
    expect(
      read('payment.captured', payment({ order_id: 'order_B1', description: '#A1' }))?.reference,
    ).toMatchObject({ orderId: 'order_B1', linkId: 'plink_A1' });
  });
});

describe('other events', () => {
  test('a failure keeps its reason', () => {
    const failed = payment({ error_code: 'BAD_REQUEST_ERROR', error_description: 'Card declined' });
    expect(read('payment.failed', failed)?.event).toEqual({
      kind: 'failed',
      providerPaymentId: 'pay_1',
      code: 'BAD_REQUEST_ERROR',
      description: 'Card declined',
      usedUp: false,
    });
  });

  test.each([
    ['payment_link.cancelled', 'cancelled'],
    ['payment_link.expired', 'expired'],
  ])('%s closes the link', (event, status) => {
    const link = { payment_link: { entity: { id: 'plink_1' } } };
    expect(read(event, link)?.event).toEqual({ kind: 'link_closed', status });
  });

  const refund = (status: string) => ({
    refund: { entity: { id: 'rfnd_1', payment_id: 'pay_1', amount: 500, currency: 'INR', status } },
  });

  test('a refund counts when the money has gone back', () => {
    const expected = {
      kind: 'refund',
      providerRefundId: 'rfnd_1',
      providerPaymentId: 'pay_1',
      amount: 500n,
      currency: 'INR',
      payment: null,
    };
    expect(read('refund.processed', refund('processed'))?.event).toEqual(expected);
    expect(read('refund.created', refund('processed'))?.event).toEqual(expected);
    expect(read('refund.created', refund('pending'))?.event.kind).toBe('unhandled');
    expect(read('refund.failed', refund('failed'))?.event).toMatchObject({
      kind: 'refund_failed',
      providerRefundId: 'rfnd_1',
    });
  });

  test('a refund proves the capture of its payment', () => {
    const both = { ...refund('processed'), ...payment({ captured: true, status: 'refunded' }) };
    expect(read('refund.processed', both)?.event).toMatchObject({
      payment: { providerPaymentId: 'pay_1', amount: 1180000n },
    });
  });

  const dispute = (over: object = {}) => ({
    dispute: {
      entity: {
        id: 'disp_1',
        payment_id: 'pay_1',
        amount: 1180000,
        currency: 'INR',
        amount_deducted: 0,
        reason_code: 'goods_not_received',
        respond_by: 1760600000,
        status: 'open',
        ...over,
      },
    },
  });

  test.each([
    ['created', {}, ['opened']],
    ['under_review', { status: 'under_review' }, ['opened']],
    ['action_required', { amount_deducted: 1180000 }, ['opened', 'withdrawn']],
    ['won', { status: 'won' }, ['opened', 'won', 'won']],
    ['lost', { status: 'lost', amount_deducted: 1180000 }, ['opened', 'withdrawn', 'lost', 'lost']],
    ['closed', { status: 'closed' }, ['opened', 'closed', 'closed']],
    // Late: the entity says how it stands by now.
    ['created', { status: 'lost' }, ['opened', 'lost']],
  ])('payment.dispute.%s tells how a dispute stands', (told, over, stages) => {
    expect(read(`payment.dispute.${told}`, dispute(over))?.event).toEqual({
      kind: 'dispute',
      disputeId: 'disp_1',
      providerPaymentId: 'pay_1',
      stages,
      amount: 1180000n,
      currency: 'INR',
      evidenceDueBy: '2025-10-16T07:33:20.000Z',
      providerReason: 'goods_not_received',
    });
  });

  test('a dispute without a name or an amount is for a person all the same', () => {
    expect(read('payment.dispute.created', dispute({ id: null }))?.event.kind).toBe('unreadable');
    const event = read('payment.dispute.created', dispute({ amount: -5 }))?.event;
    expect(event).toMatchObject({ kind: 'dispute', amount: null, currency: null });
  });

  test.each(['payment.authorized', 'payment.disputed', 'something.new'])(
    '%o is not handled',
    (event) => {
      expect(read(event, payment())?.event.kind).toBe('unhandled');
    },
  );

  test.each([
    [''],
    ['{'],
    ['[]'],
    ['null'],
    ['"event"'],
    ['{"event":5}'],
    ['{"event":""}'],
    ['\u0000'],
  ])('the bytes %o are no event', (text) => {
    expect(readRazorpayWebhook(Buffer.from(text), {})).toBeUndefined();
  });

  test('deep nesting is no reason to fall over', () => {
    const deep = `{"event":"x","payload":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(readRazorpayWebhook(Buffer.from(deep), {})?.event.kind).toBe('unhandled');
  });
});

test('notes count as an object and, after a change at Razorpay, as pairs', () => {
  const pairs = [
    { key: 'company_id', value: 'c-7' },
    { key: 'invoice_id', value: 'i-1' },
    { key: '__proto__', value: 'x' },
    null,
  ];
  expect(read('payment.captured', payment({ notes: pairs }))?.reference).toMatchObject({
    companyId: 'c-7',
    invoiceId: 'i-1',
    checkoutId: null,
  });
});

test('a refund whose speed was changed counts once it is processed', () => {
  const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 500, currency: 'INR' };
  const told = (status: string) =>
    read('refund.speed_changed', { refund: { entity: { ...refund, status } } })?.event;
  expect(told('processed')).toMatchObject({ kind: 'refund', amount: 500n });
  expect(told('pending')).toEqual({ kind: 'unhandled' });
});

test('the account of the envelope is one more hint', () => {
  const told = (account_id: unknown) =>
    readRazorpayWebhook(
      Buffer.from(JSON.stringify({ event: 'customer.created', account_id, payload: {} })),
      {},
    )?.reference;
  expect(told('acc_X1')).toMatchObject({ accountId: 'acc_X1', companyId: null, linkId: null });
  expect(told(7)).toMatchObject({ accountId: null });
  expect(told(undefined)).toMatchObject({ accountId: null });
});
