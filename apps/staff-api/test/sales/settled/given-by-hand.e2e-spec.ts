import { parseMinor } from '@quittance/money';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Json, type Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call } from '../sales-support';
import { billedOn, invoicesOf } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

const post = async (path: string, body: object = {}) => {
  const answer = await call(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer.body;
};

/** 30.00 a month, billed for March and April 2026; of April some was credited by hand. */
async function credited(amount: string, named = true): Promise<Subscribed> {
  t.clock.set('2026-03-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
  const subscription = (await aSubscription(admin, plan)) as Subscribed;
  for (const day of ['2026-03-01', '2026-04-01']) await billedOn({ t, api, admin }, day);
  const invoices = await invoicesOf(admin);
  for (const { id } of invoices) await post(`/invoices/${id}/send`);
  const april = invoices[1];
  const line = { description: 'Goodwill', quantity: '1', unitPrice: amount };
  const note = await made(admin, '/credit-notes', {
    accountId: april?.accountId,
    invoiceId: april?.id,
    reason: 'Goodwill',
    lines: [{ ...line, ...(named && { invoiceLineId: april?.lines[0]?.id }) }],
  });
  await post(`/credit-notes/${note.id}/issue`);
  t.clock.set('2026-04-16T12:00:00Z');
  return subscription;
}

/** What is asked and not given back; minor units. */
async function charged(): Promise<number> {
  const minor = (text: unknown) => Number(parseMinor(String(text), 'EUR'));
  const { body } = await call(admin, 'GET', '/credit-notes');
  const notes = (body.data as Json[]).filter(({ status }) => status !== 'void');
  const asked = (await invoicesOf(admin)).filter(({ status }) => status !== 'cancelled');
  const sum = (all: readonly Json[]) => all.reduce((s, { subtotal }) => s + minor(subtotal), 0);
  return sum(asked) - sum(notes);
}

/** Takes back the note by hand, which is the first. */
async function takenBack(): Promise<void> {
  const { body } = await call(admin, 'GET', '/credit-notes');
  const note = (body.data as Json[]).find(({ reason }) => reason === 'Goodwill');
  const path = `/credit-notes/${String(note?.id)}`;
  if (note?.status !== 'issued') await post(`${path}/unapply`, { invoiceId: note?.invoiceId });
  await post(`${path}/void`, { reason: 'A mistake' });
}

async function changedTo(of: Subscribed, unitPrice: string, billing = 'now'): Promise<Json> {
  const [item] = of.items;
  const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice }];
  const body = { items, effective: 'now', billing };
  const shown = await post(`/subscriptions/${of.id}/preview-change`, body);
  await post(`/subscriptions/${of.id}/change`, { ...body, previewHash: shown.previewHash });
  return shown;
}

describe('what was given back by hand', () => {
  test.each([
    // Half of April is 15.00.
    ['10', 6000 - 1000 - 1500],
    ['20', 6000 - 2000 - 1000],
    ['30', 3000],
    // Of which line it is need not be said.
    ['20', 6000 - 2000 - 1000, false],
    ['30', 3000, false],
  ] as const)('of %s does not come back at an end', async (amount, left, named?: boolean) => {
    const { id } = await credited(amount, named);
    await post(`/subscriptions/${id}/cancel`, { at: 'now', credit: 'prorated' });
    expect(await charged()).toBe(left);
    await billedOn({ t, api, admin }, '2026-05-01');
    // Nor behind the run, by the invoice of another month.
    expect(await charged()).toBe(left);
  });

  test('asks nothing anew where a price falls, and the difference where it rises', async () => {
    const fallen = await credited('30');
    expect(await changedTo(fallen, '20')).toMatchObject({ net: '0.00' });
    expect(await charged()).toBe(3000);
    const risen = await credited('30');
    expect(await changedTo(risen, '50')).toMatchObject({ net: '10.00' });
    expect(await charged()).toBe(4000);
  });

  test('is owed to nobody twice where the note is voided', async () => {
    const { id } = await credited('30');
    await takenBack();
    await post(`/subscriptions/${id}/cancel`, { at: 'now', credit: 'prorated' });
    expect(await charged()).toBe(6000 - 1500);
  });

  // Of April's second half 15.00; what a note held back comes back where that is taken back.
  test.each([
    ['30', true, 'end', 6000 - 1500],
    ['20', false, 'end', 6000 - 1500],
    ['30', true, 'fall', 6000 - 500],
    ['30', false, 'rise', 6000 + 1000],
    ['30', true, 'both', 6000 - 800],
    ['30', true, 'later', 6000 - 500],
  ] as const)('of %s holds nothing back once it is voided (named: %s, %s)', async (...told) => {
    const [amount, named, how, left] = told;
    const of = await credited(amount, named);
    if (how === 'fall' || how === 'both') await changedTo(of, '20');
    if (how === 'rise') await changedTo(of, '50');
    if (how === 'later') await changedTo(of, '20', 'next_invoice');
    if (how === 'both') {
      t.clock.set('2026-04-22T12:00:00Z');
      await changedTo(of, '10');
      // 5.00 less for 15 days, 3.00 less for nine.
    }
    if (how === 'end')
      await post(`/subscriptions/${of.id}/cancel`, { at: 'now', credit: 'prorated' });
    await takenBack();
    await billedOn({ t, api, admin }, '2026-05-01');
    await billedOn({ t, api, admin }, '2026-05-02');
    const may = { end: 0, fall: 2000, later: 2000, rise: 5000, both: 1000 }[how];
    expect(await charged()).toBe(left + may);
  });

  test('holds the rest back where another note is left', async () => {
    const of = await credited('10');
    const april = (await invoicesOf(admin))[1];
    const line = { description: 'More', quantity: '1', unitPrice: '20' };
    const more = await made(admin, '/credit-notes', {
      accountId: april?.accountId,
      invoiceId: april?.id,
      reason: 'More',
      lines: [{ ...line, invoiceLineId: april?.lines[0]?.id }],
    });
    await post(`/credit-notes/${more.id}/issue`);
    await changedTo(of, '20');
    expect(await charged()).toBe(3000);
    await takenBack();
    await billedOn({ t, api, admin }, '2026-05-01');
    // As if there had been 20.00 alone: 30 - 20, and 5.00 less for what is left of April.
    expect(await charged()).toBe(3000 + 500 + 2000);
  });

  test('is no more than a change has left, which waits or was taken off already', async () => {
    const of = await credited('1');
    const [item] = of.items;
    const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: '10' }];
    const body = { items, effective: 'now', billing: 'next_invoice' };
    await post(`/subscriptions/${of.id}/change`, body);
    // Of April's 30.00 come back 1.00 by hand and 15.00 by the change; 14.00 are left.
    const april = (await invoicesOf(admin))[1];
    const note = (unitPrice: string, named: boolean) =>
      call(admin, 'POST', '/credit-notes', {
        accountId: april?.accountId,
        invoiceId: april?.id,
        reason: 'Goodwill',
        lines: [
          {
            description: 'Goodwill',
            quantity: '1',
            unitPrice,
            ...(named && { invoiceLineId: april?.lines[0]?.id }),
          },
        ],
      });
    for (const day of ['2026-04-16', '2026-05-01']) {
      if (day !== '2026-04-16') await billedOn({ t, api, admin }, day);
      for (const named of [true, false]) {
        const refused = await note('14.01', named);
        expect([day, refused.status, refused.code]).toEqual([day, 422, 'credit_promised']);
      }
    }
    const { body: draft } = await note('13.00', true);
    const { lines } = draft as { lines: Json[] };
    const path = `/credit-notes/${String(draft.id)}/lines/${String(lines[0]?.id)}`;
    const more = await call(admin, 'PATCH', path, { unitPrice: '14.01' });
    expect([more.status, more.code]).toEqual([422, 'credit_promised']);
    const most = await call(admin, 'PATCH', path, { unitPrice: '14.00' });
    expect(most.status).toBe(200);
    await post(`/credit-notes/${String(draft.id)}/issue`);
    // March, and of April what 15 days at the lower price cost; and May at that.
    expect(await charged()).toBe(3000 + 500 + 1000);
  });
});
