import { codeOf, type PortalClient } from '../portal-people.js';
import { at, data, made, PartnerStage, someone } from '../partner-stage.js';

let partners: PartnerStage;

beforeAll(async () => {
  partners = await PartnerStage.open();
});
afterAll(() => partners.stage.close());

const BYTES = { 'content-type': 'application/octet-stream' };

test('files that a partner sends with a request are for the partner alone', async () => {
  const { pax, colleague, yan, post, staff } = partners;
  const { id } = await made(pax, someone());
  await at(pax, id, 'submit');
  await post(`/deal-registrations/${id}/approve`, {});
  const sent = await pax.call('POST', '/uploads?fileName=plan.pdf', {
    body: '%PDF-1.7 plan',
    headers: BYTES,
  });
  const { documentId } = sent.body as { documentId: string };
  const body = { lines: [{ description: 'Till', quantity: '5' }], documentIds: [documentId] };
  const asked = await at(pax, id, 'request-quote', body);
  expect(codeOf(asked)).toBe('201');
  const path = `/self-service-quotes/${(asked.body as { id: string }).id}/documents`;
  expect(data(await staff('GET', path))).toMatchObject([{ id: documentId, visibility: 'partner' }]);
  const seenBy = async (by: PortalClient) =>
    data(await by.call('GET', '/documents?pageSize=200')).map((each) => each.id);
  expect(await seenBy(pax)).toContain(documentId);
  expect(codeOf(await pax.call('GET', `/documents/${documentId}/file`))).toBe('200');
  expect(await seenBy(colleague)).not.toContain(documentId);
  expect(await seenBy(yan)).not.toContain(documentId);
  expect(codeOf(await yan.call('GET', `/documents/${documentId}/file`))).toBe('404 not_found');
});
