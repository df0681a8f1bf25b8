import { SweepUsage, UsageBuffer, followBusiness, type SeenUsage } from '@quittance/analytics/host';
import { addSeconds, newId, type CompanyId, type SessionId } from '@quittance/kernel';
import type { PortalUserId } from '@quittance/portal';
import { shortestRun } from '../../../../test/support/loop-lag.js';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';
import { putCart, ShopStage } from '../shop/shop-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let accountId: string;
let ada: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  accountId = await acme.account('Acme');
  ada = await acme.person({ partyId: accountId, role: 'Admin' });
});
afterAll(() => stage.close());

interface Noted {
  readonly name: string;
  readonly channel: string;
  readonly portalUserId: string | null;
  readonly accountId: string | null;
  readonly objectId: string | null;
  readonly props: object;
}

/** All that is in the books by now, the earliest first. */
async function noted(): Promise<Noted[]> {
  await stage.portal.app.get(UsageBuffer).flush();
  const answer = await acme.staff.call('GET', '/portal-analytics/events?pageSize=200');
  expect(answer.status).toBe(200);
  return (answer.body as { data: Noted[] }).data;
}

function dispatch(): Promise<void> {
  return stage.dispatch(followBusiness);
}

it('notes what users look at, beside their requests', async () => {
  const invoice = await acme.invoice(accountId);
  await ada.call('GET', '/dashboard');
  await ada.call('GET', `/invoices/${invoice.id}`);
  await ada.call('GET', `/invoices/${invoice.id}`, { headers: { 'sec-purpose': 'prefetch' } });
  await ada.call('GET', `/invoices/${newId()}`);
  await ada.call('GET', '/knowledge/suggest?q=nothing');
  const seen = (await noted()).filter(({ portalUserId }) => portalUserId === ada.signed.user.id);
  expect(seen.map(({ name }) => name).sort()).toEqual([
    'invoice_viewed',
    'page_viewed',
    'signed_in',
  ]);
  const of = (name: string) => seen.find((each) => each.name === name);
  expect(of('invoice_viewed')).toMatchObject({
    accountId,
    channel: 'api',
    objectId: invoice.id,
  });
  expect(of('page_viewed')).toMatchObject({ objectId: null, props: { page: 'dashboard' } });
});

it('notes a refused sign-in without saying whose', async () => {
  const { email } = ada.signed.user as unknown as { email: string };
  const { origin } = new URL(stage.portal.url);
  const path = `${origin}/api/v1/mobile/portal/auth/login`;
  for (const name of [email, `${newId()}@example.com`]) {
    const body = JSON.stringify({ email: name, password: 'not the right one' });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(401);
  }
  // Of a name that nobody has, no company is known where there are several.
  const failed = (await noted()).filter(({ name }) => name === 'sign_in_failed');
  expect(failed).toMatchObject([{ portalUserId: null, accountId: null, objectId: null }]);
});

it('notes of a flood of them no more than it tells', () => {
  const buffer = new UsageBuffer(stage.t.db, stage.t.clock);
  const of = { companyId: newId<'company'>(), at: stage.t.clock.now() } as const;
  const refused = { ...of, directory: 'customer', channel: 'api' } as const;
  for (let n = 0; n < 1_200; n += 1) buffer.noteRefused(refused);
  expect(buffer.dropped).toBe(200);
  buffer.noteRefused({ ...refused, companyId: newId<'company'>() });
  buffer.noteRefused({ ...refused, at: addSeconds(of.at, 3_600) });
  expect(buffer.dropped).toBe(200);
});

it('counts what the business tells, exactly once', async () => {
  const opened = await ada.call('POST', '/cases', { body: { subject: 'It', description: 'It' } });
  const { id } = opened.body as { id: string };
  await acme.made('/cases', { subject: 'Of staff', accountId });
  await dispatch();
  await stage.t.db.write(acme.people.ctx, (tx) =>
    tx.run(
      `update outbox.event set state = 'pending', finished_at = null
       where company_id = $1 and type = 'case.opened'`,
      [acme.people.ctx.companyId],
    ),
  );
  await dispatch();
  const told = (await noted()).filter(({ name }) => name === 'case_opened');
  expect(told).toMatchObject([{ objectId: id, portalUserId: ada.signed.user.id, accountId }]);
});

it('shows staff figures, a funnel and the sums of days', async () => {
  const days = 'from=2026-03-01&to=2026-03-31';
  const figures = await acme.staff.call('GET', `/portal-analytics?${days}&by=account`);
  expect(figures.body).toMatchObject({
    activeUsers: 1,
    onlineShare: [],
    // Who was refused is nobody's user.
    groups: [
      { key: accountId, activeUsers: 1 },
      { key: null, activeUsers: 0, events: [{ name: 'sign_in_failed', count: 1 }] },
    ],
  });
  const funnel = await acme.staff.call('GET', `/portal-analytics/funnel?${days}`);
  expect((funnel.body as { steps: object[] }).steps).toHaveLength(5);
  const headers = { accept: 'text/csv' };
  const file = await acme.staff.call('GET', '/portal-analytics/export', { headers });
  expect(String(file.body).split('\n')[0]?.trim()).toBe(
    'day,name,directory,channel,accountId,events,users',
  );
  const rowsOf = async (query: string) => {
    const { body } = await acme.staff.call('GET', `/portal-analytics/export?${query}`);
    return (body as { data: { day: string; name: string }[] }).data;
  };
  const rows = await rowsOf(days);
  expect(rows).toContainEqual(
    expect.objectContaining({ name: 'invoice_viewed', accountId, events: 1, users: 1 }),
  );
  await new SweepUsage(stage.t.db).execute({
    ...acme.people.ctx,
    now: addSeconds(stage.t.clock.now(), 2 * 86_400),
  });
  expect(await rowsOf(days)).toEqual(rows);
  expect(await rowsOf('to=2026-02-28')).toEqual([]);
  const turned = '/portal-analytics/export?from=2026-03-02&to=2026-03-01';
  const order = await acme.staff.call('GET', turned);
  expect(codeOf(order)).toBe('422 validation_failed');
  const wrong = await acme.staff.call('GET', '/portal-analytics?from=2026-03-02&to=2026-03-01');
  expect(codeOf(wrong)).toBe('422 validation_failed');
});

it('says what share of the money came online', async () => {
  const [online, offline] = [await acme.invoice(accountId), await acme.invoice(accountId)];
  const body = { invoiceId: online.id };
  const link = await ada.call('POST', '/payments/checkout', { body });
  await acme.payAt((link.body as { paymentUrl: string }).paymentUrl);
  await acme.made(`/invoices/${offline.id}/payments`, {
    amount: '1190.00',
    method: 'cash',
    receivedOn: '2026-03-02',
  });
  const answer = await acme.staff.call('GET', '/portal-analytics?from=2026-03-01&to=2026-03-31');
  expect(answer.body).toMatchObject({
    onlineShare: [{ currency: 'EUR', captured: '1190.00', completed: '2380.00', share: '0.5000' }],
  });
});

it('says which of the quotes that were asked for were sent and accepted', async () => {
  const product = { sku: 'TILL', name: 'Till', kind: 'one_off', inCatalogue: true };
  const productId = (await acme.made('/products', product)).id;
  const book = await acme.made('/pricebooks', { name: 'List', currency: 'EUR', isDefault: true });
  await acme.made(`/pricebooks/${book.id}/entries`, { productId, unitPrice: '10.00' });
  const body = { lines: [{ productId, quantity: '5' }] };
  for (const last of ['draft', 'submitted', 'sent', 'accepted']) {
    const draft = (await ada.call('POST', '/quote-requests', { body })).body as { id: string };
    if (last === 'draft') continue;
    expect(codeOf(await ada.call('POST', `/quote-requests/${draft.id}/submit`))).toBe('200');
    if (last === 'submitted') continue;
    const made = await acme.made(`/self-service-quotes/${draft.id}/quote`, {});
    const { quoteId } = made as unknown as { quoteId: string };
    for (const step of ['submit', 'approve', 'send']) {
      await acme.made(`/quotes/${quoteId}/${step}`, {});
    }
    if (last === 'sent') continue;
    await acme.made(`/quotes/${quoteId}/accept`, { name: 'Ada', evidence: 'By e-mail' });
  }
  const conversionOf = async (more: string) => {
    const days = `from=2026-03-01&to=2026-03-31${more}`;
    const answer = await acme.staff.call('GET', `/portal-analytics?${days}`);
    return (answer.body as { quoteConversion: object }).quoteConversion;
  };
  const all = { requested: 3, sent: 2, accepted: 1, share: '0.5000' };
  expect(await conversionOf('')).toEqual(all);
  expect(await conversionOf(`&channel=api&directory=customer&accountId=${accountId}`)).toEqual(all);
  const none = { requested: 0, sent: 0, accepted: 0, share: null };
  for (const more of ['&channel=web', '&directory=partner', `&accountId=${newId()}`]) {
    expect(await conversionOf(more)).toEqual(none);
  }
  await dispatch();
  expect((await noted()).filter(({ name }) => name === 'quote_requested')).toHaveLength(3);
});

describe('the buffer of views', () => {
  const seen: SeenUsage = {
    companyId: newId<'company'>() as CompanyId,
    at: '2026-03-02T09:00:00.000Z' as SeenUsage['at'],
    portalUserId: newId<'portal-user'>() as PortalUserId,
    sessionId: newId<'session'>() as SessionId,
    name: 'page_viewed',
    object: null,
    props: {},
  };

  it('drops and counts what is more than it holds', async () => {
    const buffer = new UsageBuffer(stage.t.db, stage.t.clock, 2);
    for (let n = 0; n < 5; n += 1) buffer.note(seen);
    expect(buffer.dropped).toBe(3);
    await buffer.end();
    const metrics = await stage.portal.call('GET', '/metrics');
    expect(String(metrics.body)).toContain('portal_usage_dropped 0');
  });

  it('takes less than 50 µs for one', async () => {
    const buffers: UsageBuffer[] = [];
    const noted = () => {
      const buffer = new UsageBuffer(stage.t.db, stage.t.clock, 10_000);
      buffers.push(buffer);
      for (let n = 0; n < 10_000; n += 1) buffer.note(seen);
    };
    expect(shortestRun(noted, 500).ms).toBeLessThan(500);
    for (const buffer of buffers) await buffer.end();
  });
});

it('counts an order for who placed it, and not for who lets it through', async () => {
  const shop = await ShopStage.of(stage);
  const partyId = await shop.account('Limited');
  const approver = await shop.acme.person({ partyId, role: 'Admin' });
  const bo = await shop.acme.person({ partyId, approvalLimit: '119.00' });
  const { priceToken } = await putCart(bo, [[await shop.product({ '0': '100.00' }), '2']]);
  const { body } = await bo.call('POST', '/cart/checkout', { body: { priceToken } });
  const { order, approval } = body as Readonly<Record<'order' | 'approval', { id: string }>>;
  const path = `/approvals/${approval.id}`;
  const { version } = (await approver.call('GET', path)).body as { version: number };
  const approved = await approver.call('POST', `${path}/approve`, { body: { version } });
  expect(approved.status).toBe(200);
  await dispatch();
  const list = await shop.acme.staff.call('GET', '/portal-analytics/events?pageSize=200');
  const uses = (list.body as { data: Noted[] }).data;
  const placed = uses.filter(
    ({ name, objectId }) => name === 'order_placed' && objectId === order.id,
  );
  expect(placed.map(({ portalUserId }) => portalUserId)).toEqual([bo.signed.user.id]);
});
