import { CreateRole, CreateUser } from '@quittance/access/host';
import { newId, type Ctx } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

type Body = Record<string, unknown>;

async function make(body: Body = {}, as = admin): Promise<Body> {
  const answer = await as.call('POST', '/accounts', { body: { name: 'Acme Ltd', ...body } });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Body;
}

function errorsOf(body: unknown): string[] {
  const errors = (body as { errors: { pointer: string; code: string }[] }).errors;
  return errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

/** A user of the company with a role that holds these rights. */
async function member(rights: Record<string, string[]>): Promise<StaffClient> {
  const ctx: Ctx = { ...api.company, permissions: { ...api.company.permissions, all: true } };
  const role = await api.app.get(CreateRole, { strict: false }).execute(ctx, {
    name: `Role ${newId()}`,
    matrix: rights,
  } as never);
  const user = await api.app.get(CreateUser, { strict: false }).execute(ctx, {
    email: `${newId()}@example.com`,
    name: 'Member',
    roleIds: [role.id],
  } as never);
  return api.client(ctx.companyId, user.id);
}

describe('accounts', () => {
  test('are made with everything they may hold and read again', async () => {
    const made = await make({
      name: 'Umlaut GmbH',
      type: 'customer',
      website: 'https://umlaut.example',
      email: 'info@umlaut.example',
      billingEmail: 'ap@umlaut.example',
      phone: '+49 30 1',
      billingAddress: { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
      taxRegistration: 'DE136695976',
      externalKey: 'U-1',
    });
    expect(made).toMatchObject({ version: 1, status: 'active', ownerId: admin.userId });
    const read = await admin.call('GET', `/accounts/${made.id}`);
    expect([read.status, read.body]).toEqual([200, made]);
    expect(read.headers.get('etag')).toBe('"1"');
  });

  test('are changed member by member, null clears', async () => {
    const { id } = await make({ phone: '1', billingAddress: { country: 'US', region: 'CA' } });
    const body = { phone: null, billingAddress: { region: 'NY' }, status: 'inactive' };
    const changed = await admin.call('PATCH', `/accounts/${id}`, { body });
    expect(changed.body).toMatchObject({
      name: 'Acme Ltd',
      phone: null,
      billingAddress: { country: 'US', region: 'NY' },
      status: 'inactive',
      version: 2,
    });
    const headers = { 'if-match': '"1"' };
    const lost = await admin.call('PATCH', `/accounts/${id}`, { body, headers });
    expect([lost.status, (lost.body as Body).code]).toEqual([412, 'precondition_failed']);
  });

  test('need a name', async () => {
    const { status, body } = await admin.call('POST', '/accounts', { body: {} });
    expect([status, errorsOf(body)]).toEqual([422, ['/name required']]);
  });

  test('name all that is wrong with a body', async () => {
    const wrong = { name: ' ', email: 'nobody', website: 'javascript:alert(1)', status: 'lost' };
    const { status, body } = await admin.call('POST', '/accounts', { body: wrong });
    expect(status).toBe(422);
    expect(errorsOf(body).sort()).toEqual([
      '/email format',
      '/name required',
      '/status enum',
      '/website pattern',
    ]);
  });

  test.each([
    ['companyId', 400, 'unknown_field'],
    ['__proto__x', 400, 'unknown_field'],
    ['id', 422, 'read_only'],
    ['version', 422, 'read_only'],
    ['ledgerAccountId', 422, 'read_only'],
    ['createdBy', 422, 'read_only'],
  ])('do not let %s be written', async (member, status, code) => {
    const body = { name: 'Acme', [member]: '1' };
    const answer = await admin.call('POST', '/accounts', { body });
    expect([answer.status, errorsOf(answer.body)]).toEqual([status, [`/${member} ${code}`]]);
  });

  test('are filtered, sorted, searched and paged', async () => {
    const client = await api.newAdmin();
    for (const name of ['Beta', 'Alpha', 'Gamma']) await make({ name, type: 'customer' }, client);
    await make({ name: 'Other', type: 'partner' }, client);
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'type', op: 'eq', value: 'customer' }),
    );
    const { body } = await client.call('GET', `/accounts?filter=${filter}&sort=-name&pageSize=2`);
    expect(body).toMatchObject({ total: 3, data: [{ name: 'Gamma' }, { name: 'Beta' }] });
    const found = await client.call('GET', '/accounts?search=alph');
    expect(found.body).toMatchObject({ total: 1, data: [{ name: 'Alpha' }] });
  });

  test('download as CSV', async () => {
    const client = await api.newAdmin();
    await make({ name: 'Acme Ltd' }, client);
    const answer = await client.call('GET', '/accounts', { headers: { accept: 'text/csv' } });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const [head, line] = String(answer.body).split('\n');
    expect(head).toContain('id,version,name,type');
    expect(line).toContain(',Acme Ltd,');
  });

  test('of another company are not found', async () => {
    const { id } = await make();
    const stranger = await api.newAdmin();
    const answers = await Promise.all([
      stranger.call('GET', `/accounts/${id}`),
      stranger.call('PATCH', `/accounts/${id}`, { body: { name: 'Mine' } }),
      stranger.call('GET', `/accounts/${newId()}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('are for whoever has the right', async () => {
    const viewer = await member({ accounts: ['view'] });
    const { id } = await make();
    expect((await viewer.call('GET', `/accounts/${id}`)).status).toBe(200);
    const refused = await viewer.call('POST', '/accounts', { body: { name: 'X' } });
    expect(refused.body).toMatchObject({
      status: 403,
      code: 'permission_denied',
      resource: 'accounts',
      action: 'create',
    });
    expect((await api.call('GET', `/accounts/${id}`)).status).toBe(401);
  });

  test('are made once for one idempotency key', async () => {
    const client = await api.newAdmin();
    const headers = { 'idempotency-key': newId() };
    const body = { name: 'Once' };
    const first = await client.call('POST', '/accounts', { body, headers });
    const again = await client.call('POST', '/accounts', { body, headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await client.call('GET', '/accounts')).body).toMatchObject({ total: 1 });
  });
});

describe('ledger accounts', () => {
  const supplier = async (over: Body = {}): Promise<Body> => {
    const body = { kind: 'supplier', name: 'Steel AG', ...over };
    const answer = await admin.call('POST', '/ledger-accounts', { body });
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    return answer.body as Body;
  };
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as Body).code,
  ];

  test('say who owns, made and changed them; that of a customer that of its account', async () => {
    const made = await supplier();
    const { userId } = admin;
    expect(made).toMatchObject({ ownerId: userId, createdBy: userId, updatedBy: userId });
    const freed = { body: { ownerId: null } };
    const after = await admin.call('PATCH', `/ledger-accounts/${String(made.id)}`, freed);
    expect(after.body).toMatchObject({ ownerId: null, version: 2 });
    const account = await make();
    const path = `/ledger-accounts/${String(account.ledgerAccountId)}`;
    expect((await admin.call('GET', path)).body).toMatchObject({ ownerId: userId });
    expect((await admin.call('PATCH', path, freed)).status).toBe(422);
    await admin.call('PATCH', `/accounts/${String(account.id)}`, freed);
    expect((await admin.call('GET', path)).body).toMatchObject({ ownerId: null, version: 2 });
  });

  test('are deleted unless money or a customer holds them', async () => {
    const [plain, owing, partner] = [
      await supplier(),
      await supplier({ openingBalance: '12.50' }),
      await supplier({ kind: 'partner' }),
    ];
    const at = ({ id }: Body) => `/ledger-accounts/${String(id)}`;
    const deal = { name: 'With a partner', partnerId: partner.id };
    const { body: made } = await admin.call('POST', '/deals', { body: deal });
    const customer = { id: (await make()).ledgerAccountId };
    expect(codeOf(await admin.call('DELETE', at(owing)))).toEqual([
      409,
      'ledger_account_has_money',
    ]);
    expect(codeOf(await admin.call('DELETE', at(customer)))).toEqual([
      409,
      'ledger_account_of_customer',
    ]);
    for (const each of [plain, partner]) {
      expect((await admin.call('DELETE', at(each))).status).toBe(204);
      expect((await admin.call('GET', at(each))).status).toBe(404);
    }
    const { body: list } = await admin.call('GET', '/ledger-accounts?kind=partner');
    expect(JSON.stringify(list)).not.toContain(String(partner.id));
    const dealPath = `/deals/${String((made as Body).id)}`;
    expect((await admin.call('GET', dealPath)).body).toMatchObject({ partnerId: null });
    expect((await admin.call('PATCH', dealPath, { body: { partnerId: partner.id } })).status).toBe(
      422,
    );
  });

  test('are copied on their terms, without what is of one party alone', async () => {
    const source = await supplier({
      taxRegistration: { vat: 'DE136695976' },
      bank: { iban: 'DE89370400440532013000' },
      openingBalance: '5.00',
      creditLimit: '100.00',
      creditDays: 30,
    });
    const path = `/ledger-accounts/${String(source.id)}/clone`;
    const copy = await admin.call('POST', path, { body: { name: 'Iron AG' } });
    expect([copy.status, copy.body]).toMatchObject([
      201,
      {
        kind: 'supplier',
        name: 'Iron AG',
        creditLimit: '100.00',
        creditDays: 30,
        openingBalance: '0.00',
        bank: null,
        taxRegistration: { vat: null },
      },
    ]);
    const customer = `/ledger-accounts/${String((await make()).ledgerAccountId)}/clone`;
    expect(codeOf(await admin.call('POST', customer, { body: {} }))).toEqual([
      409,
      'ledger_account_of_customer',
    ]);
  });

  test('have a timeline, documents and a page, and none of them tells a bank number', async () => {
    const iban = 'DE89370400440532013000';
    const made = await supplier({ bank: { iban } });
    const path = `/ledger-accounts/${String(made.id)}`;
    await admin.call('PATCH', path, { body: { bank: { bankName: 'Bank' } } });
    const file = { body: 'bytes', headers: { 'content-type': 'text/plain' } };
    expect((await admin.call('POST', `${path}/documents?fileName=a.txt`, file)).status).toBe(201);
    const seen = await Promise.all(
      ['timeline', 'layout', 'documents'].map((each) => admin.call('GET', `${path}/${each}`)),
    );
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(seen[0]?.body).toMatchObject({ data: expect.arrayContaining([expect.anything()]) });
    expect(JSON.stringify(seen)).not.toContain(iban);
    await admin.call('DELETE', path);
    const { body: events } = await admin.call('GET', '/events?pageSize=200');
    expect(JSON.stringify(events)).toContain(String(made.id));
    expect(JSON.stringify(events)).not.toContain(iban);
  });

  test('of customers come with the account and are listed by kind', async () => {
    const client = await api.newAdmin();
    const { ledgerAccountId } = await make({}, client);
    const supplier = { kind: 'supplier', name: 'Steel AG', openingBalance: '12.50' };
    expect((await client.call('POST', '/ledger-accounts', { body: supplier })).status).toBe(201);
    const customers = await client.call('GET', '/ledger-accounts?kind=customer&page=1');
    expect(customers.body).toMatchObject({ total: 1, data: [{ id: ledgerAccountId }] });
    expect((await client.call('GET', '/ledger-accounts')).body).toMatchObject({ total: 2 });
    const all = await client.call('GET', '/ledger-accounts?kind=all');
    expect([all.status, all.body]).toMatchObject([200, { total: 2 }]);
    const unknown = await client.call('GET', '/ledger-accounts?kind=friend');
    expect([unknown.status, (unknown.body as Body).code]).toEqual([400, 'invalid_list_request']);
  });

  test('are changed and read again', async () => {
    const { ledgerAccountId } = await make();
    const path = `/ledger-accounts/${ledgerAccountId}`;
    const body = {
      taxRegistration: { vat: 'DE 136 695 976' },
      bank: { iban: 'DE89370400440532013000', accountName: 'Acme' },
      creditLimit: '5000',
      creditDays: 30,
      paymentTerms: 'Net 30',
    };
    const changed = await admin.call('PATCH', path, { body, headers: { 'if-match': '"1"' } });
    expect(changed.body).toMatchObject({
      version: 2,
      creditLimit: '5000.00',
      taxRegistration: { vat: 'DE136695976', gstin: null },
      bank: { iban: 'DE89370400440532013000', bic: null },
    });
    expect((await admin.call('GET', path)).body).toEqual(changed.body);
  });

  test('mask bank numbers for whoever may only look', async () => {
    const { ledgerAccountId } = await make();
    const path = `/ledger-accounts/${ledgerAccountId}`;
    const body = { bank: { iban: 'DE89370400440532013000', accountNumber: '0532013000' } };
    await admin.call('PATCH', path, { body });
    const viewer = await member({ 'ledger-accounts': ['view'] });
    const seen = [await viewer.call('GET', path), await admin.call('GET', '/ledger-accounts')];
    expect(seen[0]?.body).toMatchObject({ bank: { iban: '••••3000', accountNumber: '••••3000' } });
    expect(JSON.stringify(seen.map((answer) => answer.body))).not.toContain('0532013000');
  });

  test('refuse numbers that are not valid, and amounts of another scale', async () => {
    const { ledgerAccountId } = await make();
    const body = { taxRegistration: { gstin: '27AAPFU0939F1ZW' }, creditLimit: '1.001' };
    const answer = await admin.call('PATCH', `/ledger-accounts/${ledgerAccountId}`, { body });
    expect([answer.status, errorsOf(answer.body)]).toEqual([
      422,
      ['/creditLimit precision', '/taxRegistration/gstin format'],
    ]);
  });
});
