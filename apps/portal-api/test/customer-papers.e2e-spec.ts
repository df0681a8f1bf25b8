import type { Id } from '@quittance/kernel';
import { CustomerStage } from './customer-stage.js';
import { codeOf, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

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

const idsOf = async (who: PortalClient, path: string) => {
  const { data } = (await who.call('GET', path)).body as { data: { id: string }[] };
  return data.map(({ id }) => id);
};

describe('documents', () => {
  it('are those for customers, of records that the user may see', async () => {
    const order = await acme.order(accountId);
    const invoice = await acme.invoice(accountId);
    const draft = await acme.invoice(accountId, {}, false);
    const shown = await acme.document(`/sales-orders/${order.id}`, 'customer');
    const internal = await acme.document(`/sales-orders/${order.id}`, 'internal');
    const partner = await acme.document(`/sales-orders/${order.id}`, 'partner');
    const billed = await acme.document(`/invoices/${invoice.id}`, 'customer');
    const early = await acme.document(`/invoices/${draft.id}`, 'customer');
    const general = await acme.document(`/accounts/${accountId}`, 'customer');
    expect((await idsOf(ada, '/documents')).sort()).toEqual(
      [shown.id, billed.id, general.id].sort(),
    );
    // Access case 29, and what is no more the business of a customer.
    const di = await acme.person({ partyId: accountId, role: 'Viewer' });
    for (const { id } of [internal, partner, early]) {
      expect(codeOf(await di.call('GET', `/documents/${id}/file`))).toBe('404 not_found');
    }
    const cy = await acme.person({ partyId: accountId, without: ['viewInvoices'] });
    expect(codeOf(await cy.call('GET', `/documents/${billed.id}/file`))).toBe('404 not_found');
    expect(await idsOf(cy, '/documents')).not.toContain(billed.id);
    const bo = await acme.person({ partyId: accountId, accessLevel: 'own' });
    expect(await idsOf(bo, '/documents')).toEqual([]);
  });

  it('are saved and never shown by a browser', async () => {
    const order = await acme.order(accountId);
    const { id } = await acme.document(`/sales-orders/${order.id}`, 'customer', 'a.html');
    const file = await ada.call('GET', `/documents/${id}/file`);
    expect(file.status).toBe(200);
    expect(file.body).toBe('%PDF-1.7 of the company');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="a.html"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const headers = { 'if-none-match': file.headers.get('etag') ?? '' };
    expect((await ada.call('GET', `/documents/${id}/file`, { headers })).status).toBe(304);
  });
});

describe('assets', () => {
  it('are those of the account, and with level own those of own orders', async () => {
    const contactId = await acme.contact(accountId, 'Bo');
    const order = await acme.order(accountId, { contactId });
    const mine = await acme.made('/assets', { accountId, serial: 'SN-1', orderId: order.id });
    const other = await acme.made('/assets', {
      accountId,
      serial: 'SN-2',
      description: 'They broke it',
    });
    expect((await idsOf(ada, '/assets')).sort()).toEqual([mine.id, other.id].sort());
    const bo = await acme.person({
      partyId: accountId,
      accessLevel: 'own',
      contactId: contactId as Id<'contact'>,
    });
    expect(await idsOf(bo, '/assets')).toEqual([mine.id]);
    const shown = (await ada.call('GET', `/assets/${other.id}`)).body;
    expect(shown).toMatchObject({ serial: 'SN-2', status: 'installed' });
    expect(JSON.stringify(shown)).not.toContain('broke');
    const blind = await acme.person({ partyId: accountId, without: ['viewOrders'] });
    const { body } = await blind.call('GET', `/assets/${mine.id}`);
    expect(body).not.toHaveProperty('orderId');
  });
});

describe('the credit view', () => {
  it('says limit, exposure and what is left', async () => {
    const of = await acme.account('Credited');
    const list = await acme.staff.call('GET', `/ledger-accounts?search=Credited`);
    const { data } = list.body as { data: { id: string }[] };
    const patch = { creditLimit: '5000.00', defaultCurrency: 'EUR' };
    const set = await acme.staff.call('PATCH', `/ledger-accounts/${data[0]?.id}`, { body: patch });
    expect(set.status).toBe(200);
    await acme.invoice(of);
    const who = await acme.person({ partyId: of });
    expect((await who.call('GET', '/credit')).body).toEqual({
      accountId: of,
      asOf: '2026-03-02',
      currency: 'EUR',
      limit: '5000.00',
      exposure: '1190.00',
      available: '3810.00',
    });
  });

  it('is for those who see invoices and prices of the whole account', async () => {
    for (const [more, code] of [
      [{ without: ['viewInvoices'] }, '403 permission_denied'],
      [{ without: ['seePricing'] }, '403 permission_denied'],
      [{ accessLevel: 'own' }, '403 access_level_too_low'],
    ] as const) {
      const who = await acme.person({ partyId: accountId, ...more } as never);
      expect(codeOf(await who.call('GET', '/credit'))).toBe(code);
    }
    const rival = await acme.account('Rival');
    const beyond = await ada.call('GET', `/credit?accountId=${rival}`);
    expect(codeOf(beyond)).toBe('422 reference_not_found');
  });

  it('is shown as long as the company wants it', async () => {
    for (const [showsCredit, answer] of [
      [false, '403 credit_not_shown'],
      [true, '200'],
    ] as const) {
      const body = { showsCredit };
      const set = await acme.staff.call('PATCH', '/portal-settings', { body });
      expect(set.body).toMatchObject(body);
      expect(codeOf(await ada.call('GET', '/credit'))).toBe(answer);
    }
  });
});
