import { newId } from '@quittance/kernel';
import type { PortalRight } from '@quittance/portal';
import { expectInvariants } from '../../../test/support/invariants.js';
import type { Answer } from '../../../test/support/test-api.js';
import { besidesIds } from '../../../test/support/texts/besides-ids.js';
import { earn } from '../../staff-api/test/partner/plant-partner.js';
import { codeOf, PREFIX, type PortalClient } from './portal-people.js';
import { at, data, made, PartnerStage, RIGHTS, someone } from './partner-stage.js';

let partners: PartnerStage;
let x: string;
let y: string;
let pax: PortalClient;
let colleague: PortalClient;
let yan: PortalClient;
let staff: PartnerStage['staff'];
let post: PartnerStage['post'];
let partner: PartnerStage['partner'];
let user: PartnerStage['user'];
let stage: PartnerStage['stage'];

beforeAll(async () => {
  partners = await PartnerStage.open();
  ({ x, y, pax, colleague, yan, staff, post, partner, user, stage } = partners);
});
afterAll(async () => {
  await expectInvariants(partners.stage.t);
  await partners.stage.close();
});

/** Yan's registration of an end customer that is protected for Yan. */
async function protectedByYan() {
  const endCustomer = someone();
  const { id } = await made(yan, endCustomer);
  expect((await at(yan, id, 'submit')).status).toBe(200);
  await post(`/deal-registrations/${id}/approve`, {});
  return { id, endCustomer };
}

const members = ({ body }: Answer): string[] => Object.keys(body as object);

describe('a registration of a partner', () => {
  it('is drafted, changed, submitted, and fixed once somebody looks at it', async () => {
    const { id } = await made(pax, someone());
    const path = `/deal-registrations/${id}`;
    const changed = await pax.call('PATCH', path, { body: { opportunityName: 'Sixty tills' } });
    expect(changed.body).toMatchObject({ opportunityName: 'Sixty tills', status: 'draft' });
    expect((await at(pax, id, 'submit')).body).toMatchObject({ status: 'submitted' });
    expect(codeOf(await at(pax, id, 'submit'))).toBe('409 registration_status_conflict');
    expect(codeOf(await pax.call('DELETE', path))).toBe('409 registration_not_editable');
    await post(`/deal-registrations/${id}/start-review`, {});
    expect(codeOf(await pax.call('PATCH', path, { body: { description: 'More' } }))).toBe(
      '409 registration_not_editable',
    );
    expect(codeOf(await at(pax, id, 'withdraw'))).toBe('422 validation_failed');
    expect((await at(pax, id, 'withdraw', { reason: 'Lost' })).body).toMatchObject({
      status: 'withdrawn',
    });
  });

  it('of another partner is not there (case 31)', async () => {
    const { id } = await made(yan, someone());
    const path = `/deal-registrations/${id}`;
    for (const answer of [
      await pax.call('GET', path),
      await pax.call('PATCH', path, { body: { description: 'Mine' } }),
      await pax.call('DELETE', path),
      await at(pax, id, 'submit'),
      await at(pax, id, 'withdraw', { reason: 'No' }),
      await at(pax, id, 'request-extension', { reason: 'No' }),
    ]) {
      expect(codeOf(answer)).toBe('404 not_found');
    }
    const found = data(await pax.call('GET', '/deal-registrations?pageSize=100'));
    expect(found.map((each) => each.id)).not.toContain(id);
  });

  it('of a protected customer is refused with the day alone (case 32)', async () => {
    const { id, endCustomer } = await protectedByYan();
    const own = await made(pax, { ...endCustomer, name: 'Otherwise' });
    const answer = await at(pax, own.id, 'submit');
    expect(codeOf(answer)).toBe('409 customer_protected');
    const told = JSON.stringify(answer.body);
    expect(told).toMatch(/\d{4}-\d\d-\d\d/);
    for (const secret of [id, y, endCustomer.name]) expect(told).not.toContain(secret);
  });

  it('of a colleague is there with the right to see all quotes', async () => {
    const { id } = await made(pax, someone());
    expect((await colleague.call('GET', `/deal-registrations/${id}`)).status).toBe(404);
    const other = await made(colleague, someone());
    expect((await pax.call('GET', `/deal-registrations/${other.id}`)).status).toBe(200);
    const listed = data(await colleague.call('GET', '/deal-registrations'));
    expect(listed.map((each) => each.id)).toEqual([other.id]);
  });

  it('has no sums without the right to see prices, to sort by neither', async () => {
    const { id } = await made(colleague, someone());
    const one = await colleague.call('GET', `/deal-registrations/${id}`);
    expect(members(one)).not.toContain('estimatedValue');
    expect(members(one)).not.toContain('currency');
    expect(members(await pax.call('GET', `/deal-registrations/${id}`))).toContain('estimatedValue');
    const sorted = await colleague.call('GET', '/deal-registrations?sort=estimatedValue');
    expect(sorted.status).toBe(400);
    for (const path of [
      '/deal-registrations?fields=estimatedValue',
      '/deal-registrations?fields=id,currency',
      '/deal-registrations/export?format=csv&fields=estimatedValue',
      '/quotes?fields=subtotal',
    ]) {
      expect(codeOf(await colleague.call('GET', path))).toBe('400 invalid_list_request');
      expect((await pax.call('GET', path)).status).toBe(200);
    }
    const listed = await colleague.call('GET', '/deal-registrations');
    expect(besidesIds(listed.body)).not.toContain('50000');
  });

  it('shows nothing of what staff keep to themselves', async () => {
    const { id } = await made(pax, someone());
    const shown = members(await pax.call('GET', `/deal-registrations/${id}`));
    for (const name of ['overrideReason', 'decidedBy', 'registeredBy', 'partnerId', 'dealId']) {
      expect(shown).not.toContain(name);
    }
  });

  it('of a partner below is there with level tree', async () => {
    const below = await partner();
    const placed = await staff('PATCH', `/partner-members/${below}`, { parentId: x });
    expect(placed.status).toBe(200);
    const under = await user(below, RIGHTS);
    const { id } = await made(under, someone());
    const tess = await user(x, RIGHTS, 'account_tree');
    expect((await tess.call('GET', `/deal-registrations/${id}`)).status).toBe(200);
    expect((await pax.call('GET', `/deal-registrations/${id}`)).status).toBe(404);
    const above = await made(pax, someone());
    expect((await under.call('GET', `/deal-registrations/${above.id}`)).status).toBe(404);
  });
});

describe('the check of an end customer', () => {
  const check = (client: PortalClient, body: object) =>
    client.call('POST', '/deal-registrations/check', { body });

  it('says free, protected until, or under review, and names nobody', async () => {
    const { id, endCustomer } = await protectedByYan();
    const kept = await check(pax, endCustomer);
    expect(kept.body).toEqual({
      outcome: 'protected',
      until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      own: [],
    });
    expect(JSON.stringify(kept.body)).not.toContain(id);
    expect((await check(yan, endCustomer)).body).toEqual({
      outcome: 'free',
      until: null,
      own: [id],
    });
    const waiting = someone();
    const other = await made(yan, waiting);
    expect((await check(pax, waiting)).body).toMatchObject({ outcome: 'free' });
    await at(yan, other.id, 'submit');
    expect((await check(pax, waiting)).body).toEqual({
      outcome: 'under_review',
      until: null,
      own: [],
    });
  });

  it('is asked 20 times an hour by a user', async () => {
    const asks = await user(await partner(), ['createQuotes']);
    for (let i = 0; i < 20; i++) expect((await check(asks, someone())).status).toBe(200);
    expect(codeOf(await check(asks, someone()))).toBe('429 rate_limited');
  });

  it('is asked 60 times a day by a partner, whoever asks, and by others all the same', async () => {
    const mine = await partner();
    for (let of = 0; of < 4; of++) {
      const asks = await user(mine, ['createQuotes']);
      for (let i = 0; i < 15; i++) expect((await check(asks, someone())).status).toBe(200);
    }
    const fifth = await user(mine, ['createQuotes']);
    expect(codeOf(await check(fifth, someone()))).toBe('429 rate_limited');
    expect((await check(await user(await partner(), ['createQuotes']), someone())).status).toBe(
      200,
    );
  });
});

describe('what a right opens', () => {
  const READS: readonly (readonly [string, readonly PortalRight[]])[] = [
    ['/dashboard', []],
    ['/deal-registrations', []],
    ['/quotes', []],
    ['/customers', ['viewOrders']],
    ['/orders', ['viewOrders']],
    ['/commissions', ['viewInvoices', 'seePricing']],
    ['/commissions/summary', ['viewInvoices', 'seePricing']],
    ['/commissions/export', ['viewInvoices', 'seePricing']],
    ['/commission-statements', ['viewInvoices', 'seePricing']],
  ];

  it.each(READS)('GET %s asks %j', async (path, rights) => {
    expect((await (await user(x, rights)).call('GET', path)).status).toBe(200);
    for (const missing of rights) {
      const without = await user(
        x,
        RIGHTS.filter((right) => right !== missing),
      );
      const { body } = await without.call('GET', path);
      expect(body).toMatchObject({ code: 'permission_denied', permission: missing });
      expect((body as { detail: string }).detail).toContain(`(${missing})`);
    }
  });

  it('no token of a partner opens the portal of customers (case 33)', async () => {
    const headers = { authorization: `Bearer ${pax.signed.accessToken}` };
    for (const prefix of [PREFIX.customer, PREFIX.vendor]) {
      const answer = await stage.portal.call('GET', `${prefix}/me`, { headers });
      expect(answer.status).toBe(401);
    }
  });
});

describe('what came through a partner', () => {
  it('is its orders, customers and quotes, and of nobody else', async () => {
    const account = await post('/accounts', {
      name: 'Brought GmbH',
      billingAddress: {
        line1: '1 High Street',
        city: 'Berlin',
        postalCode: '10115',
        country: 'DE',
      },
    });
    const lines = [{ description: 'Till', ordered: '1', unitPrice: '1000.00', taxRate: '19' }];
    const body = { accountId: account.id, currency: 'EUR', partnerId: x, lines };
    const draft = await post('/sales-orders', body);
    expect((await pax.call('GET', `/orders/${draft.id}`)).status).toBe(404);
    await post(`/sales-orders/${draft.id}/confirm`, {});
    const order = await pax.call('GET', `/orders/${draft.id}`);
    expect(order.body).toEqual({
      id: draft.id,
      number: expect.any(String) as string,
      status: 'confirmed',
      accountId: account.id,
      customerName: 'Brought GmbH',
      issueDate: expect.any(String) as string,
      currency: 'EUR',
      subtotal: '1000.00',
    });
    const plain = await user(x, ['viewOrders']);
    const shown = await plain.call('GET', `/orders/${draft.id}`);
    expect(members(shown)).not.toContain('subtotal');
    expect((await plain.call('GET', '/orders?sort=subtotal')).status).toBe(400);
    expect((await plain.call('GET', '/orders?fields=subtotal')).status).toBe(400);
    const csv = await plain.call('GET', '/orders', { headers: { accept: 'text/csv' } });
    expect(besidesIds(csv.body)).not.toContain('1000');
    const customer = await pax.call('GET', `/customers/${account.id}`);
    expect(customer.body).toEqual({
      id: account.id,
      name: 'Brought GmbH',
      city: 'Berlin',
      country: 'DE',
      registrations: [],
      quotes: [],
      orders: [order.body],
    });
    const bare = (await plain.call('GET', `/customers/${account.id}`)).body;
    expect(besidesIds(bare)).not.toMatch(/1000|currency|subtotal/);
    for (const path of [`/orders/${draft.id}`, `/customers/${account.id}`]) {
      expect((await yan.call('GET', path)).status).toBe(404);
    }
    expect(data(await yan.call('GET', '/orders'))).toEqual([]);
    expect(data(await yan.call('GET', '/customers'))).toEqual([]);
  });

  it('has of documents what the company has opened to partners', async () => {
    const field = (name: string, type: string, portals: object) =>
      post('/customization/objects/sales-order/fields', { name, label: name, type, portals });
    await field('dock__c', 'text', { partner: 'read' });
    await field('bonus__c', 'currency', { partner: 'read' });
    await field('gate__c', 'text', { customer: 'write' });
    const account = await post('/accounts', { name: 'Docked GmbH' });
    const lines = [{ description: 'Till', ordered: '1', unitPrice: '10.00', taxRate: '19' }];
    const values = { dock__c: 'North', bonus__c: '7.00', gate__c: 'Secret' };
    const sold = { accountId: account.id, currency: 'EUR', partnerId: x, lines, ...values };
    const { id } = await post('/sales-orders', sold);
    await post(`/sales-orders/${id}/confirm`, {});
    const plain = await user(x, ['viewOrders']);
    const told = { dock__c: 'North', bonus__c: '7.00' };
    const own = (body: unknown) =>
      Object.fromEntries(Object.entries(body as object).filter(([name]) => name.endsWith('__c')));
    for (const [who, shown] of [
      [pax, told],
      [plain, { dock__c: 'North' }],
    ] as const) {
      expect(own((await who.call('GET', `/orders/${id}`)).body)).toEqual(shown);
      const row = data(await who.call('GET', '/orders')).find((each) => each.id === id);
      expect(own(row)).toEqual(shown);
      const whole = await who.call('GET', `/customers/${account.id}`);
      expect((whole.body as { orders: object[] }).orders.map(own)).toEqual([shown]);
      const { body } = await who.call('GET', '/orders', { headers: { accept: 'text/csv' } });
      expect(
        String(body)
          .split('\n')[0]
          ?.match(/\w+__c/g),
      ).toEqual(Object.keys(shown));
      const fields = Object.keys(shown).map((name) => ({ name }));
      const { body: opened } = await who.call('GET', '/fields');
      expect(opened).toMatchObject({ objects: [{ object: 'sales-order', fields }] });
    }
    const asks = async (who: PortalClient, query: string) =>
      (await who.call('GET', `/orders?${query}`)).status;
    expect(await asks(pax, 'fields=id,dock__c')).toBe(200);
    for (const query of ['fields=gate__c', 'sort=gate__c', 'sort=dock__c']) {
      expect([query, await asks(pax, query)]).toEqual([query, 400]);
    }
    expect(await asks(plain, 'fields=bonus__c')).toBe(400);
    expect((await yan.call('GET', `/orders/${id}`)).status).toBe(404);
  });

  it('is what it earns, without the invoice', async () => {
    const adjusted = { partnerId: x, currency: 'EUR', amount: '25.00', reason: 'Agreed' };
    await post('/commissions/adjust', adjusted);
    const [entry] = data(await pax.call('GET', '/commissions'));
    expect(entry).toMatchObject({ payoutAmount: '25.00', reason: 'Agreed', status: 'payable' });
    for (const name of ['invoiceId', 'orderId', 'createdBy', 'holdReason', 'partnerId']) {
      expect(Object.keys(entry ?? {})).not.toContain(name);
    }
    expect(data(await pax.call('GET', '/commissions/summary'))).toEqual([
      expect.objectContaining({ currency: 'EUR', payable: '25.00', paid: '0.00' }),
    ]);
    expect(data(await yan.call('GET', '/commissions'))).toEqual([]);
  });
});

describe('what a partner asks for', () => {
  it('is a quote on a registration that is approved, with the deal and the partner', async () => {
    const { id } = await made(pax, someone());
    const body = { lines: [{ description: 'Till', quantity: '50' }], notes: 'Soon' };
    expect(codeOf(await at(pax, id, 'request-quote', body))).toBe(
      '409 registration_status_conflict',
    );
    await at(pax, id, 'submit');
    await post(`/deal-registrations/${id}/approve`, {});
    expect(codeOf(await at(yan, id, 'request-quote', body))).toBe('404 not_found');
    const without = await user(x, ['seeAllQuotes']);
    expect(codeOf(await at(without, id, 'request-quote', body))).toBe('403 permission_denied');
    const asked = await at(pax, id, 'request-quote', body);
    expect([asked.status, asked.body]).toMatchObject([201, { status: 'submitted' }]);
    const request = (asked.body as { id: string }).id;
    const path = `/self-service-quotes/${request}/quote`;
    expect(codeOf(await staff('POST', path, {}))).toBe('422 quote_request_has_no_account');
    const converted = await post(`/deal-registrations/${id}/convert`, {});
    const { quoteId } = await post(path, {});
    const quote = `/quotes/${String(quoteId)}`;
    const own = `${quote}/pdf`;
    expect(codeOf(await pax.call('GET', own))).toBe('404 not_found');
    const draft = (await staff('GET', quote)).body as { lines: [{ id: string }] };
    const { accountId, dealId } = converted;
    expect(draft).toMatchObject({ accountId, dealId, partnerId: x });
    await staff('PATCH', `${quote}/lines/${draft.lines[0].id}`, { unitPrice: '9.00' });
    for (const step of ['submit', 'approve', 'send']) {
      await post(`${quote}/${step}`, {});
    }
    const priced = await pax.call('GET', own);
    const plain = await (await user(x, ['seeAllQuotes'])).call('GET', own);
    expect([priced.status, plain.status]).toEqual([200, 200]);
    expect(plain.headers.get('etag')).not.toBe(priced.headers.get('etag'));
    expect(codeOf(await yan.call('GET', own))).toBe('404 not_found');
  });

  it('is why a statement says what it says, by a case', async () => {
    await post('/commission-plans', {
      name: `Plan ${newId()}`,
      partnerIds: [x],
      lines: [{ rate: '10' }],
      holdDays: 0,
      currency: 'EUR',
      validFrom: '2026-01-01',
    });
    await earn(stage.t, post, stage.staff.admin, x);
    const drawn = await post('/commission-statements', {});
    const [statement] = (drawn as unknown as { data: { id: string; partnerId: string }[] }).data;
    const [path, body] = [`/commission-statements/${statement?.id}/query`, { message: 'June?' }];
    expect(codeOf(await pax.call('POST', path, { body }))).toBe('404 not_found');
    await post(`/commission-statements/${statement?.id}/approve`, {});
    const answer = await pax.call('POST', path, { body });
    expect(answer.status).toBe(201);
    const { caseId } = answer.body as { caseId: string };
    const opened = (await staff('GET', `/cases/${caseId}`)).body;
    expect(opened).toMatchObject({ description: 'June?', accountId: null });
    const file = `/commission-statements/${statement?.id}/pdf`;
    expect(codeOf(await pax.call('GET', file))).toBe('200');
    expect(codeOf(await yan.call('GET', file))).toBe('404 not_found');
    expect(codeOf(await yan.call('POST', path, { body }))).toBe('404 not_found');
    expect(codeOf(await colleague.call('POST', path, { body }))).toBe('403 permission_denied');
  });
});
