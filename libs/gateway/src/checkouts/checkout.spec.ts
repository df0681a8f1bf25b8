import { asId, newId, parseInstant } from '@quittance/kernel';
import {
  checkoutAnswer,
  decideAmong,
  decideCheckout,
  nextSweep,
  referenceOf,
  type Checkout,
  type CheckoutTerms,
} from './checkout.js';

const NOW = parseInstant('2026-03-02T09:00:00Z');

const live: Checkout = {
  id: newId(),
  version: 2,
  invoiceId: asId<'invoice'>(newId()),
  accountId: asId<'account'>(newId()),
  invoiceCount: 1,
  attempt: 1,
  provider: 'razorpay',
  accountKey: 'account',
  reference: 'reference',
  status: 'open',
  balance: 11_800n,
  amount: 11_800n,
  wireAmount: 11_800n,
  currency: 'EUR',
  callbackUrl: null,
  linkId: 'plink_1',
  orderId: null,
  lastingUrl: null,
  paymentUrl: 'https://rzp.example/i/1',
  expiresAt: parseInstant('2026-04-01T09:00:00Z'),
  closeRequested: false,
  paymentId: null,
  lastError: null,
  sweeps: 0,
  nextSweepAt: parseInstant('2026-04-01T09:01:00Z'),
  busyUntil: null,
  moneyUnderWayAt: null,
  createdAt: NOW,
  updatedAt: NOW,
};

const parts = [{ invoiceId: live.invoiceId, amount: live.balance }];

/** An attempt over its one invoice. */
const over = (checkout: Checkout) => ({ checkout, parts });

const terms = (change: Partial<CheckoutTerms> = {}): CheckoutTerms => ({
  ...live,
  parts,
  ...change,
});

describe('what a checkout does about the live attempt', () => {
  test('nothing there: a new one', () => {
    expect(decideCheckout(undefined, terms(), NOW)).toBe('new');
  });

  test('the same terms: the live link', () => {
    expect(decideCheckout(over(live), terms(), NOW)).toBe('reuse');
  });

  test.each<[string, Partial<CheckoutTerms>]>([
    ['another balance', { balance: 11_799n }],
    ['another amount on the wire', { wireAmount: 11_810n }],
    ['another currency', { currency: 'USD' }],
    ['another provider', { provider: 'sandbox' }],
    ['another account at the provider', { accountKey: 'another' }],
    ['another invoice', { parts: [{ invoiceId: newId<'invoice'>(), amount: 11_800n }] }],
    ['other invoices beside it', { parts: [...parts, { invoiceId: newId(), amount: 1n }] }],
  ])('%s: another link', (_, change) => {
    expect(decideCheckout(over(live), terms(change), NOW)).toBe('replace');
  });

  test('a link that is to be closed is not handed out', () => {
    expect(decideCheckout(over({ ...live, closeRequested: true }), terms(), NOW)).toBe('replace');
  });

  test.each([
    ['2026-03-02T09:15:00Z', 'reuse'],
    ['2026-03-02T09:14:59Z', 'replace'],
  ])('a link that expires at %s: %s', (expiresAt, decision) => {
    const expiring = { ...live, expiresAt: parseInstant(expiresAt) };
    expect(decideCheckout(over(expiring), terms(), NOW)).toBe(decision);
  });

  test.each([
    ['2026-03-02T09:00:01Z', 'wait'],
    ['2026-03-02T09:00:00Z', 'resume'],
  ])('an attempt that somebody is busy with until %s: %s', (busyUntil, decision) => {
    const creating = { ...live, status: 'creating' as const, busyUntil: parseInstant(busyUntil) };
    expect(decideCheckout(over(creating), terms(), NOW)).toBe(decision);
  });

  test('an attempt without outcome under other terms is replaced', () => {
    const creating = { ...live, status: 'creating' as const };
    expect(decideCheckout(over(creating), terms({ balance: 1n }), NOW)).toBe('replace');
  });
});

describe('what a checkout does about the live attempts over some of its invoices', () => {
  const [first, second] = [over(live), over({ ...live, id: newId() })];

  test('none: a new one', () => {
    expect(decideAmong([], terms(), NOW)).toEqual({ decision: 'new', live: undefined });
  });

  test('several: another link takes the place of all, also where one of them fits', () => {
    const among = decideAmong([first, second], terms(), NOW);
    expect(among).toEqual({ decision: 'replace', live: undefined });
  });

  test.each<[string, Partial<Checkout>]>([
    ['one that a payer has acted on', { status: 'processing' }],
    ['one that was replaced when its payer had acted', { status: 'closing', moneyUnderWayAt: NOW }],
  ])('%s stops all', (_, state) => {
    const paying = over({ ...live, ...state });
    const among = decideAmong([first, paying], terms(), NOW);
    expect(among).toEqual({ decision: 'refuse', live: paying });
  });

  test('one that is being made is waited for', () => {
    const busyUntil = parseInstant('2026-03-02T09:00:01Z');
    const creating = over({ ...live, status: 'creating', busyUntil });
    const among = decideAmong([first, creating], terms(), NOW);
    expect(among).toEqual({ decision: 'wait', live: creating });
  });
});

test.each([999, 1_000, 2_147_483_647])(
  'the reference of attempt %i fits into the forty characters a provider takes',
  (attempt) => {
    expect(referenceOf(live.invoiceId, attempt).length).toBeLessThanOrEqual(40);
  },
);

test('a reference is that of one attempt', () => {
  const attempts = [1, 36, 999, 1_000, 1_001, 36_000];
  const references = new Set(attempts.map((attempt) => referenceOf(live.invoiceId, attempt)));
  expect(references.size).toBe(attempts.length);
});

test('the provider is asked eight times', () => {
  const looks = Array.from({ length: 10 }, (_, n) => nextSweep(NOW, n));
  expect(looks.filter((at) => at !== null)).toHaveLength(8);
  expect(looks[0]).toBe('2026-03-02T09:02:00.000Z');
});

test('the answer tells a rounding adjustment only where there is one', () => {
  expect(checkoutAnswer(over(live))).not.toHaveProperty('roundingAdjustment');
  expect(checkoutAnswer(over({ ...live, amount: 11_805n }))).toMatchObject({
    amount: '118.05',
    roundingAdjustment: '0.05',
  });
});

test('an attempt without its link has no answer', () => {
  expect(() => checkoutAnswer(over({ ...live, linkId: null }))).toThrow('without its link');
});
