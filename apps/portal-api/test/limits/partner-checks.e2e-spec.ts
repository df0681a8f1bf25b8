import { codeOf, type PortalClient } from '../portal-people.js';
import { at, made, PartnerStage, someone } from '../partner-stage.js';

let partners: PartnerStage;
beforeAll(async () => {
  partners = await PartnerStage.open();
});
afterAll(() => partners.stage.close());

/** An end customer that is protected for Yan. */
async function protectedByYan(): Promise<object> {
  const { yan, post } = partners;
  const endCustomer = someone();
  const { id } = await made(yan, endCustomer);
  expect((await at(yan, id, 'submit')).status).toBe(200);
  await post(`/deal-registrations/${id}/approve`, {});
  return endCustomer;
}

const check = (client: PortalClient) =>
  client.call('POST', '/deal-registrations/check', { body: someone() });
const patch = (client: PortalClient, id: string, body: object) =>
  client.call('PATCH', `/deal-registrations/${id}`, { body });

it('who is protected is told 20 times an hour to a user, however it is asked', async () => {
  const party = await partners.partner();
  const asks = await partners.user(party, ['createQuotes']);
  const endCustomer = await protectedByYan();
  const [draft, open] = [await made(asks, endCustomer), await made(asks, someone())];
  // What is free counts for nothing; of what is submitted also its date tells of others.
  expect((await patch(asks, open.id, { endCustomer: someone() })).status).toBe(200);
  expect((await at(asks, open.id, 'submit')).status).toBe(200);
  expect((await patch(asks, open.id, { endCustomer: someone() })).status).toBe(200);
  for (let i = 0; i < 9; i++) {
    expect(codeOf(await at(asks, draft.id, 'submit'))).toBe('409 customer_protected');
    expect(codeOf(await patch(asks, open.id, { endCustomer }))).toBe('409 customer_protected');
  }
  expect((await check(asks)).status).toBe(200);
  for (const answer of [
    await at(asks, draft.id, 'submit'),
    await patch(asks, open.id, { endCustomer }),
    await check(asks),
  ]) {
    expect(codeOf(answer)).toBe('429 rate_limited');
  }
  expect((await patch(asks, open.id, { description: 'More' })).status).toBe(200);
  const colleague = await partners.user(party, ['createQuotes', 'seeAllQuotes']);
  expect(codeOf(await at(colleague, draft.id, 'submit'))).toBe('409 customer_protected');
});

it('and 60 times a day to a partner, whoever asks', async () => {
  const party = await partners.partner();
  const endCustomer = await protectedByYan();
  for (let of = 0; of < 3; of++) {
    const asks = await partners.user(party, ['createQuotes']);
    const { id } = await made(asks, endCustomer);
    for (let i = 0; i < 20; i++) {
      expect(codeOf(await at(asks, id, 'submit'))).toBe('409 customer_protected');
    }
  }
  const fourth = await partners.user(party, ['createQuotes']);
  const { id } = await made(fourth, endCustomer);
  expect(codeOf(await at(fourth, id, 'submit'))).toBe('429 rate_limited');
});
