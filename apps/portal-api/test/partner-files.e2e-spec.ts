import type { Answer } from '../../../test/support/test-api.js';
import { codeOf, type PortalClient } from './portal-people.js';
import { at, data, deal, made, PartnerStage, someone } from './partner-stage.js';

let partners: PartnerStage;
let x: string;
let pax: PortalClient;
let colleague: PortalClient;
let yan: PortalClient;
let staff: PartnerStage['staff'];
let user: PartnerStage['user'];

beforeAll(async () => {
  partners = await PartnerStage.open();
  ({ x, pax, colleague, yan, staff, user } = partners);
});
afterAll(async () => {
  await partners.stage.close();
});

describe('a registration of a partner', () => {
  it('that is a draft is taken away by whoever wrote it', async () => {
    const { id } = await made(pax, someone());
    expect((await pax.call('DELETE', `/deal-registrations/${id}`)).status).toBe(204);
    expect((await pax.call('GET', `/deal-registrations/${id}`)).status).toBe(404);
  });

  it('is made by nobody without the right to create quotes', async () => {
    const without = await user(x, ['seePricing']);
    const answer = await without.call('POST', '/deal-registrations', { body: deal(someone()) });
    expect(codeOf(answer)).toBe('403 permission_denied');
  });

  it('is downloaded by its partner, without sums where none are seen, and by staff', async () => {
    const [{ id }, theirs] = [await made(pax, someone()), await made(yan, someone())];
    const path = '/deal-registrations/export?sort=-createdAt&format=jsonl';
    const rows = async (answer: Promise<Answer>) =>
      String((await answer).body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string });
    const own = (await rows(pax.call('GET', path))).map((each) => each.id);
    expect([own.includes(id), own.includes(theirs.id)]).toEqual([true, false]);
    const csv = await colleague.call('GET', '/deal-registrations/export');
    expect(String(csv.body).split('\n')[0]).not.toMatch(/estimatedValue|currency/);
    const all = (await rows(staff('GET', path))).map((each) => each.id);
    expect(all).toEqual(expect.arrayContaining([id, theirs.id]));
    for (const list of ['commissions', 'self-service-quotes']) {
      const file = await staff('GET', `/${list}/export?sort=id`);
      expect([file.status, String(file.body).split(',')[0]]).toEqual([200, expect.any(String)]);
    }
  });

  it('takes files, which its partner and staff read and nobody else', async () => {
    const { id } = await made(pax, someone());
    const upload = async (by: PortalClient) => {
      const headers = { 'content-type': 'application/pdf' };
      const sent = await by.call('POST', '/uploads?fileName=a.pdf', { body: '%PDF-1.7', headers });
      return (sent.body as { documentId: string }).documentId;
    };
    const path = `/deal-registrations/${id}/documents`;
    const send = (by: PortalClient, documentId: string) =>
      by.call('POST', path, { body: { documentIds: [documentId] } });
    const [own, theirs] = [await upload(pax), await upload(yan)];
    expect(codeOf(await send(yan, theirs))).toBe('404 not_found');
    expect(codeOf(await send(pax, theirs))).toBe('422 reference_not_found');
    expect(codeOf(await send(await user(x, []), own))).toBe('403 permission_denied');
    const attached = await send(pax, own);
    expect([attached.status, attached.body]).toEqual([
      200,
      [expect.objectContaining({ id: own, object: 'deal-registration', recordId: id })],
    ]);
    const listed = async (by: PortalClient) =>
      data(await by.call('GET', '/documents')).map((each) => each.id);
    expect([await listed(pax), await listed(colleague), await listed(yan)]).toEqual([
      [own],
      [],
      [],
    ]);
    expect((await pax.call('GET', `/documents/${own}/file`)).status).toBe(200);
    for (const by of [colleague, yan]) {
      expect(codeOf(await by.call('GET', `/documents/${own}/file`))).toBe('404 not_found');
    }
    expect(data(await staff('GET', path))).toMatchObject([{ id: own, visibility: 'partner' }]);
    expect((await staff('GET', `${path}/${own}/file`)).status).toBe(200);
    const other = await made(yan, someone());
    const wrong = await staff('GET', `/deal-registrations/${other.id}/documents/${own}/file`);
    expect(codeOf(wrong)).toBe('404 not_found');
    expect((await pax.call('DELETE', `/deal-registrations/${id}`)).status).toBe(204);
    expect(await listed(pax)).toEqual([]);
    const gone = await made(pax, someone());
    await at(pax, gone.id, 'submit');
    await at(pax, gone.id, 'withdraw', { reason: 'Lost' });
    const late = { body: { documentIds: [await upload(pax)] } };
    expect(codeOf(await pax.call('POST', `/deal-registrations/${gone.id}/documents`, late))).toBe(
      '409 registration_not_editable',
    );
  });
});
