import {
  CreditPorts,
  type CreditDocument,
  type CreditSubject,
  type DocumentWorth,
  type OverrideDecision,
} from '@quittance/credit';
import { newId, type AccountId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, keyOf, memberWith, refusal } from '../access/members.js';
import { newAccount, newInvoice, pointersOf } from '../receivables/billing-support.js';
import { askCredit, limitCredit, type CheckBody } from './credit-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let accountId: string;

/** Orders as nobody keeps them yet. */
const worths = new Map<string, DocumentWorth>();
const told: (readonly [string, OverrideDecision])[] = [];
const orders: CreditSubject = {
  type: 'sales-order',
  worth: (_, id) => Promise.resolve(worths.get(id)),
  overrideDecided: (_, id, decision) => {
    told.push([id, decision]);
    return Promise.resolve();
  },
};

beforeAll(async () => {
  // Whoever keeps orders here must not keep those of other files.
  t = await testDatabase({ apart: true });
  api = await startStaffApi(t);
  api.app.get(CreditPorts).registerSubject(orders);
});
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  admin = api.admin;
  accountId = await newAccount(t, api.company);
  await limitCredit(admin, accountId, '1000.00');
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}, by = admin) => by.call('POST', path, { body });
const get = (path: string, by = admin) => by.call('GET', path);
const filtered = (path: string, field: string, value: string) =>
  get(`${path}?filter=${encodeURIComponent(JSON.stringify({ field, op: 'eq', value }))}`);
const colleague = (matrix: Record<string, string[]>) => memberWith(api, { matrix });

function anOrder(over: Partial<DocumentWorth> = {}): CreditDocument {
  const id = newId();
  const worth = { accountId: accountId as AccountId, amount: 50_000n, currency: 'EUR' } as const;
  worths.set(id, { ...worth, ...over });
  return { type: 'sales-order', id };
}

describe('POST /credit-checks', () => {
  it('answers the snapshot and what it says of now', async () => {
    await newInvoice(admin, accountId, {
      lines: [{ description: 'Work', quantity: '1', unitPrice: '300.00' }],
    });
    const answer = await askCredit(admin, accountId, '500.00');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      accountId,
      documentType: null,
      status: 'approved',
      outcome: 'approved',
      reasons: ['within_limit'],
      currency: 'EUR',
      creditLimit: '1000.00',
      exposure: '300.00',
      available: '700.00',
      requested: '500.00',
      shortfall: '0.00',
      riskScore: 20,
      riskInputs: { utilisation: '80.00', utilisationPoints: 20, badChecks: 0 },
      checkedOn: '2026-03-02',
      reused: false,
      coversDocument: true,
      exposureNow: '300.00',
      overLimitNow: false,
    });
    const { id } = bodyOf<CheckBody>(answer);
    expect((await get(`/credit-checks/${id}`)).body).toMatchObject({ id, exposure: '300.00' });
    expect((await filtered('/credit-checks', 'accountId', accountId)).body).toMatchObject({
      total: 1,
      data: [{ id }],
    });
  });

  it('shows no figures of an account without a limit that there are not', async () => {
    await limitCredit(admin, accountId, null);
    expect((await askCredit(admin, accountId, '99999999.00')).body).toMatchObject({
      creditLimit: null,
      available: null,
      shortfall: null,
      reasons: ['no_limit'],
    });
  });

  it('asks for a document what it comes to, and for one of the account', async () => {
    const document = anOrder();
    expect((await askCredit(admin, accountId, '500.00', { document })).status).toBe(201);
    expect((await askCredit(admin, accountId, '500.00', { document })).body).toMatchObject({
      reused: true,
    });
    const plain = await post('/credit-checks', { accountId, document });
    expect(plain.body).toMatchObject({ reused: true, documentAmount: '500.00' });
    const small = await askCredit(admin, accountId, '0.01', { document });
    expect([refusal(small), pointersOf(small)]).toEqual([[422, 'validation_failed'], ['/amount']]);
    const dollars = await askCredit(admin, accountId, '500.00', { document, currency: 'USD' });
    expect(pointersOf(dollars)).toEqual(['/currency']);
    const strange = await askCredit(admin, await newAccount(t, api.company), '500.00', {
      document,
    });
    expect(pointersOf(strange)).toEqual(['/document/id']);
    const unknown = { type: 'sales-order', id: newId() };
    expect(pointersOf(await askCredit(admin, accountId, '1.00', { document: unknown }))).toEqual([
      '/document/id',
    ]);
    // Nobody keeps quotes here.
    const quote = { type: 'quote', id: document.id };
    expect(pointersOf(await askCredit(admin, accountId, '500.00', { document: quote }))).toEqual([
      '/document/id',
    ]);
  });

  it.each([
    ['no amount', { amount: undefined }, '/amount'],
    ['an amount in no currency', { currency: undefined }, '/currency'],
    ['an amount below zero', { amount: '-1.00' }, '/amount'],
    ['more decimals than the currency has', { amount: '1.001' }, '/amount'],
    ['a currency that is none', { currency: 'XXY' }, '/currency'],
    [
      'a document of another kind',
      { document: { type: 'invoice', id: newId() } },
      '/document/type',
    ],
  ])('refuses %s', async (_, over, pointer) => {
    const answer = await askCredit(admin, accountId, '1.00', over);
    expect([400, 422]).toContain(answer.status);
    expect(pointersOf(answer)).toContain(pointer);
  });

  it('refuses where a rate is missing, and an account that is not there', async () => {
    expect(refusal(await askCredit(admin, accountId, '1.00', { currency: 'USD' }))).toEqual([
      422,
      'exchange_rate_missing',
    ]);
    expect(refusal(await askCredit(admin, newId(), '1.00'))).toEqual([422, 'reference_not_found']);
    const stranger = await api.newAdmin();
    expect(refusal(await askCredit(stranger, accountId, '1.00'))).toEqual([
      422,
      'reference_not_found',
    ]);
  });
});

describe('/credit-holds', () => {
  const place = (over: object = {}) =>
    post('/credit-holds', { accountId, strength: 'hard', reason: 'manual', ...over });

  it('places, lists and releases', async () => {
    const answer = await place({ amount: '500.00', note: 'Until they answer' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      accountId,
      strength: 'hard',
      reason: 'manual',
      status: 'placed',
      amount: '500.00',
      currency: 'EUR',
      note: 'Until they answer',
      checkId: null,
      placedBy: { kind: 'staff' },
      releasedAt: null,
    });
    expect(refusal(await place())).toEqual([409, 'credit_hold_exists']);
    const { id } = bodyOf<{ id: string }>(answer);
    expect((await filtered('/credit-holds', 'accountId', accountId)).body).toMatchObject({
      data: [{ id }],
    });
    expect(refusal(await post(`/credit-holds/${id}/release`))).toEqual([422, 'validation_failed']);
    const released = await post(`/credit-holds/${id}/release`, { note: 'They did' });
    expect(released.body).toMatchObject({ status: 'released', releaseNote: 'They did' });
    expect(refusal(await post(`/credit-holds/${id}/release`, { note: 'x' }))).toEqual([
      409,
      'credit_hold_released',
    ]);
    expect((await get(`/credit-holds/${id}`)).body).toMatchObject({ status: 'released' });
  });

  it('refuses what is not whole', async () => {
    expect(pointersOf(await place({ strength: 'firm' }))).toEqual(['/strength']);
    expect(pointersOf(await place({ reason: 'mood' }))).toEqual(['/reason']);
    expect(pointersOf(await place({ amount: '0.001' }))).toEqual(['/amount']);
    expect(refusal(await place({ accountId: newId() }))).toEqual([422, 'reference_not_found']);
    expect(refusal(await get(`/credit-holds/${newId()}`))).toEqual([404, 'not_found']);
  });
});

describe('overrides', () => {
  async function rejected(document = anOrder({ amount: 500_000n })) {
    const answer = await askCredit(admin, accountId, '5000.00', { document });
    return { document, check: bodyOf<CheckBody>(answer) };
  }
  const APPROVES = { 'credit-checks': ['view', 'approve'], 'credit-overrides': ['view'] };

  it('are requested, approved and told', async () => {
    const { document, check } = await rejected();
    expect(check.status).toBe('rejected');
    const answer = await post(`/credit-checks/${check.id}/override`, {
      reason: 'It secures the year',
      expiresAt: '2026-04-01T00:00:00Z',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      checkId: check.id,
      accountId,
      status: 'requested',
      reason: 'It secures the year',
      expiresAt: '2026-04-01T00:00:00.000Z',
      decidedBy: null,
    });
    const { id } = bodyOf<{ id: string }>(answer);
    expect((await get(`/credit-checks/${check.id}`)).body).toMatchObject({
      status: 'awaiting_approval',
    });
    expect(refusal(await post(`/credit-overrides/${id}/approve`))).toEqual([409, 'own_override']);
    const approver = await colleague(APPROVES);
    const approved = await post(`/credit-overrides/${id}/approve`, { note: 'Once' }, approver);
    expect(approved.body).toMatchObject({ status: 'approved', decisionNote: 'Once' });
    expect(told).toContainEqual([document.id, 'approved']);
    expect(refusal(await post(`/credit-overrides/${id}/approve`, {}, approver))).toEqual([
      409,
      'credit_override_not_requested',
    ]);
    expect((await get(`/credit-overrides/${id}`)).body).toMatchObject({ status: 'approved' });
    expect((await filtered('/credit-overrides', 'checkId', check.id)).body).toMatchObject({
      total: 1,
    });
    expect(refusal(await post(`/credit-checks/${check.id}/override`, { reason: 'x' }))).toEqual([
      409,
      'credit_check_not_overridable',
    ]);
  });

  it('are approved by nobody who asked by a key of theirs', async () => {
    const rights = {
      matrix: { ...APPROVES, 'credit-overrides': ['view', 'create'], accounts: ['view'] },
    };
    const [key, second] = [await keyOf(api, admin, rights), await keyOf(api, admin, rights)];
    const asked = async (by: Pick<StaffClient, 'call'>) => {
      const { check } = await rejected();
      const path = `/credit-checks/${check.id}/override`;
      const answer = await by.call('POST', path, { body: { reason: 'x' } });
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      return bodyOf<{ id: string }>(answer).id;
    };
    const approve = async (id: string, by: Pick<StaffClient, 'call'>) =>
      refusal(await by.call('POST', `/credit-overrides/${id}/approve`, { body: {} }));
    const [byAdmin, byKey] = [await asked(admin), await asked(key)];
    const own = [409, 'own_override'];
    expect(await approve(byAdmin, key)).toEqual(own);
    for (const by of [key, second, admin]) expect(await approve(byKey, by)).toEqual(own);
    await admin.call('DELETE', `/api-keys/${key.id}`);
    await admin.call('DELETE', `/roles/${key.roleId}`);
    expect(await approve(byKey, admin)).toEqual(own);
    expect((await approve(byKey, await colleague(APPROVES)))[0]).toBe(200);
  });

  it('are rejected with a reason', async () => {
    const { check } = await rejected();
    const { id } = bodyOf<{ id: string }>(
      await post(`/credit-checks/${check.id}/override`, { reason: 'Please' }),
    );
    expect(pointersOf(await post(`/credit-overrides/${id}/reject`))).toEqual(['/reason']);
    expect((await post(`/credit-overrides/${id}/reject`, { reason: 'No' })).body).toMatchObject({
      status: 'rejected',
      decisionNote: 'No',
    });
    expect((await get(`/credit-checks/${check.id}`)).body).toMatchObject({ status: 'rejected' });
  });

  it('expire', async () => {
    const { check } = await rejected();
    const expiresAt = '2026-03-03T00:00:00Z';
    const { id } = bodyOf<{ id: string }>(
      await post(`/credit-checks/${check.id}/override`, { reason: 'Today only', expiresAt }),
    );
    expect(
      pointersOf(
        await post(`/credit-checks/${(await rejected()).check.id}/override`, {
          reason: 'x',
          expiresAt: '2026-03-02T09:00:00Z',
        }),
      ),
    ).toEqual(['/expiresAt']);
    const approver = await colleague(APPROVES);
    t.clock.set('2026-03-03T00:00:00.000Z');
    expect(refusal(await post(`/credit-overrides/${id}/approve`, {}, approver))).toEqual([
      409,
      'override_expired',
    ]);
  });

  it('take the right to create one, and to approve checks', async () => {
    const { check } = await rejected();
    const path = `/credit-checks/${check.id}/override`;
    const viewer = await colleague({ 'credit-checks': ['view', 'create', 'update'] });
    const refused = await post(path, { reason: 'x' }, viewer);
    expect(refused.body).toMatchObject({
      code: 'permission_denied',
      resource: 'credit-overrides',
      action: 'create',
    });
    const requester = await colleague({ 'credit-overrides': ['create', 'approve', 'update'] });
    const made = await post(path, { reason: 'x' }, requester);
    expect(made.status).toBe(201);
    const { id } = bodyOf<{ id: string }>(made);
    for (const verb of ['approve', 'reject']) {
      const answer = await post(`/credit-overrides/${id}/${verb}`, { reason: 'x' }, requester);
      expect(answer.body).toMatchObject({ resource: 'credit-checks', action: 'approve' });
    }
  });
});
