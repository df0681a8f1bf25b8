import { parseMinor } from '@quittance/money';
import { Client } from 'pg';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { waitingFor } from '../../../../../test/support/waiting.js';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call } from '../sales-support';
import { billedOn, invoicesOf } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await owner?.end();
  await api?.close();
  await t?.close();
});

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

/** 30.00 a month, billed for April and sent; it is the 16th. */
async function subscribed(): Promise<{ of: Subscribed; april: Json & { id: string } }> {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
  const of = (await aSubscription(admin, plan, { startDate: '2026-04-01' })) as Subscribed;
  await billedOn({ t, api, admin }, '2026-04-01');
  const april = (await invoicesOf(admin))[0] as Json & { id: string };
  await call(admin, 'POST', `/invoices/${april.id}/send`);
  t.clock.set('2026-04-16T12:00:00Z');
  return { of, april };
}

function change({ id, items: [item] }: Subscribed, billing: string) {
  const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: '10' }];
  return call(admin, 'POST', `/subscriptions/${id}/change`, { items, effective: 'now', billing });
}

/** A note of all of April, by somebody's hand. */
function credit({ id, accountId, lines }: Json & { id: string }) {
  const [line] = lines as Json[];
  const all = { description: 'Goodwill', quantity: '1', unitPrice: '30' };
  return call(admin, 'POST', '/credit-notes', {
    accountId,
    invoiceId: id,
    reason: 'Goodwill',
    lines: [{ ...all, invoiceLineId: line?.id }],
  });
}

/** Both come to wait for the invoice, one behind the other, before either goes on. */
async function inOrder<A, B>(
  invoiceId: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  await owner.query('begin');
  await owner.query(
    'select 1 from receivables.invoice where company_id = $1 and id = $2 for update',
    [admin.companyId, invoiceId],
  );
  const one = first();
  while ((await waitingFor(t)) < 1);
  const other = second();
  while ((await waitingFor(t)) < 2);
  await owner.query('commit');
  return Promise.all([one, other]);
}

/** What is asked and not given back; minor units. */
async function charged(): Promise<number> {
  const minor = (text: unknown) => Number(parseMinor(String(text), 'EUR'));
  const stands = ({ status }: Json) => status !== 'void' && status !== 'cancelled';
  const { body } = await call(admin, 'GET', '/credit-notes');
  const sum = (all: readonly Json[]) =>
    all.filter(stands).reduce((s, { subtotal }) => s + minor(subtotal), 0);
  return sum(await invoicesOf(admin)) - sum(body.data as Json[]);
}

describe('a note by hand and a change of the same period at one moment', () => {
  test.each([
    // Half of April at 30.00, and half at 10.00.
    ['now', 'credit_exceeds_line', 1500 + 500],
    ['next_invoice', 'credit_promised', 1500 + 500],
  ])('give nothing back twice where the change (%s) comes first', async (billing, code, left) => {
    const { of, april } = await subscribed();
    const [changed, credited] = await inOrder(
      april.id,
      () => change(of, billing),
      () => credit(april),
    );
    expect([changed.status, credited.status, credited.code]).toEqual([200, 422, code]);
    await billedOn({ t, api, admin }, '2026-05-01');
    expect(await charged()).toBe(left + 1000);
  });

  test.each(['now', 'next_invoice'])(
    'give nothing back twice where the note comes first (%s)',
    async (billing) => {
      const { of, april } = await subscribed();
      const [credited, changed] = await inOrder(
        april.id,
        () => credit(april),
        () => change(of, billing),
      );
      expect([credited.status, changed.status]).toEqual([201, 200]);
      await billedOn({ t, api, admin }, '2026-05-01');
      expect(await charged()).toBe(1000);
    },
  );
});

describe('a void and a change of the same period at one moment', () => {
  const give = (id: string) => () =>
    call(admin, 'POST', `/invoices/${id}/void`, { reason: 'Never owed' });

  test.each(['void', 'change'])('come to the same where the %s comes first', async (first) => {
    const { of, april } = await subscribed();
    const both = [give(april.id), () => change(of, 'next_invoice')] as const;
    const [one, other] = first === 'void' ? both : ([both[1], both[0]] as const);
    const answers = await inOrder(april.id, one, other);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await billedOn({ t, api, admin }, '2026-05-01');
    // Half of April and all of May at 10.00.
    expect(await charged()).toBe(500 + 1000);
  });
});
