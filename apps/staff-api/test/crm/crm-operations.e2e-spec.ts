import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { memberMaker, type Rights } from '../access/access-support';
import { made, type Json, type Made } from '../objects/objects-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let member: (rights: Rights) => Promise<{ client: StaffClient }>;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  member = memberMaker(api, t);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const make = (path: string, body: object, as = admin): Promise<Made> => made(as, path, body);

/** Status and body of a call, with the code of a problem in front. */
async function call(method: string, path: string, body?: object, as = admin, headers = {}) {
  const answer = await as.call(method, path, body === undefined ? { headers } : { body, headers });
  const json = answer.body as Json;
  return { status: answer.status, code: json?.code, body: json };
}

const post = (path: string, body: object = {}, as = admin) => call('POST', path, body, as);

describe('leads', () => {
  test('are converted once, and say into what', async () => {
    const { id } = await make('/leads', {
      name: 'Ada Lovelace',
      companyName: `Engines ${newId()}`,
    });
    const deal = { amount: '1500.00', currency: 'EUR' };
    const first = await post(`/leads/${id}/convert`, { deal });
    expect(first).toMatchObject({ status: 200, body: { leadId: id, alreadyConverted: false } });
    const again = await post(`/leads/${id}/convert`);
    expect(again.body).toEqual({ ...first.body, alreadyConverted: true });
    const { body: account } = await call('GET', `/accounts/${String(first.body.accountId)}`);
    expect(account.ledgerAccountId).toEqual(expect.any(String));
    const { body: lead } = await call('GET', `/leads/${id}`);
    expect(lead).toMatchObject({ status: 'converted', convertedDealId: first.body.dealId });
  });

  test('like somebody are refused until one is chosen', async () => {
    const name = `Twin ${newId()}`;
    const { id: accountId } = await make('/accounts', { name });
    const { id } = await make('/leads', { name: 'Tom Twin', companyName: name });
    const { body: found } = await call('GET', `/leads/${id}/matches`);
    expect(found).toEqual({
      data: [
        { object: 'account', id: accountId, name, email: null, accountId: null, by: ['name'] },
      ],
    });
    expect(await post(`/leads/${id}/convert`)).toMatchObject({
      status: 409,
      code: 'lead_duplicates_found',
      body: { errors: [{ pointer: '/accountId', code: 'duplicate' }] },
    });
    const became = await post(`/leads/${id}/convert`, { accountId });
    expect(became).toMatchObject({ status: 200, body: { accountId } });
  });

  test('name what is wrong with the deal below its own pointer', async () => {
    const { id } = await make('/leads', { name: 'Wrong' });
    const answer = await post(`/leads/${id}/convert`, { deal: { amount: '-1' } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/deal/amount' }] } });
    const unknown = await post(`/leads/${id}/convert`, { account: { nick: 'x' } });
    expect(unknown).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/account/nick' }] },
    });
  });

  test('are not converted without the right to make what they become', async () => {
    const sales = { leads: ['view', 'update'], contacts: ['create'], accounts: ['view'] } as const;
    const { client } = await member({ matrix: sales as never });
    const { id } = await make('/leads', { name: 'No rights' });
    expect(await post(`/leads/${id}/convert`, {}, client)).toMatchObject({
      status: 403,
      body: { code: 'permission_denied', resource: 'accounts', action: 'create' },
    });
    const { id: accountId } = await make('/accounts', { name: 'There' });
    expect((await post(`/leads/${id}/convert`, { accountId }, client)).status).toBe(200);
  });

  test('of a contact without account are not converted without the right to make one', async () => {
    const { id: contactId } = await make('/contacts', { lastName: 'Alone' });
    const { id } = await make('/leads', { name: 'Alone' });
    const convert = async (matrix: object) => {
      const { client } = await member({
        matrix: { leads: ['view', 'update'], ...matrix } as never,
      });
      return post(`/leads/${id}/convert`, { contactId, ignoreDuplicates: true }, client);
    };
    const denied = { code: 'permission_denied', body: { resource: 'accounts', action: 'create' } };
    expect(await convert({ contacts: ['update'] })).toMatchObject(denied);
    const unchanged = { body: { resource: 'contacts', action: 'update' } };
    expect(await convert({ accounts: ['create'], contacts: ['view'] })).toMatchObject(unchanged);
    const { body } = await call('GET', `/contacts/${contactId}`);
    expect(body.accountId).toBeNull();
    const able = await convert({ accounts: ['create'], contacts: ['update'] });
    expect(able).toMatchObject({ status: 200, body: { contactId } });
  });

  test('explain their score', async () => {
    const { id, score } = await make('/leads', {
      name: 'Hot',
      rating: 'hot',
      email: 'a@b.example',
    });
    const { body } = await call('GET', `/leads/${id}/score`);
    expect(body).toEqual({
      score,
      reasons: [
        { rule: 'business_email', points: 20, because: 'The e-mail is of b.example.' },
        { rule: 'hot', points: 20, because: 'It is rated hot.' },
      ],
    });
  });
});

describe('accounts', () => {
  test('are merged, and stand in a hierarchy', async () => {
    const { id: top } = await make('/accounts', { name: 'Top' });
    const { id } = await make('/accounts', { name: 'Stays', parentId: top });
    const { id: loserId } = await make('/accounts', { name: 'Goes', phone: '7' });
    const { id: contactId } = await make('/contacts', { lastName: 'C', accountId: loserId });
    const file = { body: 'bytes', headers: { 'content-type': 'text/plain' } };
    await admin.call('POST', `/accounts/${loserId}/documents?fileName=a.txt`, file);
    const merged = await post(`/accounts/${id}/merge`, { loserId });
    expect((await call('GET', `/accounts/${id}/documents`)).body).toMatchObject({
      total: 1,
      data: [{ fileName: 'a.txt', recordId: id }],
    });
    expect(merged).toMatchObject({ status: 200, body: { id, name: 'Stays', phone: '7' } });
    expect((await call('GET', `/contacts/${contactId}`)).body.accountId).toBe(id);
    expect((await call('GET', `/accounts/${loserId}`)).status).toBe(404);
    expect((await call('GET', `/accounts/${id}/hierarchy`)).body).toMatchObject({
      id,
      truncated: false,
      nodes: [
        { name: 'Top', depth: 0 },
        { name: 'Stays', depth: 1 },
      ],
    });
  });

  test('are merged by whoever may change and delete them', async () => {
    const ids = await Promise.all(
      ['Stays', 'Goes'].map(async (name) => (await make('/accounts', { name })).id),
    );
    const [path, body] = [`/accounts/${ids[0]}/merge`, { loserId: ids[1] }];
    for (const lacking of ['update', 'delete'] as const) {
      const actions = (['update', 'delete'] as const).filter((each) => each !== lacking);
      const { client } = await member({ matrix: { accounts: ['view', ...actions] } });
      expect(await post(path, body, client)).toMatchObject({
        status: 403,
        body: { code: 'permission_denied', resource: 'accounts', action: lacking },
      });
    }
    const { client } = await member({ matrix: { accounts: ['view', 'update', 'delete'] } });
    expect((await post(path, body, client)).status).toBe(200);
  });

  test('with invoices are neither merged into another nor deleted', async () => {
    const { id } = await make('/accounts', { name: 'Stays' });
    const { id: loserId } = await make('/accounts', { name: 'Invoiced' });
    const lines = [{ description: 'Work', quantity: '1', unitPrice: '100.00' }];
    await make('/invoices', { accountId: loserId, currency: 'EUR', lines });
    expect(await post(`/accounts/${id}/merge`, { loserId })).toMatchObject({
      status: 409,
      code: 'account_merge_forbidden',
      body: {
        detail: 'The account Invoiced cannot be merged into another: it has 1 invoice.',
      },
    });
    expect(await call('DELETE', `/accounts/${loserId}`)).toMatchObject({
      status: 409,
      code: 'account_has_money',
    });
  });

  test('that were deleted are billed no more, and have no ledger account to look at', async () => {
    const client = await api.newAdmin();
    const { id, ledgerAccountId } = await make('/accounts', { name: 'Gone' }, client);
    expect((await call('DELETE', `/accounts/${id}`, undefined, client)).status).toBe(204);
    const lines = [{ description: 'Work', quantity: '1', unitPrice: '100.00' }];
    const invoice = await post('/invoices', { accountId: id, currency: 'EUR', lines }, client);
    expect(invoice).toMatchObject({ status: 422, body: { errors: [{ pointer: '/accountId' }] } });
    const { body } = await call('GET', '/ledger-accounts', undefined, client);
    expect(JSON.stringify(body)).not.toContain(String(ledgerAccountId));
    const path = `/ledger-accounts/${String(ledgerAccountId)}`;
    expect((await call('GET', path, undefined, client)).status).toBe(404);
    const patched = await call('PATCH', path, { creditDays: 5 }, client);
    expect(patched.status).toBe(404);
  });

  test('and suppliers that were deleted keep no price book', async () => {
    const { id: defaultPriceBookId } = await make('/pricebooks', { name: 'Old', currency: 'EUR' });
    const { id, ledgerAccountId } = await make('/accounts', { name: 'Gone' });
    await call('PATCH', `/ledger-accounts/${String(ledgerAccountId)}`, { defaultPriceBookId });
    const supplier = { kind: 'supplier', name: 'Gone', defaultPriceBookId };
    const { id: supplierId } = await make('/ledger-accounts', supplier);
    const remove = async (path: string) => (await call('DELETE', path)).status;
    expect(await remove(`/pricebooks/${defaultPriceBookId}`)).toBe(409);
    expect(await remove(`/accounts/${id}`)).toBe(204);
    expect(await remove(`/ledger-accounts/${supplierId}`)).toBe(204);
    expect(await remove(`/pricebooks/${defaultPriceBookId}`)).toBe(204);
  });
});

describe('deals', () => {
  test('go through their pipeline', async () => {
    const deal = await make('/deals', { name: 'Big', amount: '10' });
    const { body: pipeline } = await call('GET', `/pipelines/${String(deal.pipelineId)}`);
    const [, second] = pipeline.stages as { id: string; probability: number }[];
    const path = `/deals/${deal.id}`;
    const moved = await post(`${path}/move-stage`, { stageId: second?.id });
    expect(moved).toMatchObject({ status: 200, body: { probability: 25, version: 2 } });
    const stale = await call('POST', `${path}/close-won`, {}, admin, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    expect(await post(`${path}/close-lost`)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/lossReason', code: 'required' }] },
    });
    const lost = await post(`${path}/close-lost`, { lossReason: 'Price' });
    expect(lost.body).toMatchObject({ status: 'lost', lossReason: 'Price', probability: 0 });
    expect(await post(`${path}/close-won`)).toMatchObject({
      status: 409,
      code: 'deal_status_conflict',
    });
    expect((await post(`${path}/reopen`)).body).toMatchObject({ status: 'open', lossReason: null });
    const won = await post(`${path}/close-won`);
    expect(won.body).toMatchObject({ status: 'won', probability: 100, closedOn: '2026-03-02' });
  });

  test('begin in the default pipeline, which is there when it is asked for', async () => {
    const client = await api.newAdmin();
    const first = await call('GET', '/pipelines/default', undefined, client);
    expect(first).toMatchObject({ status: 200, body: { name: 'Sales', isDefault: true } });
    expect((await call('GET', '/pipelines/default', undefined, client)).body).toEqual(first.body);
    const { pipelineId } = await make('/deals', { name: 'First' }, client);
    expect(pipelineId).toBe(first.body.id);
    expect((await call('GET', '/pipelines', undefined, client)).body.total).toBe(1);
  });

  test('keep the stages they stand in', async () => {
    const { pipelineId } = await make('/deals', { name: 'Stays' });
    const path = `/pipelines/${String(pipelineId)}`;
    const { body } = await call('GET', path);
    const [, ...stages] = body.stages as object[];
    expect(await call('PATCH', path, { stages })).toMatchObject({
      status: 409,
      code: 'pipeline_stage_in_use',
    });
    expect((await call('DELETE', path)).code).toBe('pipeline_in_use');
  });

  test('are opportunities to who has the right to those', async () => {
    const deal = await make('/deals', { name: 'Seen', amount: '10' });
    const { client } = await member({ matrix: { opportunities: ['view', 'update'] } });
    expect((await call('GET', `/deals/${deal.id}`, undefined, client)).status).toBe(403);
    const path = `/opportunities/${deal.id}`;
    expect((await call('GET', path, undefined, client)).body).toEqual(deal);
    const changed = await call('PATCH', path, { probability: 42 }, client);
    expect(changed.body).toMatchObject({ probability: 42, probabilityOverridden: true });
    const filter = encodeURIComponent(JSON.stringify({ field: 'name', op: 'eq', value: 'Seen' }));
    const list = await call('GET', `/opportunities?filter=${filter}`, undefined, client);
    expect(list.body).toMatchObject({ total: 1, data: [{ id: deal.id }] });
  });

  test('of others are no opportunities of who sees their own', async () => {
    const scopes = { opportunities: 'own', forecast: 'own' } as const;
    const matrix = { opportunities: ['view'], forecast: ['view'] } as const;
    const { client } = await member({ matrix, scopes } as never);
    const dated = { name: 'Theirs', amount: '10', expectedCloseDate: '2026-04-01' };
    const { id } = await make('/deals', dated);
    expect((await call('GET', `/opportunities/${id}`, undefined, client)).status).toBe(404);
    const list = await call('GET', '/opportunities', undefined, client);
    expect(list.body).toMatchObject({ total: 0 });
    const forecast = await call(
      'GET',
      '/forecast?from=2026-04-01&to=2026-04-30',
      undefined,
      client,
    );
    expect(forecast.body.rows).toEqual([]);
  });

  test('are forecast by period and pipeline', async () => {
    const client = await api.newAdmin();
    await make('/deals', { name: 'A', amount: '100', expectedCloseDate: '2026-04-01' }, client);
    const query = 'from=2026-04-01&to=2026-06-30&groupBy=period,pipeline&period=quarter';
    const { status, body } = await call('GET', `/forecast?${query}`, undefined, client);
    expect([status, body]).toMatchObject([
      200,
      {
        from: '2026-04-01',
        groupBy: ['period', 'pipeline'],
        rows: [
          {
            periodStart: '2026-04-01',
            pipelineName: 'Sales',
            ownerId: null,
            currency: 'EUR',
            pipeline: '100.00',
            weighted: '10.00',
            won: '0.00',
            openDeals: 1,
          },
        ],
      },
    ]);
    const wrong = await call('GET', '/forecast?groupBy=colour', undefined, client);
    expect(wrong.status).toBe(422);
  });
});

describe('knowledge, work and campaigns', () => {
  test('articles are published and archived', async () => {
    const { id } = await make('/knowledge', {
      title: 'How',
      body: '<p>So</p>',
      audience: 'customer',
    });
    expect((await post(`/knowledge/${id}/publish`)).body).toMatchObject({ status: 'published' });
    expect((await post(`/knowledge/${id}/publish`)).code).toBe('article_status_conflict');
    expect((await post(`/knowledge/${id}/archive`)).body).toMatchObject({ status: 'archived' });
  });

  test.each([
    ['/activities', { kind: 'call' }],
    ['/tasks', { dueDate: '2026-04-01' }],
  ])('%s are about a record and are completed', async (path, more) => {
    const { id: relatedId } = await make('/leads', { name: 'About' });
    const about = { relatedObject: 'lead', relatedId };
    const { id } = await make(path, { subject: 'Do it', ...about, ...more });
    expect((await post(`${path}/${id}/complete`)).body).toMatchObject({ status: 'completed' });
    expect((await post(`${path}/${id}/complete`)).code).toBe('work_status_conflict');
    const wrong = await post(path, { subject: 'X', ...more, ...about, relatedId: newId() });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/relatedId' }] } });
  });

  test('campaigns have members', async () => {
    const { id } = await make('/campaigns', { name: 'Spring' });
    const { id: leadId } = await make('/leads', { name: 'Lea' });
    const members = `/campaigns/${id}/members`;
    expect(await post(members, { leadIds: [leadId] })).toMatchObject({ body: { added: 1 } });
    const { body: list } = await call('GET', members);
    expect(list).toMatchObject({ total: 1, data: [{ leadId, name: 'Lea', status: 'planned' }] });
    const [first] = list.data as { id: string }[];
    const one = `${members}/${first?.id}`;
    expect((await call('PATCH', one, { status: 'responded' })).body.status).toBe('responded');
    expect((await call('GET', `/campaigns/${id}/counts`)).body).toMatchObject({
      total: 1,
      byStatus: { responded: 1 },
    });
    expect((await call('DELETE', one)).status).toBe(204);
    expect((await post(members, { leadIds: [newId()] })).status).toBe(422);
  });
});
