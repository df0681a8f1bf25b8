import type { Id } from '@quittance/kernel';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

type Row = Readonly<Record<string, unknown>> & {
  readonly display?: Readonly<Record<string, string>>;
};

let stage: PortalStage;
let acme: CustomerStage;
let partyId: string;
let ada: PortalClient;
let quote: { readonly id: string; readonly number: string };
let invoice: { readonly id: string; readonly number: string };

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  partyId = await acme.account('Acme');
  ada = await acme.person({ partyId, role: 'Admin' });
  quote = await acme.quote(partyId);
  const { version } = (await ada.call('GET', `/quotes/${quote.id}`)).body as { version: number };
  await ada.call('POST', `/quotes/${quote.id}/accept`, {
    body: { version, name: 'Ada', termsAccepted: true },
  });
  await ada.call('POST', `/quotes/${quote.id}/order`, { body: {} });
  invoice = await acme.invoice(partyId);
  const stated = { amount: '5.00', method: 'cash', paidOn: '2026-01-02' };
  await ada.call('POST', `/invoices/${invoice.id}/payments`, { body: stated });
});
afterAll(() => stage.close());

const rows = async (by: PortalClient, path: string) => {
  const { status, body } = await by.call('GET', path);
  expect([status, body]).toEqual([200, expect.anything()]);
  return (body as { data: readonly Row[] }).data;
};
const asked = async (by: PortalClient, path: string) => codeOf(await by.call('GET', path));

test('rows show what they point at, and its name, as its own list does', async () => {
  const [order] = await rows(ada, '/orders?fields=status,quote.number,account.name&display=true');
  expect(order).toMatchObject({ 'quote.number': quote.number, 'account.name': 'Acme' });
  expect(order?.display?.status).toMatch(/^[A-Z]/);
  const [whole] = await rows(ada, '/orders?display=true');
  expect(whole?.display).toMatchObject({ accountId: 'Acme', quoteId: quote.number });
  const fields = 'fields=amount,invoice.number,invoice.total';
  const [payment] = await rows(ada, `/payments?${fields}`);
  expect(payment).toEqual({
    amount: '5.00',
    'invoice.number': invoice.number,
    'invoice.total': '1190.00',
  });
});

test('a record beyond reach is as none, in rows and in names', async () => {
  const cy = await acme.person({ partyId, without: ['seeAllQuotes'] });
  expect((await cy.call('GET', `/quotes/${quote.id}`)).status).toBe(404);
  const [order] = await rows(cy, '/orders?fields=number,quote.number');
  expect(order).toMatchObject({ 'quote.number': null });
  const [whole] = await rows(cy, '/orders?display=true');
  expect(whole?.display).toMatchObject({ accountId: 'Acme' });
  expect(JSON.stringify(whole)).not.toContain(quote.number);
});

test('members that a user does not see of a record are no names', async () => {
  const blind = await acme.person({ partyId, without: ['seePricing'] });
  expect(await asked(blind, '/payments?fields=invoice.number')).toBe('200');
  for (const name of ['total', 'currency', 'balance']) {
    expect(await asked(blind, `/payments?fields=invoice.${name}`)).toBe('400 invalid_list_request');
  }
  for (const name of [
    'quote.internalNotes',
    'quote.ownerId',
    'owner.name',
    'account.creditLimit',
  ]) {
    expect(await asked(ada, `/orders?fields=${name}`)).toBe('400 invalid_list_request');
  }
});

test('what a user has no right to is not reached by another list', async () => {
  const without = await acme.person({ partyId, without: ['viewOrders', 'viewInvoices'] });
  expect(await asked(without, '/assets?fields=order.number')).toBe('400 invalid_list_request');
  expect(await asked(without, '/contracts?fields=salesOrder.number')).toBe(
    '400 invalid_list_request',
  );
});

const where = (field: string, op: string, value?: unknown) => {
  const condition = { field, op, ...(value !== undefined && { value }) };
  return `filter=${encodeURIComponent(JSON.stringify(condition))}`;
};

test('a list is filtered and sorted by what rows point at, as far as that is shown', async () => {
  const numbers = async (by: PortalClient, path: string) =>
    (await rows(by, path)).map((row) => row['quote.number']);
  const drawn = 'fields=number,quote.number';
  const known = where('quote.number', 'eq', quote.number);
  expect(await numbers(ada, `/orders?${drawn}&${known}`)).toEqual([quote.number]);
  expect(await rows(ada, `/orders?${where('quote.number', 'eq', 'Q-0')}`)).toEqual([]);
  expect(await rows(ada, `/orders?${where('account.name', 'contains', 'cm')}`)).toHaveLength(1);
  const dear = where('invoice.total', 'gte', '1190.00');
  expect(await rows(ada, `/payments?${dear}`)).toHaveLength(1);
  expect(await rows(ada, `/payments?${where('invoice.total', 'gt', '1190.00')}`)).toEqual([]);
  await acme.order(partyId);
  for (const [sort, first] of [
    ['quote.number', quote.number],
    ['-quote.number,account.name', null],
  ] as const) {
    const found = await numbers(ada, `/orders?${drawn}&sort=${sort}`);
    expect([found.length, [...found].sort()]).toEqual([2, [quote.number, null].sort()]);
    expect([first, null, quote.number]).toContain(found[0]);
  }
  const [either, none] = [where('quote.number', 'isSet'), where('quote.number', 'isNotSet')];
  const split = [await rows(ada, `/orders?${either}`), await rows(ada, `/orders?${none}`)];
  expect(split.map(({ length }) => length)).toEqual([1, 1]);
});

test('neither a filter nor a sort tells of what is hidden', async () => {
  const cy = await acme.person({ partyId, without: ['seeAllQuotes'] });
  // Beyond reach: as empty as none.
  expect(await rows(cy, `/orders?${where('quote.number', 'eq', quote.number)}`)).toEqual([]);
  expect(await rows(cy, `/orders?${where('quote.number', 'isSet')}`)).toEqual([]);
  const blind = await acme.person({ partyId, without: ['seePricing'] });
  const shut = await acme.person({ partyId, without: ['viewInvoices'] });
  const refused = '400 invalid_list_request';
  for (const [by, list, name] of [
    [blind, 'payments', 'invoice.total'],
    [blind, 'payments', 'invoice.currency'],
    [blind, 'orders', 'quote.subtotal'],
    [shut, 'orders', 'quote.internalNotes'],
    [ada, 'orders', 'quote.internalNotes'],
    [ada, 'orders', 'quote.ownerId'],
    [ada, 'orders', 'account.creditLimit'],
    [ada, 'orders', 'account.industry'],
    [ada, 'orders', 'deal.amount'],
    [ada, 'orders', 'quote.account.name'],
  ] as const) {
    expect([name, await asked(by, `/${list}?${where(name, 'isSet')}`)]).toEqual([name, refused]);
    expect([name, await asked(by, `/${list}?sort=${name}`)]).toEqual([name, refused]);
    expect([name, await asked(by, `/${list}?groupBy=${name}`)]).toEqual([name, refused]);
  }
});

describe('of contacts, colleagues and plans the name alone', () => {
  const drawn = 'fields=subject,contact.name,portalUser.name';
  let cy: PortalClient;

  beforeAll(async () => {
    const [mine, other] = [
      await acme.contact(partyId, 'Cyan'),
      await acme.contact(partyId, 'Olive'),
    ];
    cy = await acme.person({
      partyId,
      name: 'Cy',
      accessLevel: 'own',
      contactId: mine as Id<'contact'>,
    });
    const made = { description: 'At all' };
    const raise = async (by: PortalClient, subject: string, contactId: string) => {
      const { body } = await by.call('POST', '/cases', { body: { subject, ...made } });
      const { id } = body as { id: string };
      const changed = await acme.staff.call('PATCH', `/cases/${id}`, { body: { contactId } });
      expect([changed.status, changed.body]).toEqual([200, expect.anything()]);
    };
    await raise(ada, 'Of Ada', mine);
    await raise(cy, 'Of Cy', other);
    await acme.subscription(partyId);
  });

  it('is drawn, filtered, sorted and grouped by', async () => {
    const shown = await rows(ada, `/cases?${drawn}&sort=contact.name`);
    expect(shown).toEqual([
      { subject: 'Of Ada', 'contact.name': 'Cyan', 'portalUser.name': expect.any(String) },
      { subject: 'Of Cy', 'contact.name': 'Olive', 'portalUser.name': 'Cy' },
    ]);
    const subjects = async (query: string) =>
      (await rows(ada, `/cases?${query}`)).map(({ subject }) => subject);
    expect(await subjects(where('contact.name', 'eq', 'Olive'))).toEqual(['Of Cy']);
    expect(await subjects(where('portalUser.name', 'eq', 'Cy'))).toEqual(['Of Cy']);
    const [whole] = await rows(ada, `/cases?display=true&sort=contact.name`);
    expect(whole?.display).toMatchObject({ contactId: 'Cyan' });
    const named = where('plan.name', 'eq', 'Seats');
    expect(await rows(ada, `/subscriptions?fields=plan.name&${named}`)).toEqual([
      { 'plan.name': 'Seats' },
    ]);
  });

  it('is none where somebody sees no more than what is their own', async () => {
    expect(await rows(cy, `/cases?${drawn}&sort=subject`)).toEqual([
      { subject: 'Of Ada', 'contact.name': 'Cyan', 'portalUser.name': null },
      { subject: 'Of Cy', 'contact.name': null, 'portalUser.name': 'Cy' },
    ]);
    for (const name of ['contact.name', 'portalUser.name']) {
      expect(await rows(cy, `/cases?${where(name, 'isSet')}`)).toHaveLength(1);
    }
    expect(await rows(cy, `/cases?${where('contact.name', 'eq', 'Olive')}`)).toEqual([]);
    for (const name of ['contact.email', 'contact.phone', 'contact.title', 'portalUser.email']) {
      const query = where(name, 'isSet');
      expect(await asked(ada, `/cases?${query}`)).toBe('400 invalid_list_request');
      expect(await asked(ada, `/cases?sort=${name}`)).toBe('400 invalid_list_request');
    }
    for (const name of ['plan.active', 'plan.description', 'plan.productId', 'owner.name']) {
      const query = where(name, 'isSet');
      expect(await asked(ada, `/subscriptions?${query}`)).toBe('400 invalid_list_request');
    }
  });
});
