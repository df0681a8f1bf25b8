import { addDays, type LocalDate } from '@quittance/calendar';
import { addSeconds, newId, type Ctx } from '@quittance/kernel';
import {
  contractEnding,
  forgetNotices,
  GatherNotices,
  subscriptionEnding,
  TellOfDay,
  type NoticeView,
} from '@quittance/portal/host';
import { contractsEnding, subscriptionsEnding } from '@quittance/sales/host';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { ApprovalStage } from '../approvals/approval-stage.js';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

const ORIGIN = 'https://portal.example.com';

let stage: PortalStage;
let acme: CustomerStage;
let account: string;
let contact: string;
let buyer: PortalClient;
let rival: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  account = await acme.account('Acme');
  contact = await acme.contact(account, 'Buyer');
  buyer = await acme.person({ partyId: account, role: 'Buyer', contactId: contact as never });
  rival = await acme.person({ partyId: await acme.account('Rival'), role: 'Admin' });
});
afterAll(() => stage.close());

const ctxNow = (): Ctx => ({ ...acme.people.ctx, now: stage.t.clock.now() });

/** Hands what has happened to the portals, as the worker does. */
function dispatch(): Promise<void> {
  return stage.tellPortals({ mails: true, appUrl: ORIGIN });
}

async function told(by: PortalClient): Promise<NoticeView[]> {
  await dispatch();
  const { status, body } = await by.call('GET', '/notifications');
  expect(status).toBe(200);
  // Of their first sign-in each is told as well: that is told by the tests of signing in.
  const { data } = body as { data: NoticeView[] };
  return data.filter(({ category }) => category !== 'security');
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
const mails = (code: string) =>
  stage.t.db.read(ctxNow(), (tx) =>
    tx.rows<Mail>(
      `select to_address as to, subject, text from notifications.email
       where company_id = $1 and template_code = $2 order by created_at, id`,
      [acme.people.ctx.companyId, code],
    ),
  );
const kindsOf = (notices: readonly NoticeView[]) => notices.map(({ kind }) => kind);

test('tells the contact of a quote, with a link and without its sum, and nobody else', async () => {
  const quote = await acme.quote(account, { contactId: contact });
  const colleague = await acme.person({ partyId: account, role: 'Admin' });
  const [notice] = await told(buyer);
  expect(notice).toMatchObject({
    kind: 'quote_ready',
    object: 'quote',
    recordId: quote.id,
    path: `/quotes/${quote.id}`,
    readAt: null,
  });
  expect(notice?.title).toMatch(/^Quote \S+ is ready/);
  expect(await told(colleague)).toEqual([]);
  expect(await told(rival)).toEqual([]);
  const [mail] = await mails('PORTAL_NOTICE');
  expect(mail?.subject).toBe(notice?.title);
  expect(mail?.text).toContain(`${ORIGIN}/quotes/${quote.id}`);
  expect(besidesIds([notice, mail])).not.toMatch(/119|142/);
});

test('tells an approver who asked for what is of colleagues, as far as they reach', async () => {
  const approver = await acme.person({ partyId: account, role: 'Approver' });
  const choices = [{ category: 'quotes', app: true, mail: false, push: false, colleagues: true }];
  const chosen = await approver.call('PUT', '/me/notifications', {
    body: { digest: 'off', choices },
  });
  expect(chosen.status).toBe(200);
  await rival.call('PUT', '/me/notifications', { body: { digest: 'off', choices } });
  const before = (await mails('PORTAL_NOTICE')).length;
  const quote = await acme.quote(account);
  expect((await told(approver)).map(({ recordId }) => recordId)).toEqual([quote.id]);
  expect(await told(rival)).toEqual([]);
  expect((await mails('PORTAL_NOTICE')).length).toBe(before);
});

test('tells of an order and its invoice those alone who may see them', async () => {
  const blind = await acme.person({
    partyId: account,
    role: 'Buyer',
    contactId: contact as never,
    without: ['viewInvoices'],
  });
  const order = await acme.order(account, { contactId: contact });
  await acme.made(`/sales-orders/${order.id}/confirm`, {});
  await acme.invoice(account, { salesOrderId: order.id });
  expect(kindsOf(await told(buyer))).toEqual(
    expect.arrayContaining(['order_confirmed', 'invoice_sent']),
  );
  expect(kindsOf(await told(blind))).not.toContain('invoice_sent');
});

test('tells of an order who has placed it, not who approved that it is', async () => {
  const s = await ApprovalStage.of(stage);
  const boss = await s.person({ role: 'Admin' });
  const bo = await s.person({ role: 'Buyer', approvalLimit: '1.00' });
  const { orderId, approvalId } = await s.checkout(bo, '12.00');
  // As the checkout of a cart says whose the order is.
  await stage.t.db.write(s.acme.people.ctx, (tx) =>
    tx.run(`update sales.sales_order set portal_user_id = $3 where company_id = $1 and id = $2`, [
      tx.ctx.companyId,
      orderId,
      bo.id,
    ]),
  );
  await told(bo);
  expect((await s.approve(boss, approvalId)).status).toBe(200);
  await told(bo);
  await s.acme.made(`/sales-orders/${orderId}/cancel`, { reason: 'Sold out' });
  expect(kindsOf(await told(bo))).toContain('order_cancelled');
  expect(kindsOf(await told(boss))).not.toContain('order_cancelled');
});

test('tells who has raised a case of its answers, and of nothing that is internal', async () => {
  const raiser = await acme.person({ partyId: account, role: 'Buyer' });
  const body = { subject: 'Broken', description: 'It does not start' };
  const opened = (await raiser.call('POST', '/cases', { body })).body as { id: string };
  expect(await told(raiser)).toEqual([]);
  await acme.made(`/cases/${opened.id}/comments`, { body: 'A secret', visibility: 'internal' });
  expect(await told(raiser)).toEqual([]);
  await acme.made(`/cases/${opened.id}/comments`, { body: 'We look', visibility: 'public' });
  expect(await told(raiser)).toMatchObject([
    { kind: 'case_answered', object: 'case', recordId: opened.id, path: `/support/${opened.id}` },
  ]);
  expect(JSON.stringify(await mails('PORTAL_NOTICE'))).not.toMatch(/secret|We look/);
});

test('tells of a file once it is shown to customers, and of no other', async () => {
  const quote = await acme.quote(account, { contactId: contact });
  const before = (await told(buyer)).length;
  const attach = (query: string) =>
    acme.staff.call('POST', `/quotes/${quote.id}/documents?${query}`, {
      body: '%PDF-1.7',
      headers: { 'content-type': 'application/octet-stream' },
    });
  await attach('fileName=margin.pdf');
  expect((await told(buyer)).length).toBe(before);
  await attach('fileName=offer.pdf&visibility=customer');
  const [notice, ...others] = (await told(buyer)).filter(({ kind }) => kind === 'document_shared');
  expect([notice?.recordId, others]).toEqual([quote.id, []]);
  expect(notice?.title).toContain('offer.pdf');
});

test('is read one by one and all at once, also where two read at once', async () => {
  const list = await told(buyer);
  const count = async () =>
    ((await buyer.call('GET', '/notifications/unread-count')).body as { count: number }).count;
  const unread = await count();
  expect(unread).toBeGreaterThanOrEqual(list.length);
  const id = list[0]?.id ?? '';
  expect((await buyer.call('POST', `/notifications/${id}/read`)).status).toBe(204);
  expect((await buyer.call('POST', `/notifications/${id}/read`)).status).toBe(204);
  expect(await count()).toBe(unread - 1);
  expect(codeOf(await rival.call('POST', `/notifications/${id}/read`))).toBe('404 not_found');
  const both = await Promise.all(
    [1, 2, 3].map(() => buyer.call('POST', '/notifications/read-all')),
  );
  expect(both.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await count()).toBe(0);
});

test('cannot be chosen where there is no choice', async () => {
  const choose = (choice: object) =>
    buyer.call('PUT', '/me/notifications', { body: { digest: 'daily', choices: [choice] } });
  const security = { category: 'security', app: true, push: false, colleagues: false };
  const refused = await choose({ ...security, mail: false });
  expect(codeOf(refused)).toBe('422 validation_failed');
  expect((refused.body as { errors: unknown[] }).errors).toMatchObject([
    { pointer: '/choices/0/mail' },
  ]);
  expect(codeOf(await choose({ ...security, mail: true, category: 'registrations' }))).toBe(
    '422 validation_failed',
  );
});

test('waits for the hour of the user, in one e-mail, of what they reach then', async () => {
  const by = await acme.person({ partyId: account, role: 'Buyer', contactId: contact as never });
  const choices: object[] = [];
  await by.call('PUT', '/me/notifications', { body: { digest: 'daily', choices } });
  const [one, two] = [
    await acme.order(account, { contactId: contact }),
    await acme.order(account, { contactId: contact }),
  ];
  for (const { id } of [one, two]) await acme.made(`/sales-orders/${id}/confirm`, {});
  await told(by);
  const mine = ((await by.call('GET', '/me')).body as { user: { email: string } }).user.email;
  expect((await mails('PORTAL_NOTICE')).filter(({ to }) => to === mine)).toEqual([]);
  const gathering = new GatherNotices(stage.t.db);
  await gathering.execute(ctxNow(), ORIGIN);
  expect((await mails('PORTAL_DIGEST')).filter(({ to }) => to === mine)).toEqual([]);
  const tomorrow = { ...ctxNow(), now: addSeconds(stage.t.clock.now(), 24 * 3600) };
  await Promise.all([1, 2].map(() => gathering.execute(tomorrow, ORIGIN)));
  const [digest, ...more] = (await mails('PORTAL_DIGEST')).filter(({ to }) => to === mine);
  expect(more).toEqual([]);
  expect(digest?.text).toContain(`/orders/${one.id}`);
  expect(digest?.text).toContain(`/orders/${two.id}`);
});

test('tells once of what falls due in three days', async () => {
  const asks = await acme.person({ partyId: account, role: 'Admin' });
  await asks.call('PUT', '/me/notifications', {
    body: {
      digest: 'off',
      choices: [{ category: 'invoices', app: true, mail: true, push: false, colleagues: true }],
    },
  });
  const now = stage.t.clock.now();
  const due = addSeconds(now, 3 * 24 * 3600).slice(0, 10);
  const invoice = await acme.invoice(account, { issueDate: now.slice(0, 10), dueDate: due });
  await told(asks);
  const day = new TellOfDay(stage.t.db);
  await day.execute(ctxNow(), { mails: true, appUrl: ORIGIN });
  await day.execute(ctxNow(), { mails: true, appUrl: ORIGIN });
  const found = (await told(asks)).filter(
    ({ kind, recordId }) => kind === 'invoice_due' && recordId === invoice.id,
  );
  expect(found.length).toBe(1);
});

test('tells once of an order that was to be there, and not of one that has left', async () => {
  const today = stage.t.clock.now().slice(0, 10) as LocalDate;
  const sku = `LATE-${newId()}`;
  const product = { name: 'Till', sku, type: 'goods' };
  const { id: productId } = await acme.made('/products', product);
  const lines = [{ productId, ordered: '2', unitPrice: '10.00', taxRate: '19' }];
  const order = async (requestedOn: LocalDate) => {
    const { id } = await acme.order(account, { contactId: contact, requestedOn, lines });
    await acme.made(`/sales-orders/${id}/confirm`, {});
    return id;
  };
  const late = await order(addDays(today, -1));
  const left = await order(addDays(today, -1));
  await acme.made(`/sales-orders/${left}/ship`, {});
  await order(today);
  const day = new TellOfDay(stage.t.db);
  for (let times = 0; times < 2; times += 1) {
    await day.execute(ctxNow(), { mails: false, appUrl: null });
  }
  const found = (await told(buyer)).filter(({ kind }) => kind === 'order_delayed');
  expect(found.map(({ recordId }) => recordId)).toEqual([late]);
  expect((await told(rival)).map(({ kind }) => kind)).not.toContain('order_delayed');
});

test('tells the contact of a subscription that it ends, and nobody beyond reach', async () => {
  const { id } = await acme.subscription(account);
  const day = addDays(stage.t.clock.now().slice(0, 10) as LocalDate, 30);
  await stage.t.db.write(ctxNow(), (tx) =>
    tx.run(
      `update sales.subscription set contact_id = $3, cancel_at = $4, cancel_reason = 'Moved'
       where company_id = $1 and id = $2`,
      [ctxNow().companyId, id, contact, day],
    ),
  );
  const ending = await stage.t.db.read(ctxNow(), (tx) => subscriptionsEnding(tx, day));
  expect(ending).toEqual([id]);
  const more = ending.map((each) => subscriptionEnding(each, day));
  await new TellOfDay(stage.t.db).execute(ctxNow(), { mails: false, appUrl: null }, more);
  const kinds = async (by: PortalClient) => (await told(by)).map(({ kind }) => kind);
  expect(await kinds(buyer)).toContain('subscription_ending');
  expect(await kinds(rival)).not.toContain('subscription_ending');
});

test('tells of a contract that ends in thirty days, unless it goes on by itself', async () => {
  const start = stage.t.clock.now().slice(0, 10) as LocalDate;
  const day = addDays(start, 30);
  const dates = { accountId: account, startDate: start, endDate: day };
  const make = async (more: object) => {
    const { id } = await acme.made('/contracts', { ...dates, ...more });
    await acme.made(`/contracts/${id}/activate`, {});
    return id;
  };
  const ends = await make({});
  await make({ autoRenew: true });
  const ending = await stage.t.db.read(ctxNow(), (tx) => contractsEnding(tx, day));
  expect(ending).toEqual([ends]);
  const order = await acme.order(account, { contactId: contact });
  await stage.t.db.write(ctxNow(), (tx) =>
    tx.run('update sales.sales_order set contract_id = $3 where company_id = $1 and id = $2', [
      ctxNow().companyId,
      order.id,
      ends,
    ]),
  );
  const more = ending.map((each) => contractEnding(each, day));
  await new TellOfDay(stage.t.db).execute(ctxNow(), { mails: false, appUrl: null }, more);
  const found = (await told(buyer)).filter(({ kind }) => kind === 'contract_ending');
  expect(found.map(({ recordId }) => recordId)).toEqual([ends]);
  expect((await told(rival)).map(({ kind }) => kind)).not.toContain('contract_ending');
});

test('tells of a payment that is for several invoices', async () => {
  const asks = await acme.person({ partyId: account, role: 'Admin' });
  const choice = { category: 'invoices', app: true, mail: false, push: false, colleagues: true };
  await asks.call('PUT', '/me/notifications', { body: { digest: 'off', choices: [choice] } });
  const invoices = [await acme.invoice(account), await acme.invoice(account)];
  const body = { invoiceIds: invoices.map(({ id }) => id) };
  const { paymentUrl } = (await buyer.call('POST', '/payments/checkout', { body })).body as {
    readonly paymentUrl: string;
  };
  await acme.payAt(paymentUrl);
  const found = (await told(asks)).filter(({ kind }) => kind === 'money_received');
  expect(found).toMatchObject([{ object: 'payment' }]);
  const [{ recordId, title }] = found as [NoticeView];
  const { body: payment } = await asks.call('GET', `/payments/${recordId}`);
  expect(title).toBe(`Your payment ${(payment as { number: string }).number} has arrived`);
  expect((await told(rival)).map(({ kind }) => kind)).not.toContain('money_received');
});

test('is forgotten after half a year', async () => {
  const later = { ...ctxNow(), now: addSeconds(stage.t.clock.now(), 181 * 24 * 3600) };
  expect(await stage.t.db.write(ctxNow(), forgetNotices)).toBe(0);
  expect(await stage.t.db.write(later, forgetNotices)).toBeGreaterThan(0);
  expect(await told(buyer)).toEqual([]);
});

test('names to who may decide what is asked, by its number', async () => {
  const own = { partyId: await acme.account('Asking'), role: 'Buyer' } as const;
  const asker = await acme.person({ ...own, without: ['approveQuotes'] });
  const decider = await acme.person({ ...own, role: 'Admin' });
  const quote = await acme.quote(own.partyId);
  const { version, number } = (await asker.call('GET', `/quotes/${quote.id}`)).body as typeof quote;
  const asked = await asker.call('POST', `/quotes/${quote.id}/submit-for-approval`, {
    body: { version },
  });
  expect(asked.status).toBeLessThan(300);
  const found = (await told(decider)).find(({ kind }) => kind === 'approval_asked');
  expect(found?.title).toBe(`Something waits for your approval: ${number}`);
});

test('tells a vendor what became of its bank details: who sent them, and its Admins', async () => {
  const { id: partyId } = await acme.made('/ledger-accounts', { name: 'Nuts', kind: 'supplier' });
  const enter = async (role: 'Admin' | 'Buyer', of = partyId) => {
    const user = await acme.people.user({ directory: 'vendor', partyId: of, role });
    return acme.people.enter(user, 'vendor');
  };
  const { id: other } = await acme.made('/ledger-accounts', { name: 'Bolts', kind: 'supplier' });
  const [nina, chief] = [await enter('Admin'), await enter('Admin')];
  const [seller, rival] = [await enter('Buyer'), await enter('Admin', other)];
  await chief.call('PATCH', '/me', { body: { locale: 'de-DE' } });
  const bank = { accountName: 'Nuts Ltd', iban: 'DE02120300000000202051' };
  const at = `/ledger-accounts/${partyId}/bank-changes`;
  for (const step of ['reject', 'approve']) {
    await nina.call('POST', '/me/bank-details', { body: bank });
    const { data } = (await acme.staff.call('GET', at)).body as { data: { id: string }[] };
    const body = step === 'reject' ? { reason: 'A secret' } : {};
    await acme.staff.call('POST', `${at}/${data[0]?.id}/${step}`, { body });
  }
  await dispatch();
  const kinds = async (by: PortalClient) => {
    const { data } = (await by.call('GET', '/notifications')).body as { data: NoticeView[] };
    return kindsOf(data.filter(({ object }) => object === 'ledger-account')).sort();
  };
  const all = ['bank_details_approved', 'bank_details_rejected', 'bank_details_sent'];
  expect(await kinds(nina)).toEqual([...all, 'bank_details_sent']);
  expect(await kinds(chief)).toEqual([...all, 'bank_details_sent']);
  expect([await kinds(seller), await kinds(rival)]).toEqual([[], []]);
  const { user } = (await chief.call('GET', '/me')).body as { user: { email: string } };
  const written = (await mails('PORTAL_NOTICE')).filter(({ to }) => to === user.email);
  const subjects = written.map(({ subject }) => subject);
  expect(subjects).toContain('Ihre neue Bankverbindung wurde freigegeben');
  expect(besidesIds(written)).not.toMatch(/202051|secret/);
});
