import type { Id } from '@quittance/kernel';
import { CustomerStage, type Made } from './customer-stage.js';
import { codeOf, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let A: string;
let B: string;
/** Of Bo, who sees no more than his own. */
let bosContact: Id<'contact'>;
let ada: PortalClient;
let bo: PortalClient;
let rival: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  A = await acme.account('Acme');
  B = await acme.account('Rival');
  bosContact = (await acme.contact(A, 'Bo')) as Id<'contact'>;
  ada = await acme.person({ partyId: A, role: 'Admin', accessLevel: 'account' });
  bo = await acme.person({
    partyId: A,
    accessLevel: 'own',
    contactId: bosContact,
    without: ['seeAllQuotes'],
  });
  rival = await acme.person({ partyId: B, role: 'Admin', accessLevel: 'account' });
});
afterAll(() => stage.close());

const read = async (who: PortalClient, path: string) =>
  (await who.call('GET', path)).body as Record<string, unknown> & Made;
const state = async (who: PortalClient, path: string) => codeOf(await who.call('GET', path));

describe('quotes of a customer', () => {
  it('are shown from when they were sent, and mark that they were seen', async () => {
    const draft = await acme.quote(A, {}, false);
    expect(await state(ada, `/quotes/${draft.id}`)).toBe('404 not_found');
    const { id } = await acme.quote(A);
    await ada.call('HEAD', `/quotes/${id}`);
    expect((await acme.staff.call('GET', `/quotes/${id}`)).body).toMatchObject({ status: 'sent' });
    const seen = await read(ada, `/quotes/${id}`);
    expect(seen).toMatchObject({ status: 'viewed', total: '142.78' });
    expect(JSON.stringify(seen)).not.toContain('margin');
    expect(await state(rival, `/quotes/${id}`)).toBe('404 not_found');
  });

  it('of colleagues are seen with that right alone, whatever the level', async () => {
    const theirs = await acme.quote(A);
    const own = await acme.quote(A, { contactId: bosContact });
    const wide = await acme.person({ partyId: A, accessLevel: 'own', contactId: bosContact });
    const narrow = await acme.person({
      partyId: A,
      accessLevel: 'account',
      contactId: bosContact,
      without: ['seeAllQuotes'],
    });
    const of = async (who: PortalClient) => [
      await state(who, `/quotes/${theirs.id}`),
      await state(who, `/quotes/${own.id}`),
    ];
    expect(await of(bo)).toEqual(['404 not_found', '200']);
    expect(await of(narrow)).toEqual(['404 not_found', '200']);
    expect(await of(wide)).toEqual(['200', '200']);
  });

  it('show the revisions that were sent', async () => {
    const { id } = await acme.quote(A);
    const revision = await acme.made(`/quotes/${id}/revise`, {});
    const numbers = async () => (await read(ada, `/quotes/${id}/revisions`)).data as unknown[];
    expect(await numbers()).toHaveLength(1);
    expect(JSON.stringify(await read(ada, `/quotes/${id}`))).not.toContain(revision.id);
    for (const step of ['submit', 'approve', 'send']) {
      await acme.made(`/quotes/${revision.id}/${step}`, {});
    }
    expect(await numbers()).toHaveLength(2);
  });

  it('have a PDF for those who may see prices', async () => {
    const { id } = await acme.quote(A);
    expect((await ada.call('GET', `/quotes/${id}/pdf`)).status).toBe(200);
    const blind = await acme.person({ partyId: A, without: ['seePricing'] });
    const plain = await blind.call('GET', `/quotes/${id}/pdf`);
    const priced = await ada.call('GET', `/quotes/${id}/pdf`);
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(plain.headers.get('etag')).not.toBe(priced.headers.get('etag'));
    expect(await state(rival, `/quotes/${id}/pdf`)).toBe('404 not_found');
  });
});

describe('the PDF of an order', () => {
  it('has no prices for those who may see none, and is for those who see orders', async () => {
    const { id } = await acme.order(A);
    const blind = await acme.person({ partyId: A, without: ['seePricing'] });
    const closed = await acme.person({ partyId: A, without: ['viewOrders'] });
    const [priced, plain] = [
      await ada.call('GET', `/orders/${id}/pdf`),
      await blind.call('GET', `/orders/${id}/pdf`),
    ];
    expect([priced.status, plain.status]).toEqual([200, 200]);
    expect(plain.headers.get('etag')).not.toBe(priced.headers.get('etag'));
    expect(await state(closed, `/orders/${id}/pdf`)).toBe('403 permission_denied');
    expect(await state(rival, `/orders/${id}/pdf`)).toBe('404 not_found');
  });
});

describe('accepting', () => {
  const said = { name: 'Ada Buyer', poNumber: 'PO-1', termsAccepted: true };
  const accept = (who: PortalClient, { id, version }: Made, more = {}) =>
    who.call('POST', `/quotes/${id}/accept`, { body: { version, ...said, ...more } });

  it('names the user of the portal, once', async () => {
    const quote = await read(ada, `/quotes/${(await acme.quote(A)).id}`);
    expect((await accept(ada, quote, { termsAccepted: false })).status).toBe(422);
    const answer = await accept(ada, quote);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { outcome: 'accepted', quote: { status: 'accepted' } },
    ]);
    const found = await acme.staff.call('GET', `/quotes/${quote.id}/acceptance`);
    expect(found.body).toMatchObject({
      method: 'portal',
      portalUserId: ada.signed.user.id,
      staffUserId: null,
    });
    // To who has done so it says the same again.
    expect((await accept(ada, quote)).body).toEqual(answer.body);
    const other = await acme.person({ partyId: A, role: 'Admin' });
    expect(codeOf(await accept(other, quote))).toBe('409 quote_not_open');
  });

  it('of what was changed since it was read is refused', async () => {
    const quote = await read(ada, `/quotes/${(await acme.quote(A)).id}`);
    const old = { ...quote, version: quote.version - 1 };
    expect(codeOf(await accept(ada, old))).toBe('412 precondition_failed');
  });

  it('keeps to the limit and the rights of whoever accepts', async () => {
    const quote = await read(ada, `/quotes/${(await acme.quote(A)).id}`);
    const limited = (approvalLimit: string, limitPeriod: 'order' | 'month' = 'order') =>
      acme.person({ partyId: A, approvalLimit, limitPeriod });
    for (const who of [await limited('142.77'), await limited('0'), await limited('99', 'month')]) {
      const waits = await accept(who, quote);
      expect(waits.body).toMatchObject({ outcome: 'awaiting_approval' });
      const { approvalId } = waits.body as { approvalId: string };
      await who.call('POST', `/approvals/${approvalId}/withdraw`, { body: { version: 1 } });
    }
    const without = await acme.person({ partyId: A, without: ['approveQuotes'] });
    expect(codeOf(await accept(without, quote))).toBe('403 permission_denied');
    expect(codeOf(await accept(rival, quote))).toBe('404 not_found');
    expect((await accept(await limited('142.78'), quote)).status).toBe(200);
  });

  it('is one among twenty at once', async () => {
    const quote = await read(ada, `/quotes/${(await acme.quote(A)).id}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(ada, quote)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const accepted = await stage.t.db.read(acme.people.ctx, (tx) =>
      tx.rows(`select from sales.quote_acceptance where company_id = $1 and quote_id = $2`, [
        acme.people.ctx.companyId,
        quote.id,
      ]),
    );
    expect(accepted).toHaveLength(1);
  });
});

describe('declining', () => {
  it('rejects with a reason, or asks for changes of lines', async () => {
    const first = await read(ada, `/quotes/${(await acme.quote(A)).id}`);
    const body = { version: first.version, reason: 'Too dear' };
    expect(codeOf(await rival.call('POST', `/quotes/${first.id}/reject`, { body }))).toBe(
      '404 not_found',
    );
    const rejected = await ada.call('POST', `/quotes/${first.id}/reject`, { body });
    expect(rejected.body).toMatchObject({ status: 'rejected' });
    const other = await read(ada, `/quotes/${(await acme.quote(A)).id}`);
    const [line] = other.lines as { id: string }[];
    const lines = [{ lineId: line?.id, note: 'More', quantity: '5' }];
    const wish = { version: other.version, message: 'Please', lines };
    const changes = await ada.call('POST', `/quotes/${other.id}/request-changes`, { body: wish });
    expect(changes.body).toMatchObject({
      status: 'changes_requested',
      requestedChanges: { message: 'Please', lines: [{ message: '5 × · More' }] },
    });
  });
});

describe('orders of a customer', () => {
  it('are shown from when they were placed, with their invoices for those who may', async () => {
    const draft = await acme.order(A, {}, false);
    expect(await state(ada, `/orders/${draft.id}`)).toBe('404 not_found');
    const { id } = await acme.order(A);
    const order = await read(ada, `/orders/${id}`);
    expect(order).toMatchObject({ status: 'pending', total: '142.78', paymentStatus: 'unpaid' });
    expect(order.invoices).toEqual([]);
    const cy = await acme.person({ partyId: A, without: ['viewInvoices'] });
    const without = await read(cy, `/orders/${id}`);
    expect([without.number, 'invoices' in without, 'paymentStatus' in without]).toEqual([
      order.number,
      false,
      false,
    ]);
    expect(await state(rival, `/orders/${id}`)).toBe('404 not_found');
    expect(await state(rival, `/orders/${id}/tracking`)).toBe('404 not_found');
    expect(await read(ada, `/orders/${id}/tracking`)).toMatchObject({ data: [] });
    const none = await acme.person({ partyId: A, without: ['viewOrders'] });
    expect(await state(none, `/orders/${id}`)).toBe('403 permission_denied');
  });

  it('are with level own those the user is the contact of', async () => {
    const theirs = await acme.order(A);
    const own = await acme.order(A, { contactId: bosContact });
    expect(await state(bo, `/orders/${theirs.id}`)).toBe('404 not_found');
    expect(await state(bo, `/orders/${own.id}`)).toBe('200');
    const mine = await acme.invoice(A, { salesOrderId: own.id });
    const other = await acme.invoice(A, { salesOrderId: theirs.id });
    expect(await state(bo, `/invoices/${mine.id}`)).toBe('200');
    expect(await state(bo, `/invoices/${other.id}`)).toBe('404 not_found');
  });

  it('are cancelled while nothing is confirmed', async () => {
    const { id } = await acme.order(A);
    const cancel = (who: PortalClient) =>
      who.call('POST', `/orders/${id}/cancel`, { body: { reason: 'A mistake' } });
    expect(codeOf(await cancel(rival))).toBe('404 not_found');
    expect((await cancel(ada)).body).toMatchObject({ status: 'cancelled' });
    expect(codeOf(await cancel(ada))).toBe('409 order_not_cancellable');
    const confirmed = await acme.order(A);
    await acme.made(`/sales-orders/${confirmed.id}/confirm`, {});
    const late = await ada.call('POST', `/orders/${confirmed.id}/cancel`, {
      body: { reason: 'Too late' },
    });
    expect(codeOf(late)).toBe('409 order_not_cancellable');
  });

  it('are sorted by no price without the right to see one', async () => {
    const blind = await acme.person({ partyId: A, without: ['seePricing'] });
    expect((await ada.call('GET', '/orders?sort=total')).status).toBe(200);
    expect((await blind.call('GET', '/orders?sort=total')).status).toBe(400);
    const csv = await blind.call('GET', '/orders/export?format=csv');
    expect([csv.status, String(csv.body).split('\n')[0]]).toEqual([
      200,
      expect.not.stringMatching(/total|currency|mrr/i),
    ]);
  });

  it('are downloaded as they are filtered and sorted, by nothing else', async () => {
    const [one, two] = [await acme.order(A), await acme.order(A)];
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'id', op: 'in', value: [one.id, two.id] }),
    );
    const file = await ada.call('GET', `/orders/export?format=jsonl&sort=-number&filter=${filter}`);
    const rows = String(file.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Made);
    expect(rows.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(codeOf(await ada.call('GET', '/orders/export?form=csv'))).toBe('400 malformed_request');
    expect((await ada.call('GET', '/approvals?box=inbox&sort=-createdAt&pageSize=1')).status).toBe(
      200,
    );
  });
});

describe('fields of the company’s own', () => {
  const options = [{ code: 'r', label: 'Red', active: true }];
  const values = { hue__c: 'r', deposit__c: '5.00', margin__c: 'Secret', home__c: 'Secret' };
  const OBJECTS = [
    ['quote', 'quotes', () => acme.quote(A, values), 'Quote'],
    ['sales-order', 'orders', () => acme.order(A, values), 'Sales order'],
    ['invoice', 'invoices', () => acme.invoice(A, values), 'Invoice'],
  ] as const;
  let blind: PortalClient;

  beforeAll(async () => {
    blind = await acme.person({ partyId: A, accessLevel: 'account', without: ['seePricing'] });
    for (const [object] of OBJECTS) {
      const at = `/customization/objects/${object}/fields`;
      const field = (name: string, type: string, customer: string, more = {}) =>
        acme.made(at, { name, label: `The ${name}`, type, portals: { customer }, ...more });
      await field('hue__c', 'picklist', 'read', { settings: { options } });
      await field('deposit__c', 'currency', 'write');
      await field('margin__c', 'text', 'none', { searched: true });
      await field('home__c', 'text', 'read', { personal: true });
    }
  });

  const own = (body: object) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name.endsWith('__c')));

  it.each(OBJECTS)('are shown of a %s as they are opened, alone and in lists', async (...of) => {
    const [, path, make] = of;
    const { id } = await make();
    await (path === 'quotes' ? acme.quote(B) : acme.invoice(B));
    const told = { hue__c: 'r', deposit__c: '5.00' };
    expect(own(await read(ada, `/${path}/${id}`))).toEqual(told);
    expect(own(await read(blind, `/${path}/${id}`))).toEqual({ hue__c: 'r' });
    expect(await state(rival, `/${path}/${id}`)).toBe('404 not_found');
    const rows = async (who: PortalClient, query: string) =>
      (await read(who, `/${path}?${query}`)).data as unknown as { id: string }[];
    const red = `filter=${encodeURIComponent('{"field":"hue__c","op":"eq","value":"r"}')}`;
    const [row] = await rows(ada, `${red}&sort=-deposit__c`);
    expect([row?.id, own(row ?? {})]).toEqual([id, told]);
    expect((await rows(blind, red)).map(own)).toEqual([{ hue__c: 'r' }]);
    expect(await rows(rival, red)).toEqual([]);
    const [drawn] = await rows(ada, `${red}&fields=id,hue__c&display=true`);
    expect(drawn).toEqual({ id, hue__c: 'r', display: { hue__c: 'Red' } });
    const csv = async (who: PortalClient) =>
      String((await who.call('GET', `/${path}/export?format=csv&${red}`)).body);
    expect(await csv(ada)).toContain('hue__c,deposit__c');
    for (const text of [await csv(ada), await csv(blind)]) {
      expect(text).not.toMatch(/margin__c|home__c|Secret/);
    }
    expect(await csv(blind)).not.toMatch(/deposit__c|5\.00/);
  });

  it.each(OBJECTS)('of a %s are no names where they are not opened', async (_, path) => {
    const asks = (name: string) => [
      `sort=${name}`,
      `fields=${name}`,
      `groupBy=${name}`,
      `filter=${encodeURIComponent(JSON.stringify({ field: name, op: 'isSet' }))}`,
      `aggregate=max:${name}&groupBy=status`,
    ];
    for (const query of asks('hue__c').slice(0, -1)) {
      expect([query, await state(ada, `/${path}?${query}`)]).toEqual([query, '200']);
    }
    for (const [who, name] of [
      [ada, 'margin__c'],
      [ada, 'home__c'],
      [blind, 'deposit__c'],
    ] as const) {
      for (const query of asks(name)) {
        expect([query, await state(who, `/${path}?${query}`)]).toMatchObject([
          query,
          expect.stringMatching(/^400 /) as string,
        ]);
      }
    }
    expect((await read(ada, `/${path}?search=Secret`)).data).toEqual([]);
  });

  it('are told to applications as they are opened, and no more', async () => {
    const told = async (who: PortalClient) => {
      const { objects } = (await read(who, '/fields')) as unknown as { objects: Told[] };
      return objects.map(({ object, label, fields }) => [object, label, fields] as const);
    };
    const of = (fields: readonly Told['fields'][number][]) => fields.map(({ name }) => name);
    const all = await told(ada);
    expect(all.map(([object, label]) => [object, label]).sort()).toEqual(
      OBJECTS.map(([object, , , label]) => [object, label]).sort(),
    );
    for (const [, , fields] of all) expect(of(fields)).toEqual(['hue__c', 'deposit__c']);
    for (const [, , fields] of await told(blind)) expect(of(fields)).toEqual(['hue__c']);
    expect(all[0]?.[2][0]).toMatchObject({
      label: 'The hue__c',
      type: 'picklist',
      access: 'read',
      filterable: true,
      choices: [{ code: 'r', label: 'Red', colour: null, active: true }],
    });
    const bare = await acme.person({
      partyId: A,
      without: ['viewInvoices', 'viewOrders', 'placeOrders'],
    });
    expect((await told(bare)).map(([object]) => object)).toEqual(['quote']);
    const partner = await stage.portal.call('GET', '/api/v1/mobile/partner/fields');
    expect(partner.status).toBe(401);
  });
});

interface Told {
  readonly object: string;
  readonly label: string;
  readonly fields: readonly { readonly name: string }[];
}
