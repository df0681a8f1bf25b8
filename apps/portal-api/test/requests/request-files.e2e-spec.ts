import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import { CustomerStage, type Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let productId: string;
let ada: PortalClient;
let bo: PortalClient;
let rival: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  const partyId = await acme.account('Acme');
  const product = { sku: 'TILL', name: 'Till', kind: 'one_off', inCatalogue: true };
  productId = (await acme.made('/products', product)).id;
  ada = await acme.person({ partyId, role: 'Admin' });
  bo = await acme.person({ partyId, accessLevel: 'own', without: ['seeAllQuotes'] });
  rival = await acme.person({ partyId: await acme.account('Rival'), role: 'Admin' });
});
afterAll(() => stage.close());

const line = () => ({ productId, quantity: '5' });

async function ask(body: object): Promise<Made> {
  const made = await ada.call('POST', '/quote-requests', { body: { lines: [line()], ...body } });
  expect(codeOf(made)).toBe('201');
  return made.body as Made;
}

describe('files of a request', () => {
  const BYTES = { 'content-type': 'application/octet-stream' };
  async function sent(by: PortalClient, fileName = 'plan.pdf'): Promise<string> {
    const body = '%PDF-1.7 plan';
    const answer = await by.call('POST', `/uploads?fileName=${fileName}`, { body, headers: BYTES });
    return (answer.body as { documentId: string }).documentId;
  }
  const seenBy = async (by: PortalClient, recordId: string) => {
    const answer = await by.call('GET', '/documents?pageSize=200');
    const { data } = answer.body as { data: (Made & { recordId: string })[] };
    return data.filter((each) => each.recordId === recordId).map(({ id }) => id);
  };

  it('are seen with it, by its customer and by staff', async () => {
    const [first, second] = [await sent(ada), await sent(ada)];
    const { id } = await ask({ documentIds: [first] });
    const body = { documentIds: [second] };
    expect(codeOf(await ada.call('PATCH', `/quote-requests/${id}`, { body }))).toBe('200');
    expect((await seenBy(ada, id)).sort()).toEqual([first, second].sort());
    expect(await seenBy(bo, id)).toEqual([]);
    expect(await seenBy(rival, id)).toEqual([]);
    expect(codeOf(await rival.call('GET', `/documents/${first}/file`))).toBe('404 not_found');
    const path = `/self-service-quotes/${id}/documents`;
    const listed = (await acme.staff.call('GET', path)).body as { data: Made[] };
    expect(listed.data.map((each) => each.id).sort()).toEqual([first, second].sort());
    const file = await acme.staff.call('GET', `${path}/${first}/file`);
    expect([file.status, file.body]).toEqual([200, '%PDF-1.7 plan']);
    const other = await ask({});
    const elsewhere = `/self-service-quotes/${other.id}/documents/${first}/file`;
    expect(codeOf(await acme.staff.call('GET', elsewhere))).toBe('404 not_found');
  });

  it('are listed with the quote that is made of it', async () => {
    const document = await sent(ada);
    const { id } = await ask({ documentIds: [document] });
    await ada.call('POST', `/quote-requests/${id}/submit`, { body: {} });
    const made = await acme.made(`/self-service-quotes/${id}/quote`, {});
    const { quoteId } = made as unknown as { quoteId: string };
    const listed = await acme.staff.call('GET', `/quotes/${quoteId}/documents`);
    const { data } = listed.body as { data: (Made & { recordId: string })[] };
    expect(data.map((each) => [each.id, each.recordId])).toEqual([[document, id]]);
    const file = `/self-service-quotes/${id}/documents/${document}/file`;
    expect((await acme.staff.call('GET', file)).body).toBe('%PDF-1.7 plan');
    // Who sees the quote and no requests has the file with the quote, and nowhere else.
    const matrix = { quotes: ['view'], documents: ['view'] };
    const role = await acme.made('/roles', { name: 'Prices', matrix });
    const person = { email: `${newId()}@example.com`, name: 'Lou', roleIds: [role.id] };
    const { id: userId } = await acme.made('/users', person);
    const lou = stage.staff.client(acme.people.ctx.companyId, userId as never);
    signInAt(stage.staff.app);
    expect(codeOf(await lou.call('GET', file))).toBe('403 permission_denied');
    const withQuote = await lou.call('GET', `/quotes/${quoteId}/documents`);
    expect((withQuote.body as typeof listed & { data: Made[] }).data).toMatchObject([
      { id: document },
    ]);
    const bytes = await lou.call('GET', `/quotes/${quoteId}/documents/${document}/file`);
    expect([bytes.status, bytes.body]).toEqual([200, '%PDF-1.7 plan']);
  });

  it('are own uploads that hang on nothing else, or nothing is written', async () => {
    const [own, theirs] = [await sent(ada), await sent(rival)];
    const before = (await ada.call('GET', '/quote-requests')).body as { total: number };
    const body = { lines: [line()], documentIds: [own, theirs] };
    const refused = await ada.call('POST', '/quote-requests', { body });
    expect(codeOf(refused)).toBe('422 reference_not_found');
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/documentIds/1' }] });
    expect((await ada.call('GET', '/quote-requests')).body).toMatchObject(before);
    await ask({ documentIds: [own] });
    const twice = await ada.call('POST', '/quote-requests', {
      body: { lines: [line()], documentIds: [own] },
    });
    expect(codeOf(twice)).toBe('422 reference_not_found');
  });

  it('come with a cart that a quote is asked for', async () => {
    await ada.call('PUT', '/cart', { body: { lines: [line()] } });
    const documentIds = [await sent(ada)];
    const asked = await ada.call('POST', '/cart/request-quote', { body: { documentIds } });
    expect(codeOf(asked)).toBe('201');
    expect(await seenBy(ada, (asked.body as Made).id)).toEqual(documentIds);
  });
});

describe('fields of the quote that is asked for', () => {
  it('are sent with a request as far as they are opened, and taken over by the quote', async () => {
    const field = (name: string, type: string, customer: string, required: boolean) =>
      acme.made('/customization/objects/quote/fields', {
        name,
        label: name,
        type,
        required,
        portals: { customer },
      });
    await field('site__c', 'text', 'write', true);
    await field('floors__c', 'integer', 'write', false);
    await field('from__c', 'date', 'write', false);
    await field('margin__c', 'text', 'none', false);
    await field('hue__c', 'text', 'read', false);
    const refused = async (path: string, body: object, method = 'POST') => {
      const answer = await ada.call(method, path, { body });
      const { errors = [] } = answer.body as { errors?: { pointer: string }[] };
      return [codeOf(answer), ...errors.map(({ pointer }) => pointer)];
    };
    const lines = [line()];
    const unknown = ['400 malformed_request', '/margin__c'];
    const wrong = (pointer: string) => ['422 validation_failed', pointer];
    expect(await refused('/quote-requests', { lines, margin__c: 'x' })).toEqual(unknown);
    expect(await refused('/quote-requests', { lines, hue__c: 'x' })).toEqual(wrong('/hue__c'));
    const many = { lines, floors__c: 'x' };
    expect(await refused('/quote-requests', many)).toEqual(wrong('/floors__c'));
    const never = { lines, from__c: '9999-12-31' };
    expect(await refused('/quote-requests', never)).toEqual(wrong('/from__c'));
    const { id } = await ask({ floors__c: 3 });
    const path = `/quote-requests/${id}`;
    const at = async (who: PortalClient) => (await who.call('GET', path)).body;
    expect(await at(ada)).toMatchObject({ floors__c: 3, site__c: null });
    expect(await at(ada)).not.toHaveProperty('hue__c');
    expect(await refused(`${path}/submit`, {})).toEqual(wrong('/site__c'));
    expect(await refused(path, { margin__c: 'x' }, 'PATCH')).toEqual(unknown);
    const body = { site__c: 'North' };
    expect((await ada.call('PATCH', path, { body })).body).toMatchObject({ ...body, floors__c: 3 });
    const handed = await ada.call('POST', `${path}/submit`);
    expect([codeOf(handed), handed.body]).toMatchObject(['200', { ...body, floors__c: 3 }]);
    const { quoteId } = (await acme.made(`/self-service-quotes/${id}/quote`, {})) as never;
    const quote = await acme.staff.call('GET', `/quotes/${String(quoteId)}`);
    expect(quote.body).toMatchObject({ ...body, floors__c: 3, margin__c: null });
    expect(codeOf(await rival.call('GET', path))).toBe('404 not_found');

    await ada.call('PUT', '/cart', { body: { lines } });
    expect(await refused('/cart/request-quote', {})).toEqual(wrong('/site__c'));
    const asked = await ada.call('POST', '/cart/request-quote', { body });
    expect([codeOf(asked), asked.body]).toMatchObject(['201', body]);
    // What is taken away in the meantime keeps nobody from making the quote.
    const made = '/customization/objects/quote/fields/site__c';
    expect((await acme.staff.call('DELETE', made)).status).toBeLessThan(300);
    const late = `/self-service-quotes/${(asked.body as Made).id}/quote`;
    expect((await acme.staff.call('POST', late, { body: {} })).status).toBeLessThan(300);
  });
});
