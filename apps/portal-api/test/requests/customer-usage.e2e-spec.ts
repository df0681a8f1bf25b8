import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { CustomerStage, type Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let ada: PortalClient;
let blind: PortalClient;
let subscription: Made;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  const A = await acme.account('Acme');
  ada = await acme.person({ partyId: A, role: 'Admin' });
  blind = await acme.person({ partyId: A, without: ['seePricing'] });
  const product = await acme.made('/products', { sku: 'API', name: 'Calls', kind: 'recurring' });
  const meter = await acme.made('/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  const plan = await acme.made('/plans', { name: 'Calls', productId: product.id });
  await acme.made(`/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '50.00' }],
    charges: [
      {
        key: 'calls',
        name: 'Calls',
        meterId: meter.id,
        prices: [{ currency: 'EUR', model: 'per_unit', unitPrice: '0.25' }],
      },
    ],
  });
  const items = [{ planId: plan.id }];
  subscription = await acme.made('/subscriptions', { accountId: A, currency: 'EUR', items });
  const event = { eventId: 'call-1', meter: 'calls', timestamp: stage.t.clock.now(), value: '8' };
  const events = [event];
  await acme.made(`/subscriptions/${subscription.id}/usage`, { events });
});
afterAll(() => stage.close());

const ask = (who: PortalClient, what: string) =>
  who.call('GET', `/subscriptions/${subscription.id}/${what}`);

it('shows what was used, and what it comes to only to those who see prices', async () => {
  const seen = await ask(ada, 'usage');
  expect(codeOf(seen)).toBe('200');
  expect(seen.body).toMatchObject({ total: '2.00', charges: [{ units: '8', amount: '2.00' }] });
  const plain = await ask(blind, 'usage');
  expect(plain.body).toMatchObject({ charges: [{ name: 'Calls', units: '8' }] });
  for (const name of ['total', 'amount', 'unitPrice', 'currency', '2.00', '0.25']) {
    expect(besidesIds(plain.body)).not.toContain(name);
  }
  expect(codeOf(await ask(ada, 'usage?on=2020-01-01'))).toBe('409 no_open_period');
});

it('shows the invoices that come next to those who see prices', async () => {
  const seen = await ask(ada, 'billing-preview?count=2');
  expect(codeOf(seen)).toBe('200');
  const { invoices } = seen.body as { invoices: { subtotal: string }[] };
  expect(invoices).toHaveLength(2);
  expect(invoices[0]?.subtotal).toBe('50.00');
  expect(JSON.stringify(seen.body)).not.toContain('scheduleId');
  expect(codeOf(await ask(blind, 'billing-preview'))).toBe('403 permission_denied');
  expect(codeOf(await ask(ada, 'billing-preview?count=13'))).toBe('422 validation_failed');
});

it('names the plan and the day of the next invoice, in the list and alone', async () => {
  const [{ data }, alone] = await Promise.all([
    ada.call('GET', '/subscriptions').then(({ body }) => body as { data: unknown[] }),
    ada.call('GET', `/subscriptions/${subscription.id}`),
  ]);
  const { nextBillingDate } = (await ask(ada, 'billing-preview')).body as Record<string, string>;
  const told = { planName: 'Calls', nextInvoiceDate: nextBillingDate };
  expect(nextBillingDate).toMatch(/^\d{4}-/);
  expect([data[0], alone.body]).toMatchObject([told, told]);
  await acme
    .made(`/subscriptions/${subscription.id}/cancel`, { reason: 'x', at: 'now' })
    .catch((error: unknown) => expect(error).toBeNull());
  const ended = await ada.call('GET', `/subscriptions/${subscription.id}`);
  // It ends on its first day: what was used by then is still to be billed.
  expect(ended.body).toMatchObject({ planName: 'Calls', nextInvoiceDate: '2026-03-02' });
});
