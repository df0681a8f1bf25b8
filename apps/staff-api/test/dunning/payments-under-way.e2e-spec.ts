import { OpenPayLink } from '@quittance/gateway/host';
import type { StaffClient, TestStaffApi } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { InvoiceBody } from '../receivables/billing-support.js';
import { bodyOf } from '../access/members.js';
import { LETTERS, onDunningStage, type Pursuit } from './dunning-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let p: Pursuit;
onDunningStage((stage) => ({ t, api, admin, p } = stage));

const RETRY = [{ daysAfterDue: 1, action: 'payment_retry' }];

/** Its payer has paid by a method that takes days. */
async function paysSlowly(invoices: readonly InvoiceBody[], more: object = {}): Promise<string> {
  const [{ id: invoiceId }] = invoices as [InvoiceBody];
  const over = invoices.length === 1 ? { invoiceId } : { invoiceIds: invoices.map(({ id }) => id) };
  const made = await admin.call('POST', '/payments/checkout', { body: { ...over, ...more } });
  const { checkoutId } = bodyOf<{ checkoutId: string }>(made);
  await becomes(checkoutId, 'processing');
  return checkoutId;
}

const becomes = (checkoutId: string, status: string) =>
  t.db.write(t.ctx(admin.companyId), (tx) =>
    tx.run(
      `update gateway.checkout set status = $3, money_under_way_at = $4::timestamptz
       where company_id = $1 and id = $2`,
      [admin.companyId, checkoutId, status, t.clock.now()],
    ),
  );

const checkouts = (invoice: InvoiceBody) =>
  admin
    .call('GET', `/invoices/${invoice.id}/checkouts`)
    .then((answer) => bodyOf<{ data: { amount: string; status: string }[] }>(answer).data);

it.each(['reminder', 'payment_retry'])(
  'money that is under way at the provider holds a %s, and none about other invoices',
  async (action) => {
    await p.scheduled([{ daysAfterDue: 1, action }]);
    const accountId = await p.account();
    const [one, two, other] = [
      await p.overdue(accountId),
      await p.overdue(accountId),
      await p.overdue(accountId),
    ];
    const checkoutId = await paysSlowly([one, two]);
    expect(await p.run()).toMatchObject({ invoices: 3, sent: 1, held: 2, failed: 0 });
    for (const each of [one, two]) {
      expect(await p.standing(each)).toMatchObject({ heldBy: 'payment_pending', attempts: [] });
    }
    expect(await p.steps(other)).toEqual([[1, 'sent', null]]);
    const letter = (await p.emails()).map(({ subject }) => subject);
    expect(letter).toEqual([expect.stringContaining(other.number)]);

    // It never came: they are pursued like any other.
    await becomes(checkoutId, 'failed');
    p.daysPass(3);
    expect(await p.run()).toMatchObject({ sent: 2, held: 1 });
  },
);

it('at a link that gave way to another holds its invoice as well', async () => {
  await p.scheduled(LETTERS);
  const invoice = await p.overdue();
  const checkoutId = await paysSlowly([invoice]);
  await becomes(checkoutId, 'closing');
  expect(await p.run()).toMatchObject({ sent: 0, held: 1 });
  expect(await p.standing(invoice)).toMatchObject({ heldBy: 'payment_pending' });
  await becomes(checkoutId, 'cancelled');
  p.daysPass(1);
  expect(await p.run()).toMatchObject({ sent: 1, held: 0 });
});

it('is a part of an invoice: the rest is asked for, by a link over the others', async () => {
  await p.scheduled(RETRY);
  const accountId = await p.account();
  const [part, whole] = [await p.overdue(accountId), await p.overdue(accountId)];
  await paysSlowly([part], { amount: '40.00' });
  expect(await p.run()).toMatchObject({ sent: 2, failed: 0, letters: 1 });
  expect(await checkouts(whole)).toMatchObject([{ amount: '100.00', status: 'open' }]);

  const link = (await p.standing(part)).attempts.at(-1)?.paymentLink;
  const token = link?.split('/').at(-1) ?? '';
  const open = api.app.get(OpenPayLink, { strict: false });
  const opened = open.execute({ token, requestId: 'payer', now: t.clock.now() });
  expect(await opened).toMatch(/^http/);
});

it('alone, the rest of it is asked for without a link being made', async () => {
  await p.scheduled(RETRY);
  const part = await p.overdue();
  await paysSlowly([part], { amount: '40.00' });
  expect(await p.run()).toMatchObject({ sent: 1, failed: 0 });
  expect(await checkouts(part)).toMatchObject([{ amount: '40.00', status: 'processing' }]);
  const [attempt] = (await p.standing(part)).attempts;
  expect(attempt).toMatchObject({ result: 'sent', paymentLink: null });
  const { text } = bodyOf<{ text: string }>(await admin.call('GET', `/emails/${attempt?.emailId}`));
  expect(text).toContain('60.00');
  expect(text).not.toContain('/pay/');
});

it('holds what is objected to in part as far as nobody objects', async () => {
  await p.scheduled(LETTERS);
  const invoice = await p.overdue();
  await paysSlowly([invoice], { amount: '70.00' });
  const body = { reason: 'one was broken', amount: '30.00' };
  await admin.call('POST', `/invoices/${invoice.id}/dispute`, { body });
  expect(await p.run()).toMatchObject({ sent: 0, held: 1 });
  expect(await p.standing(invoice)).toMatchObject({ heldBy: 'payment_pending' });
});
