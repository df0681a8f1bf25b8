import type { PortalClient } from '../portal-people.js';
import { at, made, PartnerStage, someone } from '../partner-stage.js';

let partners: PartnerStage;
let pax: PortalClient;
let staff: PartnerStage['staff'];
let post: PartnerStage['post'];

beforeAll(async () => {
  partners = await PartnerStage.open();
  ({ pax, staff, post } = partners);
});
afterAll(() => partners.stage.close());

interface Registered {
  readonly requestId: string;
  readonly dealId: string;
  readonly accountId: string;
}

/** A registration that has become a deal, and a quote that is asked for on it. */
async function registered(): Promise<Registered> {
  const { id } = await made(pax, someone());
  await at(pax, id, 'submit');
  await post(`/deal-registrations/${id}/approve`, {});
  const { dealId, accountId } = await post(`/deal-registrations/${id}/convert`, {});
  const lines = [{ description: 'Till', quantity: '50' }];
  const asked = await at(pax, id, 'request-quote', { lines });
  expect(asked.status).toBe(201);
  const requestId = (asked.body as { id: string }).id;
  return { requestId, dealId: String(dealId), accountId: String(accountId) };
}

async function quoted({ requestId }: Registered) {
  const { quoteId } = await post(`/self-service-quotes/${requestId}/quote`, {});
  return (await staff('GET', `/quotes/${String(quoteId)}`)).body;
}

describe('what a partner asks for on a registration', () => {
  it('is quoted without the deal once that was deleted', async () => {
    const asked = await registered();
    expect((await staff('DELETE', `/deals/${asked.dealId}`)).status).toBe(204);
    expect(await quoted(asked)).toMatchObject({ accountId: asked.accountId, dealId: null });
  });

  it('is quoted without the deal once that is about another account', async () => {
    const asked = await registered();
    const { id: accountId } = await post('/accounts', { name: 'Beta' });
    const moved = await staff('PATCH', `/deals/${asked.dealId}`, { accountId });
    expect(moved.status).toBe(200);
    expect(await quoted(asked)).toMatchObject({ accountId: asked.accountId, dealId: null });
  });
});
