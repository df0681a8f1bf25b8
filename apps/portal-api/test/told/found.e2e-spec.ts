import { signInAt } from '@quittance/http/testing';
import { CustomerStage } from '../customer-stage.js';
import { PREFIX, codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let account: string;
let ada: PortalClient;
let di: PortalClient;
let rival: PortalClient;
let invoice: { readonly id: string; readonly number: string };

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  account = await acme.account('Acme');
  ada = await acme.person({ partyId: account, role: 'Admin' });
  di = await acme.person({ partyId: account, role: 'Viewer', without: ['seePricing'] });
  rival = await acme.person({ partyId: await acme.account('Rival'), role: 'Admin' });
  invoice = await acme.invoice(account);
});
afterAll(() => stage.close());

const found = async (by: PortalClient, q: string) =>
  (await by.call('GET', `/search?q=${q}`)).body as { object: string; id: string }[];

describe('search', () => {
  test('finds records of each kind by their numbers, with the way there', async () => {
    const order = await acme.order(account);
    expect(await found(ada, invoice.number)).toEqual([
      { object: 'invoice', id: invoice.id, label: invoice.number, path: `/invoices/${invoice.id}` },
    ]);
    expect(await found(ada, order.number)).toMatchObject([{ object: 'sales-order', id: order.id }]);
    expect(await found(rival, invoice.number)).toEqual([]);
  });

  test('finds nothing by a sum, and nothing of a kind without the right to it', async () => {
    expect(await found(di, '1190')).toEqual([]);
    expect(await found(ada, '1190')).toEqual([]);
    const without = { partyId: account, role: 'Buyer' as const };
    const bo = await acme.person({ ...without, without: ['viewInvoices'] });
    expect(await found(bo, invoice.number)).toEqual([]);
  });

  test('finds what has a name as well: goods, agreements, files and what to read', async () => {
    const word = `Kestrel${Date.now()}`;
    const product = { sku: word, name: 'Till', inCatalogue: true };
    const { id: productId } = await acme.made('/products', product);
    const kept = await acme.made('/products', { sku: `${word}-2`, name: 'Kept' });
    const opened = await ada.call('POST', '/cases', {
      body: { subject: `${word} is broken`, description: 'At all' },
    });
    const asset = await acme.made('/assets', { accountId: account, serial: word });
    const file = await acme.document(`/invoices/${invoice.id}`, 'customer', `${word}.pdf`);
    const secret = await acme.document(`/invoices/${invoice.id}`, 'internal', `${word}-2.pdf`);
    const agreed = { accountId: account, startDate: '2026-01-01', endDate: '2026-12-31' };
    const contract = await acme.made('/contracts', agreed);
    const subscription = await acme.subscription(account);
    const article = { title: `How to mend ${word}`, body: 'Well', audience: 'customer' };
    const { id: articleId } = await acme.made('/knowledge', article);
    await acme.made(`/knowledge/${articleId}/publish`, {});
    const { id: caseId } = opened.body as { id: string };
    const ids = (await found(ada, word)).map((each) => `${each.object} ${each.id}`);
    expect(ids).toHaveLength(5);
    expect(ids).toEqual(
      expect.arrayContaining([
        `product ${productId}`,
        `case ${caseId}`,
        `asset ${asset.id}`,
        `document ${file.id}`,
        `knowledge ${articleId}`,
      ]),
    );
    expect(ids.join()).not.toMatch(`${secret.id}|${kept.id}`);
    await acme.made(`/contracts/${contract.id}/activate`, {});
    expect(await found(ada, contract.number)).toMatchObject([{ id: contract.id }]);
    const named = await found(ada, 'Seats');
    expect(named).toMatchObject([{ object: 'subscription', id: subscription.id }]);
    const theirs = (await found(rival, word)).map((each) => each.object);
    expect(theirs.sort()).toEqual(['knowledge', 'product']);
    const blind = await acme.person({ partyId: account, without: ['viewInvoices'] });
    expect((await found(blind, word)).map((each) => each.object)).not.toContain('document');
  });

  test('answers at most twenty, and nothing for a letter', async () => {
    for (let n = 0; n < 22; n += 1) await acme.order(account);
    expect((await found(ada, 'SO')).length).toBe(20);
    expect(codeOf(await ada.call('GET', '/search?q=S'))).toBe('422 validation_failed');
  });
});

describe('a download', () => {
  const make = async (by: PortalClient, more: object = {}) =>
    by.call('POST', '/downloads', {
      body: { type: 'invoice', id: invoice.id, format: 'pdf', ...more },
    });
  const url = async (by: PortalClient) => {
    const { status, body } = await make(by);
    expect(status).toBe(201);
    return `${stage.portal.url}${(body as { url: string }).url}`;
  };

  /** Opens an address as a new tab does: with no token. */
  const open = (address: string, method = 'GET') => {
    signInAt(stage.portal.app);
    return fetch(address, { method });
  };

  test('is opened by nobody in particular, once', async () => {
    const address = await url(ada);
    expect((await open(address, 'HEAD')).status).toBe(204);
    const answers = await Promise.all([1, 2, 3].map(() => open(address)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const file = answers.find(({ status }) => status === 200);
    expect(file?.headers.get('content-type')).toBe('application/pdf');
    expect((await file?.text())?.slice(0, 5)).toBe('%PDF-');
    const late = (await (await open(address)).json()) as { code: string };
    expect(late.code).toBe('download_expired');
  });

  test('is opened at its portal, and by nobody else who says who they are', async () => {
    const address = await url(ada);
    const elsewhere = address.replace(PREFIX.customer, PREFIX.partner);
    expect((await open(elsewhere)).status).toBe(410);
    const as = (by: PortalClient) => {
      signInAt(stage.portal.app);
      const authorization = `Bearer ${by.signed.accessToken}`;
      return fetch(address, { headers: { authorization } });
    };
    for (const other of [rival, di]) expect((await as(other)).status).toBe(410);
    expect((await as(ada)).status).toBe(200);
  });

  test('is refused to whoever has lost the right, or the session, by the time', async () => {
    const by = await acme.person({ partyId: account, role: 'Viewer' });
    const [one, two] = [await url(by), await url(by)];
    const { id } = by.signed.user;
    const now = (await acme.staff.call('GET', `/portal-users/${id}`)).body as object & {
      permissions: object;
    };
    await acme.staff.call('PATCH', `/portal-users/${id}`, {
      body: { permissions: { ...now.permissions, viewInvoices: false } },
    });
    expect((await open(one)).status).toBe(403);
    await by.call('POST', '/auth/logout', { body: { refreshToken: by.signed.refreshToken } });
    expect((await open(two)).status).toBe(401);
  });

  test('is made for nobody who may not have the file, and of nothing there is not', async () => {
    expect(codeOf(await make(rival))).toBe('422 reference_not_found');
    const { id } = await acme.document(`/invoices/${invoice.id}`, 'customer');
    const file = { type: 'document', id, format: 'file' };
    expect(codeOf(await make(rival, file))).toBe('422 reference_not_found');
    expect((await make(ada, file)).status).toBe(201);
    const blind = await acme.person({ partyId: account, role: 'Buyer', without: ['viewInvoices'] });
    expect(codeOf(await make(blind, file))).toBe('422 reference_not_found');
    expect(codeOf(await make(blind))).toBe('403 permission_denied');
    expect(codeOf(await make(ada, { format: 'file' }))).toBe('422 validation_failed');
    const nobody = await fetch(`${stage.portal.url}${PREFIX.customer}/downloads/nothing`);
    expect(nobody.status).toBe(410);
  });

  test('of an invoice without prices is none', async () => {
    const opened = await open(await url(di));
    expect(opened.status).toBe(403);
    expect(((await opened.json()) as { code: string }).code).toBe('prices_not_permitted');
  });
});
