import { SweepApprovals } from '@quittance/portal/host';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { ApprovalStage, type Somebody } from './approval-stage.js';
import type { Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let s: ApprovalStage;
let ada: Somebody;

beforeAll(async () => {
  stage = await PortalStage.open();
  s = await ApprovalStage.of(stage);
  ada = await s.person({ role: 'Admin' });
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage.close();
});

interface Answered {
  readonly outcome: string;
  readonly approvalId: string | null;
  readonly quote: Made;
  readonly order: Made | null;
}
interface Linked {
  readonly link: { readonly token: string };
}
const said = { name: 'Bo Buyer', termsAccepted: true };
const read = async <T = Made>(by: PortalClient, path: string) =>
  (await by.call('GET', path)).body as T;
const told = async (answer: Promise<{ readonly body?: unknown }>) =>
  (await answer).body as Answered;

/** A quote of a total without tax, as the customer has it. */
async function quoteOf(total: string): Promise<Made> {
  const lines = [{ description: 'Work', quantity: '1', unitPrice: total, taxRate: '0' }];
  const { id } = await s.acme.quote(s.accountId, { lines });
  return read(ada, `/quotes/${id}`);
}
const accept = ({ call }: Bound, { id, version }: Made) =>
  call('POST', `/quotes/${id}/accept`, { body: { version, ...said } });
type Bound = Pick<PortalClient, 'call'>;
const as = (by: PortalClient): Bound => ({ call: (...args) => by.call(...args) });

describe('a quote', () => {
  it('and its order are charged once: example 13', async () => {
    const bo = await s.person({ approvalLimit: '5000.00', limitPeriod: 'month' });
    const quote = await quoteOf('4000.00');
    expect(await told(accept(as(bo), quote))).toMatchObject({ outcome: 'accepted' });
    expect(await s.used(bo)).toBe('4000.00');
    const ordered = await told(bo.call('POST', `/quotes/${quote.id}/order`));
    expect(ordered).toMatchObject({ outcome: 'placed', order: { status: 'pending' } });
    const again = await told(bo.call('POST', `/quotes/${quote.id}/order`));
    expect(again.order?.id).toBe(ordered.order?.id);
    expect(await s.used(bo)).toBe('4000.00');
    await s.acme.made(`/sales-orders/${ordered.order?.id}/cancel`, { reason: 'No more' });
    expect(await s.used(bo)).toBe('0.00');
  });

  it('is accepted once however often it is said, and then open to nothing else', async () => {
    const lines = [{ description: 'Work', quantity: '1', unitPrice: '10.00', taxRate: '0' }];
    const { id } = await s.acme.quote(s.accountId, { lines });
    const { data } = await read<{ data: Made[] }>(ada, '/quotes?pageSize=100');
    const listed = data.find((each) => each.id === id) as Made;
    // That it was opened is no other version of it.
    expect((await read(ada, `/quotes/${id}`)).version).toBe(listed.version);
    const first = await accept(as(ada), listed);
    const again = await accept(as(ada), listed);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    const { version } = listed;
    const then = async (what: string, said: object) =>
      codeOf(await ada.call('POST', `/quotes/${id}/${what}`, { body: { version, ...said } }));
    expect(await then('reject', { reason: 'No' })).toBe('409 quote_not_open');
    expect(await then('request-changes', { message: 'Less' })).toBe('409 quote_not_open');
    const other = await s.person({ role: 'Admin' });
    expect(codeOf(await accept(as(other), listed))).toBe('409 quote_not_open');
  });

  it('gives a receipt, as far as its reader sees prices and orders', async () => {
    const lines = [{ description: 'Work', quantity: '1', unitPrice: '10.00', taxRate: '0' }];
    const accepted = async (without: Parameters<typeof s.person>[0] = {}) => {
      const by = await s.person(without);
      const quote = await s.acme.quote(s.accountId, { lines, autoConvert: 'on_accept' });
      const answer = await accept(as(by), await read(by, `/quotes/${quote.id}`));
      return { number: quote.number, ...(answer.body as { receipt: Record<string, unknown> }) };
    };
    const plain = { revision: 1, name: said.name, title: null, poNumber: null };
    const { number, receipt } = await accepted();
    expect(receipt).toEqual({
      number,
      ...plain,
      at: expect.any(String),
      on: expect.any(String),
      total: '10.00',
      currency: 'EUR',
      orderNumber: expect.stringMatching(/^SO-/),
      receiptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const blind = await accepted({ without: ['seePricing', 'viewOrders'] });
    const seen = { number: blind.number, at: expect.any(String), on: expect.any(String) };
    expect(blind.receipt).toEqual({ ...plain, ...seen });
  });

  it('above the limit stays sent until somebody approves it for who accepted', async () => {
    const bo = await s.person({ approvalLimit: '5000.00' });
    const quote = await quoteOf('5000.01');
    const tile = async (by: PortalClient) =>
      (await read<{ waitingApprovals: number }>(by, '/dashboard')).waitingApprovals;
    const before = await tile(ada);
    const waits = await told(accept(as(bo), quote));
    expect(waits).toMatchObject({
      outcome: 'awaiting_approval',
      quote: { status: 'viewed' },
      receipt: null,
    });
    expect([await tile(ada), await tile(bo)]).toEqual([before + 1, 0]);
    const again = await accept(as(bo), quote);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ outcome: waits.outcome, approvalId: waits.approvalId });
    const body = { version: quote.version, ...said, name: 'Somebody else' };
    const other = await bo.call('POST', `/quotes/${quote.id}/accept`, { body });
    expect(codeOf(other)).toBe('409 approval_pending');
    expect((await s.approve(ada, waits.approvalId ?? '')).body).toMatchObject({
      status: 'approved',
      subject: 'quote',
    });
    const found = await s.acme.staff.call('GET', `/quotes/${quote.id}/acceptance`);
    expect(found.body).toMatchObject({ name: 'Bo Buyer', portalUserId: bo.id });
  });

  it('has the number that is asked for, and is accepted by nobody who is held', async () => {
    const own = await ApprovalStage.of(stage);
    const { acme, accountId } = own;
    const boss = await own.person({ role: 'Admin' });
    const bo = await own.person({ approvalLimit: '0.00' });
    const { id } = await acme.quote(accountId);
    const version = async () => (await read(boss, `/quotes/${id}`)).version;
    const ask = async (by: PortalClient, more: object, step = 'accept') => {
      const body = { version: await version(), ...(step === 'accept' && said), ...more };
      return by.call('POST', `/quotes/${id}/${step}`, { body });
    };
    await acme.staff.call('PATCH', '/portal-settings', { body: { poNumberRequired: true } });
    expect(codeOf(await ask(boss, {}))).toBe('422 po_number_required');
    expect(codeOf(await ask(bo, {}, 'submit-for-approval'))).toBe('422 po_number_required');
    const waits = await told(ask(bo, { poNumber: 'PO 7' }));
    expect(waits.outcome).toBe('awaiting_approval');
    const hold = { accountId, strength: 'hard', reason: 'manual', note: 'Never pays' };
    await acme.made('/credit-holds', hold);
    const held = [
      await ask(boss, { poNumber: 'PO 7' }),
      await own.approve(boss, waits.approvalId ?? ''),
    ];
    expect(held.map(codeOf)).toEqual(['422 credit_hold_hard', '422 credit_hold_hard']);
    expect(JSON.stringify(held)).not.toMatch(/Never pays|manual/);
    expect(await read(boss, `/quotes/${id}`)).toMatchObject({ status: 'viewed' });
  });

  it('is ordered by nobody who is held, but what is ordered already is told', async () => {
    const own = await ApprovalStage.of(stage);
    const { acme, accountId } = own;
    const boss = await own.person({ role: 'Admin' });
    const bo = await own.person({ approvalLimit: '0.00' });
    const accepted = async () => {
      const { id } = await acme.quote(accountId);
      await acme.made(`/quotes/${id}/accept`, { name: 'Jo', evidence: 'By phone' });
      return id;
    };
    const order = (by: PortalClient, id: string) => by.call('POST', `/quotes/${id}/order`);
    const [ordered, waiting, open] = [await accepted(), await accepted(), await accepted()];
    const placed = await told(order(boss, ordered));
    const { approvalId } = await told(order(bo, waiting));
    const hold = { accountId, strength: 'hard', reason: 'manual', note: 'Never pays' };
    await acme.made('/credit-holds', hold);
    const held = [await order(boss, open), await own.approve(boss, approvalId ?? '')];
    expect(held.map(codeOf)).toEqual(['422 credit_hold_hard', '422 credit_hold_hard']);
    expect(JSON.stringify(held)).not.toMatch(/Never pays|manual/);
    expect(await read(boss, `/quotes/${open}`)).toMatchObject({ status: 'accepted' });
    expect(await own.approval(bo, approvalId ?? '')).toMatchObject({ status: 'pending' });
    const again = await told(order(boss, ordered));
    expect([again.outcome, again.order?.id]).toEqual(['placed', placed.order?.id]);
  });

  it('is held by a hold up to an amount only where it takes what is owed above it', async () => {
    const own = await ApprovalStage.of(stage);
    const { acme, accountId } = own;
    const boss = await own.person({ role: 'Admin' });
    const priced = (unitPrice: string) =>
      acme.quote(accountId, { lines: [{ description: 'Work', quantity: '1', unitPrice }] });
    const [fits, above, later] = [await priced('100'), await priced('150.01'), await priced('60')];
    const hold = { accountId, strength: 'hard', reason: 'manual', note: 'Never pays' };
    await acme.made('/credit-holds', { ...hold, amount: '150.00' });
    const accepted = async ({ id }: Made) => {
      const { version } = await read(boss, `/quotes/${id}`);
      const body = { ...said, version };
      return codeOf(await boss.call('POST', `/quotes/${id}/accept`, { body }));
    };
    expect(await accepted(above)).toBe('422 credit_hold_hard');
    expect(await accepted(fits)).toBe('200');
    expect(codeOf(await boss.call('POST', `/quotes/${fits.id}/order`))).toMatch(/^20[01]$/);
    // What is ordered is owed.
    expect(await accepted(later)).toBe('422 credit_hold_hard');
  });

  it('and nineteen others at once spend no more than the limit lets', async () => {
    const bo = await s.person({ approvalLimit: '1000.00', limitPeriod: 'month' });
    await s.person({});
    const quotes: { id: string; version: number }[] = [];
    for (let n = 0; n < 20; n += 1) {
      const lines = [{ description: 'Work', quantity: '1', unitPrice: '400.00', taxRate: '0' }];
      const { id } = await s.acme.quote(s.accountId, { lines });
      quotes.push((await bo.call('GET', `/quotes/${id}`)).body as { id: string; version: number });
    }
    const answers = await Promise.all(
      quotes.map(({ id, version }) =>
        bo.call('POST', `/quotes/${id}/accept`, {
          body: { version, name: 'Bo', termsAccepted: true },
        }),
      ),
    );
    const outcomes = answers.map(({ body }) => (body as { outcome?: string }).outcome).sort();
    expect(outcomes).toEqual([
      'accepted',
      'accepted',
      ...Array.from({ length: 18 }, () => 'awaiting_approval'),
    ]);
    expect((await bo.call('GET', '/me')).body).toMatchObject({ limitUsed: '800.00' });
  });

  it('that is handed on is accepted by who approves it', async () => {
    const bo = await s.person({ without: ['approveQuotes'] });
    const quote = await quoteOf('10.00');
    const body = { version: quote.version, note: 'Please' };
    const path = `/quotes/${quote.id}/submit-for-approval`;
    const waits = await told(bo.call('POST', path, { body }));
    expect(waits.outcome).toBe('awaiting_approval');
    await s.approve(ada, waits.approvalId ?? '');
    const found = await s.acme.staff.call('GET', `/quotes/${quote.id}/acceptance`);
    expect(found.body).toMatchObject({ portalUserId: ada.id });
  });

  it('that nobody paid for yet is ordered within the limit, or waits', async () => {
    const bo = await s.person({ approvalLimit: '100.00' });
    const quote = await quoteOf('100.01');
    const taken = { name: 'Jo', evidence: 'By phone' };
    await s.acme.made(`/quotes/${quote.id}/accept`, taken);
    const waits = await told(bo.call('POST', `/quotes/${quote.id}/order`));
    expect(waits).toMatchObject({ outcome: 'awaiting_approval', order: null });
    await s.approve(ada, waits.approvalId ?? '');
    const done = await told(bo.call('POST', `/quotes/${quote.id}/order`));
    expect(done).toMatchObject({ outcome: 'placed', order: { status: 'pending' } });
    const { ctx } = s.acme.people;
    const placed = await stage.t.db.read(ctx, (tx) =>
      tx.one('select portal_user_id as by from sales.pub_placed_order where id = $1', [
        done.order?.id,
      ]),
    );
    // Whoever approved it has only let it through.
    expect(placed).toEqual({ by: bo.id });
  });

  const decided = { name: 'Jo', evidence: 'By phone' };
  it.each<[string, (quote: Made) => Promise<unknown>]>([
    [
      'a colleague',
      async ({ id }) => {
        const { version } = await read(ada, `/quotes/${id}`);
        const body = { version, reason: 'No' };
        return ada.call('POST', `/quotes/${id}/reject`, { body });
      },
    ],
    ['staff who accept it', ({ id }) => s.acme.made(`/quotes/${id}/accept`, decided)],
    ['staff who reject it', ({ id }) => s.acme.made(`/quotes/${id}/reject`, { reason: 'No' })],
    ['staff who revise it', ({ id }) => s.acme.made(`/quotes/${id}/revise`, {})],
  ])('that is decided otherwise by %s waits for nobody any more', async (_, decide) => {
    const bo = await s.person({ approvalLimit: '1.00' });
    const quote = await quoteOf('50.00');
    const { approvalId } = await told(accept(as(bo), quote));
    expect(await s.approval(bo, approvalId ?? '')).toMatchObject({ status: 'pending' });
    await decide(quote);
    expect(await s.approval(bo, approvalId ?? '')).toMatchObject({
      status: 'withdrawn',
      reason: 'The quote was decided otherwise',
    });
    expect(await s.used(bo)).toBe('0.00');
  });

  it('that recurs is billed from its acceptance, where the company has it so', async () => {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const begins = { quoteValidityDays: 30, startOnConvert: true, autoConvert: 'on_accept' };
    expect(codeOf(await own.acme.staff.call('PUT', '/settings/quotes', { body: begins }))).toBe(
      '200',
    );
    const product = { sku: 'CARE', name: 'Care', kind: 'recurring' };
    const { id: productId } = await own.acme.made('/products', product);
    const plan = await own.acme.made('/plans', { name: 'Care', productId });
    const prices = [{ currency: 'EUR', unitPrice: '33.00' }];
    await own.acme.made(`/plans/${plan.id}/versions`, { frequency: 'monthly', prices });
    const line = { kind: 'recurring', productId, description: 'Care', frequency: 'monthly' };
    const lines = [{ ...line, quantity: '3', unitPrice: '33.00', taxRate: '19' }];
    const { id } = await own.acme.quote(own.accountId, { lines });
    // Nothing of staff comes behind it: the host of the portal makes what bills it.
    expect(codeOf(await accept(as(boss), await read(boss, `/quotes/${id}`)))).toBe('200');
    const of = async (path: string) => {
      const answer = await own.acme.staff.call('GET', path);
      return (answer.body as { data: (Made & { subscriptionId: string | null })[] }).data;
    };
    const [subscription] = await of('/subscriptions');
    expect(subscription).toMatchObject({ status: 'active' });
    const schedules = await of('/billing-schedules');
    expect(schedules).toMatchObject([{ status: 'active', subscriptionId: subscription?.id }]);
  });

  it('that somebody answers by its share link waits for nobody any more', async () => {
    const bo = await s.person({ approvalLimit: '1.00' });
    const { id } = await s.acme.quote(s.accountId, {}, false);
    for (const step of ['submit', 'approve']) await s.acme.made(`/quotes/${id}/${step}`, {});
    const sent: unknown = await s.acme.made(`/quotes/${id}/send`, {});
    const page = `${stage.portal.url}/public/quotes/${(sent as Linked).link.token}`;
    const { approvalId } = await told(accept(as(bo), await read(ada, `/quotes/${id}`)));
    const { nonce } = (await (await fetch(page)).json()) as { nonce: string };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ nonce, reason: 'Too dear' });
    expect((await fetch(`${page}/reject`, { method: 'POST', headers, body })).status).toBe(200);
    expect(await s.approval(bo, approvalId ?? '')).toMatchObject({ status: 'withdrawn' });
  });
});

describe('boxes', () => {
  it('hold what waits for somebody, and what they asked for', async () => {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const bo = await own.person({ approvalLimit: '1.00', without: ['approveQuotes'] });
    const { approvalId, orderId } = await own.checkout(bo, '12.00');
    const idsIn = async (by: Somebody, box: string) => {
      const { data } = await read<{ data: Made[] }>(by, `/approvals?box=${box}`);
      return data.map(({ id }) => id);
    };
    expect(await idsIn(boss, 'inbox')).toEqual([approvalId]);
    expect([await idsIn(bo, 'inbox'), await idsIn(bo, 'sent')]).toEqual([[], [approvalId]]);
    await own.approve(boss, approvalId);
    expect([await idsIn(boss, 'inbox'), await idsIn(boss, 'all')]).toEqual([[], [approvalId]]);
    const staff = await own.acme.staff.call('GET', `/portal-approvals/${approvalId}`);
    expect(staff.body).toMatchObject({ status: 'approved', total: '12.00', signatures: [{}] });
    const list = await own.acme.staff.call('GET', '/portal-approvals');
    expect(JSON.stringify(list.body)).toContain(approvalId);
    const { number } = (await own.order(orderId)) as { number?: string };
    const { data } = await read<{ data: object[] }>(bo, '/approvals?box=sent');
    expect(data).toMatchObject([{ id: approvalId, number }]);
  });
});

describe('the clock', () => {
  it('reminds, tells Admins, and ends what nobody decides in two weeks', async () => {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin', approvalLimit: '0.00' });
    const cy = await own.person({ role: 'Approver' });
    const bo = await own.person({ approvalLimit: '1.00' });
    const { orderId, approvalId } = await own.checkout(bo, '12.00');
    const { ctx } = own.acme.people;
    const begun = Date.parse(
      (await read<{ createdAt: string }>(bo, `/approvals/${approvalId}`)).createdAt,
    );
    const behind = (hours: number) =>
      stage.portal.app
        .get(SweepApprovals)
        .execute(
          { ...ctx, now: new Date(begun + hours * 3_600_000).toISOString() as typeof ctx.now },
          (error) => {
            throw error;
          },
        );
    const written = () =>
      stage.t.db.read(ctx, async (tx) => {
        const rows = await tx.rows<{ to: string }>(
          `select to_address as to from notifications.email
           where company_id = $1 and record_id = $2 order by 1`,
          [ctx.companyId, approvalId],
        );
        return rows.length;
      });
    expect(await behind(23)).toMatchObject({ reminded: 0, ended: 0 });
    expect(await behind(24)).toMatchObject({ reminded: 1 });
    expect(await behind(25)).toMatchObject({ reminded: 0 });
    // Cy and the Admin, who has the right whatever is left of the limit; then both once more.
    expect(await written()).toBe(2);
    expect(await behind(48)).toMatchObject({ reminded: 1 });
    expect(await written()).toBe(4);
    expect(await behind(14 * 24 - 1)).toMatchObject({ reminded: 0, ended: 0 });
    expect(await behind(14 * 24)).toMatchObject({ ended: 1 });
    expect(await own.approval(bo, approvalId)).toMatchObject({ status: 'expired' });
    expect(await own.order(orderId)).toMatchObject({ status: 'cancelled' });
    expect(codeOf(await own.approve(cy, approvalId))).toBe('409 approval_expired');
    expect(boss.id).not.toBe(cy.id);
  });
});
