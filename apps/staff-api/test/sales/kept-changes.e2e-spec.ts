import type { LocalDate } from '@quittance/calendar';
import type { AccountId, Id, InvoiceId } from '@quittance/kernel';
import { DocumentsWithin } from '@quittance/receivables';
import { TaxQuotes } from '@quittance/tax';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import type { Json, Made } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf, scheduleOf, told, type Invoice } from './subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const post = async (path: string, body: object = {}) => {
  const answer = await callAs(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer;
};
const billed = (day: string) => billedOn({ t, api, admin }, day);
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);
const standing = async () =>
  (await invoicesOf(admin)).filter(({ status }) => !['void', 'cancelled'].includes(String(status)));
const last = async () => (await invoicesOf(admin)).at(-1) as Invoice;

const EMPTY = { productId: null, discount: null, taxCode: null, taxRate: null };

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

/** 30.00 a month, billed for April and sent. */
async function subscribed(price = '30', more: object = {}): Promise<Subscribed> {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: price }] });
  const made = await aSubscription(admin, plan, { startDate: '2026-04-01', ...more });
  await billed('2026-04-01');
  await post(`/invoices/${(await last()).id}/send`);
  return made as Subscribed;
}

function changed({ id, items: [item] }: Subscribed, unitPrice: string, more: object = {}) {
  const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice }];
  return post(`/subscriptions/${id}/change`, { items, effective: 'now', ...more });
}

async function notes(): Promise<Json[]> {
  const { body } = await callAs(admin, 'GET', '/credit-notes?sort=number');
  return body.data as Json[];
}

/** The ways in which the last invoice comes to ask for nothing. */
const WAYS = {
  voided: async () => {
    const { id } = await last();
    await post(`/invoices/${id}/send`);
    await post(`/invoices/${id}/void`, { reason: 'Sent to the wrong address' });
  },
  cancelled: async () => post(`/invoices/${(await last()).id}/cancel`),
};

describe.each(Object.entries(WAYS))('what a change asks, where its invoice is %s', (_, undo) => {
  test('is on the next invoice, with what it gives back', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await changed(subscription, '60');
    expect(told([await last()])).toEqual([
      ['2026-04-16', '-15.00: 2026-04-16 to 2026-04-30', '30.00: 2026-04-16 to 2026-04-30'],
    ]);
    await undo();
    await billed('2026-05-01');
    expect(told(await standing()).slice(1)).toEqual([
      [
        '2026-05-01',
        '60.00: 2026-05-01 to 2026-05-31',
        '-15.00: 2026-04-16 to 2026-04-30',
        '30.00: 2026-04-16 to 2026-04-30',
      ],
    ]);
    await billed('2026-06-01');
    expect((await last()).lines).toHaveLength(1);
  });

  test('is on the next again, where that is given up too', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await changed(subscription, '60');
    await undo();
    await billed('2026-05-01');
    await undo();
    await billed('2026-06-01');
    expect(told(await standing()).slice(1)).toEqual([
      [
        '2026-06-01',
        '60.00: 2026-06-01 to 2026-06-30',
        '-15.00: 2026-04-16 to 2026-04-30',
        '30.00: 2026-04-16 to 2026-04-30',
      ],
    ]);
  });

  test('comes back by an end, as far as it was paid for', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await changed(subscription, '60');
    await undo();
    on('2026-04-21');
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now', credit: 'prorated' });
    expect(await scheduleOf(admin, subscription)).toMatchObject({ status: 'completed' });
    // 15 days at 1.00 and 5 at 2.00 a day are 25.00; 30.00 were asked.
    await billed('2026-05-01');
    expect((await notes()).map(({ total }) => total)).toEqual(['5.00']);
    expect(await standing()).toHaveLength(1);
  });

  test('is an invoice of its own where no other follows', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await changed(subscription, '60');
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
    await undo();
    await billed('2026-05-01');
    expect(told(await standing()).slice(1)).toEqual([
      ['2026-05-01', '-15.00: 2026-04-16 to 2026-04-30', '30.00: 2026-04-16 to 2026-04-30'],
    ]);
    await billed('2026-05-02');
    expect(await standing()).toHaveLength(2);
  });

  test('is replaced by another change of the day', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await changed(subscription, '60');
    await undo();
    await changed(subscription, '90');
    expect(told(await standing()).slice(1)).toEqual([
      ['2026-04-16', '-15.00: 2026-04-16 to 2026-04-30', '45.00: 2026-04-16 to 2026-04-30'],
    ]);
    await billed('2026-05-01');
    expect((await last()).lines).toHaveLength(1);
  });
});

describe('a change that is billed with the next invoice', () => {
  const later = { billing: 'next_invoice' };

  test('makes no document by itself', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await changed(subscription, '60', later);
    expect(await standing()).toHaveLength(1);
    const preview = await callAs(admin, 'GET', `/subscriptions/${subscription.id}/preview?count=1`);
    expect(preview.body.invoices).toMatchObject([{ total: '75.00' }]);
    await billed('2026-05-01');
    expect(told(await standing()).at(-1)).toEqual([
      '2026-05-01',
      '60.00: 2026-05-01 to 2026-05-31',
      '-15.00: 2026-04-16 to 2026-04-30',
      '30.00: 2026-04-16 to 2026-04-30',
    ]);
  });

  test('is what its preview has shown', async () => {
    const {
      id,
      items: [item],
    } = await subscribed();
    on('2026-04-16');
    const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: '20' }];
    const asked = { items, effective: 'now', ...later };
    const preview = await post(`/subscriptions/${id}/preview-change`, asked);
    expect(preview.body).toMatchObject({ net: '-5.00', billing: 'next_invoice' });
    const ahead = { ...asked, effective: 'period_end' };
    const planned = await post(`/subscriptions/${id}/preview-change`, ahead);
    expect(planned.body).toMatchObject({ net: '0.00', billing: 'next_invoice' });
    const { previewHash } = preview.body;
    const other = await callAs(admin, 'POST', `/subscriptions/${id}/change`, {
      ...asked,
      billing: 'now',
      previewHash,
    });
    expect(other.code).toBe('preview_stale');
    await post(`/subscriptions/${id}/change`, { ...asked, previewHash });
    expect(await notes()).toEqual([]);
    await billed('2026-05-01');
    expect(await last()).toMatchObject({ total: '15.00' });
  });

  test('gives back by a note what brings the next invoice below nothing', async () => {
    const subscription = await subscribed('300');
    on('2026-04-16');
    await changed(subscription, '3', later);
    expect(await billed('2026-05-01')).toMatchObject({ invoiced: 1, failed: 0 });
    expect(await last()).toMatchObject({ total: '3.00' });
    const [first] = await invoicesOf(admin);
    expect(await notes()).toMatchObject([{ total: '148.50', invoiceId: first?.id }]);
    await billed('2026-06-01');
    expect([await notes(), (await last()).total]).toMatchObject([[{}], '3.00']);
  });

  test('comes back by the invoices of the changes that asked, all of it', async () => {
    const sent = async () => post(`/invoices/${(await last()).id}/send`);
    const subscription = await subscribed('10');
    on('2026-04-02');
    await changed(subscription, '1000');
    await sent();
    on('2026-04-03');
    await changed(subscription, '1500');
    await sent();
    on('2026-04-04');
    await changed(subscription, '10', later);
    await billed('2026-05-01');
    await billed('2026-05-02');
    const asked = (await standing()).reduce((all, { subtotal }) => all + Number(subtotal), 0);
    const back = (await notes()).reduce((all, { subtotal }) => all + Number(subtotal), 0);
    // 28 days at 10.00 of 30, one at 1,000.00, one at 1,500.00, 92.67 in all; and May.
    expect((asked - back).toFixed(2)).toBe('102.67');
    expect((await notes()).length).toBeGreaterThan(1);
  });

  test('is taken off by a later one, and by an end', async () => {
    const subscription = await subscribed('30');
    on('2026-04-11');
    await changed(subscription, '3000', later);
    on('2026-04-21');
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now', credit: 'prorated' });
    // 10 days at 1.00 and 10 at 100.00 are 1,010.00; 30.00 were asked.
    await billed('2026-04-21');
    expect(await standing()).toMatchObject([{ total: '30.00' }, { total: '980.00' }]);
    expect(await notes()).toEqual([]);
  });

  test('takes the place of one of the same day, whichever way that is billed', async () => {
    const subscription = await subscribed('30');
    on('2026-04-16');
    await changed(subscription, '60', later);
    await changed(subscription, '90');
    await changed(subscription, '120', later);
    expect(await standing()).toHaveLength(1);
    await billed('2026-05-01');
    expect(await last()).toMatchObject({ total: '165.00' });
  });
});

describe('what a change gives back', () => {
  const voided = async ({ id, invoiceId }: Json) => {
    await post(`/credit-notes/${String(id)}/unapply`, { invoiceId });
    await post(`/credit-notes/${String(id)}/void`, { reason: 'Credited elsewhere' });
  };

  test('of an item that another has paid for comes back by the lines that have room', async () => {
    const plans = [
      await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '10' }] }),
      await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '60' }] }),
    ];
    const both = { items: plans.map(({ id: planId }) => ({ planId })), startDate: '2026-04-01' };
    const { id, items } = (await aSubscription(admin, plans[0] as Made, both)) as Subscribed;
    await billed('2026-04-01');
    await post(`/invoices/${(await last()).id}/send`);
    on('2026-04-16');
    const wanted = items.map(({ itemId, planId }, i) => {
      return { itemId, planId, unitPrice: i === 0 ? '40' : '5' };
    });
    await post(`/subscriptions/${id}/change`, { items: wanted, effective: 'now' });
    expect(await notes()).toMatchObject([{ total: '12.50' }]);
    on('2026-04-17');
    await post(`/subscriptions/${id}/cancel`, { at: 'now', credit: 'prorated' });
    // 18.67 of the first, whose line has asked for 10.00, and 2.33 of the other.
    expect(await notes()).toMatchObject([{}, { total: '21.00' }]);
  });

  test('is owed again where its note is voided by hand', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await changed(subscription, '10');
    const [note] = await notes();
    expect(note).toMatchObject({ total: '10.00' });
    await voided(note as Json);
    await billed('2026-05-01');
    expect(told([await last()])).toEqual([
      ['2026-05-01', '10.00: 2026-05-01 to 2026-05-31', '-10.00: 2026-04-16 to 2026-04-30'],
    ]);
    await billed('2026-06-01');
    expect((await last()).lines).toHaveLength(1);
  });

  test('is owed again by another note where no invoice follows', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now', credit: 'prorated' });
    const [note] = await notes();
    await voided(note as Json);
    await billed('2026-05-01');
    await billed('2026-05-02');
    const standing = (await notes()).filter(({ status }) => status !== 'void');
    expect(standing).toMatchObject([{ total: '15.00', invoiceId: note?.invoiceId }]);
  });

  test('is not, but its days at the new price, where its invoice is voided too', async () => {
    const subscription = await subscribed();
    on('2026-04-16');
    await changed(subscription, '10');
    const [note] = await notes();
    await voided(note as Json);
    await post(`/invoices/${String(note?.invoiceId)}/void`, { reason: 'Never owed' });
    await billed('2026-05-01');
    expect(told([await last()])).toEqual([
      ['2026-05-01', '10.00: 2026-05-01 to 2026-05-31', '5.00: 2026-04-16 to 2026-04-30'],
    ]);
  });

  test('by the draft of another period is owed again where that is cancelled', async () => {
    const subscription = await subscribed('300');
    const { id: invoiceId, lines } = await last();
    const by = {
      description: 'Goodwill',
      quantity: '1',
      unitPrice: '160',
      invoiceLineId: lines[0]?.id as Id<'invoice-line'>,
    };
    const accountId = subscription.accountId as AccountId;
    on('2026-04-16');
    await changed(subscription, '3', { billing: 'next_invoice' });
    // Nobody may do so by hand any more; it was done before that was refused.
    const issueDate = '2026-04-16' as LocalDate;
    const hand = { accountId, invoiceId: invoiceId as InvoiceId, reason: 'Goodwill', issueDate };
    const documents = api.app.get(DocumentsWithin);
    await api.app
      .get(TaxQuotes)
      .write(t.ctx(admin.companyId), (tx, taxes) =>
        documents.credit(tx, taxes, { ...hand, lines: [{ ...EMPTY, ...by } as never] }),
      );
    await billed('2026-05-01');
    // Of 148.50 are 140.00 left of April, and 3.00 of May.
    expect(await last()).toMatchObject({ issueDate: '2026-05-01', total: '0.00' });
    await post(`/invoices/${(await last()).id}/cancel`);
    await billed('2026-06-01');
    expect(told([await last()])).toEqual([
      ['2026-06-01', '3.00: 2026-06-01 to 2026-06-30', '-3.00: 2026-04-16 to 2026-04-30'],
    ]);
  });
});
