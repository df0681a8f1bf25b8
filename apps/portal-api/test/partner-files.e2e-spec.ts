import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import type { PortalRight } from '@quittance/portal';
import { sql } from '@quittance/database';
import type { Answer } from '../../../test/support/test-api.js';
import { codeOf, PortalPeople, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

let stage: PortalStage;
let people: PortalPeople;
let x: string;
let y: string;
let pax: PortalClient;
let colleague: PortalClient;
let yan: PortalClient;
const RIGHTS: readonly PortalRight[] = [
  'createQuotes',
  'seePricing',
  'seeAllQuotes',
  'viewOrders',
  'viewInvoices',
];

beforeAll(async () => {
  stage = await PortalStage.open();
  const { company } = stage.staff;
  const { slug } = await stage.t.db.read(company, (tx) =>
    tx.one<{ slug: string }>(sql(`select slug from company.pub_company where id = $1`), [
      company.companyId,
    ]),
  );
  people = new PortalPeople(stage.t, stage.portal, company, slug);
  [x, y] = [await partner(), await partner()];
  [pax, colleague, yan] = [
    await user(x, RIGHTS),
    await user(x, ['createQuotes']),
    await user(y, RIGHTS),
  ];
});
afterAll(async () => {
  await stage.close();
});

/** A process verifies the tokens of one host, and this has two. */
function staff(method: string, path: string, body?: object): Promise<Answer> {
  signInAt(stage.staff.app);
  return stage.staff.admin.call(method, path, body && { body });
}

async function post(path: string, body: object): Promise<{ id: string } & Record<string, unknown>> {
  const answer = await staff('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as never;
}

const partner = async () =>
  (await post('/ledger-accounts', { name: `Partner ${newId()}`, kind: 'partner' })).id;

/** Somebody of a partner with these rights and no others. */
async function user(partyId: string, rights: readonly PortalRight[], level = 'account') {
  const all = Object.fromEntries(
    ['createQuotes', 'seePricing', 'seeAllQuotes', 'approveQuotes', 'placeOrders', 'viewOrders']
      .concat('viewInvoices')
      .map((right) => [right, rights.includes(right as PortalRight)]),
  );
  const input = { partyId, directory: 'partner', permissions: all, accessLevel: level };
  return people.enter(await people.user(input as never), 'partner');
}

let customers = 0;
const someone = () => ({
  name: `Kunde ${newId()}`,
  country: 'DE',
  taxNumber: String(200_000_000 + ++customers * 7919),
});
const deal = (endCustomer: object) => ({
  endCustomer,
  opportunityName: 'Fifty tills',
  estimatedValue: '50000.00',
  currency: 'EUR',
});

async function made(client: PortalClient, endCustomer: object): Promise<{ id: string }> {
  const answer = await client.call('POST', '/deal-registrations', { body: deal(endCustomer) });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as { id: string };
}

const at = (client: PortalClient, id: string, step: string, body: object = {}): Promise<Answer> =>
  client.call('POST', `/deal-registrations/${id}/${step}`, { body });

const data = ({ body }: Answer) => (body as { data: Record<string, unknown>[] }).data;

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
