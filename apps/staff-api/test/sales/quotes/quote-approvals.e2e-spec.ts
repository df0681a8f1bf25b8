import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, keyOf, memberWith, refusal } from '../../access/members.js';
import { made } from '../../objects/objects-support.js';
import { aPlan } from '../sales-support.js';
import { newAccount } from '../../receivables/billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  const body = { mode: 'rules', rules: [{ maxPercent: '15', maxTotal: '1.00' }] };
  await api.admin.call('PUT', '/settings/quote-approval', { body });
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const LINE = { description: 'Till', quantity: '1', unitPrice: '50.00', taxRate: '19' };
const SELLS = { matrix: { quotes: ['view', 'create', 'update', 'approve', 'clone'] } };
const seller = () => memberWith(api, SELLS);
type Caller = Pick<StaffClient, 'call'>;
const call = async (by: Caller, method: string, path: string, body?: object) =>
  by.call(method, path, { ...(body && { body }) });
const drafted = async (by: Caller) =>
  bodyOf<{ id: string }>(
    await call(by, 'POST', '/quotes', { accountId, currency: 'EUR', lines: [LINE] }),
  ).id;

describe('where a rule asks for approval', () => {
  it('nobody approves what they wrote, priced or submitted, and others do', async () => {
    const [writer, pricer, submitter, other] = [
      await seller(),
      await seller(),
      await seller(),
      await seller(),
    ];
    const id = await drafted(writer);
    await call(pricer, 'POST', `/quotes/${id}/lines`, { ...LINE, unitPrice: '70.00' });
    expect((await call(submitter, 'POST', `/quotes/${id}/submit`)).status).toBe(200);
    for (const own of [writer, pricer, submitter]) {
      expect(refusal(await call(own, 'POST', `/quotes/${id}/approve`))).toEqual([
        409,
        'own_approval',
      ]);
    }
    expect((await call(other, 'POST', `/quotes/${id}/approve`)).status).toBe(200);
  });

  it.each<[string, (by: Caller, id: string) => Promise<unknown>]>([
    ['a title', (by, id) => call(by, 'PATCH', `/quotes/${id}`, { title: 'For spring' })],
    ['prices that are the same', (by, id) => call(by, 'POST', `/quotes/${id}/reprice`)],
    [
      'a note',
      (by, id) => call(by, 'POST', `/quotes/${id}/lines`, { kind: 'note', description: 'Hi' }),
    ],
    [
      'a price of another line',
      (by, id) => call(by, 'POST', `/quotes/${id}/lines`, { ...LINE, unitPrice: '70.00' }),
    ],
  ])('who gave a discount has priced it, though another says %s behind it', async (what, touch) => {
    const [writer, pricer, other] = [await seller(), await seller(), await seller()];
    const id = await drafted(writer);
    await call(pricer, 'PATCH', `/quotes/${id}`, { discount: { percent: '90' } });
    await touch(other, id);
    expect((await call(writer, 'POST', `/quotes/${id}/submit`)).status).toBe(200);
    const approved = async (by: Caller) => refusal(await call(by, 'POST', `/quotes/${id}/approve`));
    expect(await approved(pricer)).toEqual([409, 'own_approval']);
    // Who says nothing of what it comes to has no part in it.
    const same = what !== 'a price of another line';
    expect(await approved(other)).toEqual(same ? [200, undefined] : [409, 'own_approval']);
  });

  it('nobody approves what came back as another than they looked at', async () => {
    const [writer, other] = [await seller(), await seller()];
    const id = await drafted(writer);
    const hash = async () =>
      bodyOf<{ contentHash: string }>(await call(other, 'GET', `/quotes/${id}`)).contentHash;
    await call(writer, 'POST', `/quotes/${id}/submit`);
    const seen = await hash();
    await call(writer, 'POST', `/quotes/${id}/return`, { note: 'Cheaper' });
    await call(writer, 'PATCH', `/quotes/${id}`, { discount: { percent: '90' } });
    await call(writer, 'POST', `/quotes/${id}/submit`);
    const approve = (contentHash: string) =>
      call(other, 'POST', `/quotes/${id}/approve`, { contentHash });
    expect(refusal(await approve(seen))).toEqual([409, 'content_changed']);
    expect((await approve(await hash())).status).toBe(200);
  });

  it.each(['revise', 'clone'])('what somebody has priced stays theirs: %s', async (verb) => {
    const [writer, pricer, approver, next] = [
      await seller(),
      await seller(),
      await seller(),
      await seller(),
    ];
    const first = await drafted(writer);
    await call(pricer, 'PATCH', `/quotes/${first}`, { discount: { percent: '90' } });
    await call(writer, 'POST', `/quotes/${first}/submit`);
    expect((await call(approver, 'POST', `/quotes/${first}/approve`)).status).toBe(200);
    const body = verb === 'clone' ? {} : undefined;
    const copy = await call(next, 'POST', `/quotes/${first}/${verb}`, body);
    const { id } = bodyOf<{ id: string }>(copy);
    expect((await call(next, 'POST', `/quotes/${id}/submit`)).status).toBe(200);
    for (const own of [writer, pricer, next]) {
      const answer = await call(own, 'POST', `/quotes/${id}/approve`);
      expect(refusal(answer)).toEqual([409, 'own_approval']);
    }
    expect((await call(approver, 'POST', `/quotes/${id}/approve`)).status).toBe(200);
  });

  it('a person and their keys are one, also when the key is gone', async () => {
    const [other, key, second] = [
      await seller(),
      await keyOf(api, api.admin, SELLS),
      await keyOf(api, api.admin, SELLS),
    ];
    const submitted = async (writer: Caller, submitter = writer) => {
      const id = await drafted(writer);
      expect((await call(submitter, 'POST', `/quotes/${id}/submit`)).status).toBe(200);
      return id;
    };
    const approved = async (id: string, by: Caller) =>
      refusal(await call(by, 'POST', `/quotes/${id}/approve`));
    const own = [409, 'own_approval'];
    const [byKey, byPerson] = [await submitted(key), await submitted(api.admin)];
    for (const by of [key, second, api.admin]) expect(await approved(byKey, by)).toEqual(own);
    expect(await approved(byPerson, key)).toEqual(own);
    // Of a key's quote that another submits, or that a key submits for another.
    const [written, handedOver] = [await submitted(key, other), await submitted(other, key)];
    // A later price is another's, so that nothing but who wrote it is the key's.
    const priced = await drafted(key);
    await call(other, 'POST', `/quotes/${priced}/lines`, LINE);
    expect((await call(other, 'POST', `/quotes/${priced}/submit`)).status).toBe(200);
    await call(api.admin, 'DELETE', `/api-keys/${key.id}`);
    const gone = await call(api.admin, 'DELETE', `/roles/${key.roleId}`);
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    for (const id of [byKey, written, handedOver, priced]) {
      expect(await approved(id, api.admin)).toEqual(own);
      expect(await approved(id, second)).toEqual(own);
    }
    expect((await call(other, 'POST', `/quotes/${byKey}/approve`)).status).toBe(200);
  });

  it('a key that a key made is of the same person; one of nobody approves nothing', async () => {
    const administrators = bodyOf<{ data: { id: string; builtIn: boolean }[] }>(
      await call(api.admin, 'GET', '/roles'),
    ).data.find(({ builtIn }) => builtIn);
    const master = await keyOf(api, api.admin, String(administrators?.id));
    const made = await keyOf(api, { ...api.admin, call: master.call }, SELLS);
    const byMade = await drafted(made);
    await call(made, 'POST', `/quotes/${byMade}/submit`);
    expect(refusal(await call(api.admin, 'POST', `/quotes/${byMade}/approve`))).toEqual([
      409,
      'own_approval',
    ]);
    const ctx = t.ctx(api.company.companyId);
    const orphan = 'update access.api_key set created_by = null where id = $1';
    await t.db.write(ctx, (tx) => tx.run(orphan, [made.id]));
    const other = await seller();
    const byOther = await drafted(other);
    await call(other, 'POST', `/quotes/${byOther}/submit`);
    expect(refusal(await call(made, 'POST', `/quotes/${byOther}/approve`))).toEqual([
      409,
      'own_approval',
    ]);
  });
});

describe('a rule', () => {
  const rules = (body: object) => call(api.admin, 'PUT', '/settings/quote-approval', body);
  let productId: string;
  let planned: { productId: string };
  beforeAll(async () => {
    const book = { name: 'List', currency: 'EUR', isDefault: true };
    productId = (await made(api.admin, '/products', { sku: 'PRESS', name: 'Press' })).id;
    const { id } = await made(api.admin, '/pricebooks', book);
    await made(api.admin, `/pricebooks/${id}/entries`, { productId, unitPrice: '5000' });
    const plan = await aPlan(api.admin, { prices: [{ currency: 'EUR', unitPrice: '5000' }] });
    const { productId: ofPlan } = bodyOf<{ productId: string }>(
      await call(api.admin, 'GET', `/plans/${plan.id}`),
    );

    planned = { productId: ofPlan };
    await made(api.admin, `/pricebooks/${id}/entries`, { ...planned, unitPrice: '5000' });
    await rules({ mode: 'rules', rules: [{ maxPercent: '10', maxTotal: '60000' }] });
  });
  afterAll(() => rules({ mode: 'rules', rules: [{ maxPercent: '15', maxTotal: '1.00' }] }));

  const press = (over: object = {}) => ({ productId, quantity: '1', taxRate: '0', ...over });
  const option = (over: object) => press({ optional: true, selected: true, ...over });
  const submitted = async (body: object) => {
    const { id } = await made(api.admin, '/quotes', { accountId, currency: 'EUR', ...body });
    return bodyOf<{ id: string; status: string; approval: object[] }>(
      await call(api.admin, 'POST', `/quotes/${id}/submit`),
    );
  };

  it.each<[string, object, object]>([
    [
      'an amount off all, of which little may be chosen',
      { discount: { amount: '5000' }, lines: () => [press(), option({ quantity: '10' })] },
      { about: 'discount', line: 1, limit: '10', value: '100.00' },
    ],
    [
      'an amount off an option that may be taken in part',
      {
        lines: () => [
          press(),
          option({ quantity: '10', minQuantity: '1', discount: { amount: '5000' } }),
        ],
      },
      { about: 'discount', line: 2, limit: '10', value: '100.00' },
    ],
    [
      'an option of which much may be chosen',
      { lines: () => [press(), option({ selected: false, maxQuantity: '1000' })] },
      { about: 'total', line: null, limit: '60000', value: '5005000.00' },
    ],
    [
      'a list price with the tax in it',
      { pricesIncludeTax: true, lines: () => [press({ taxRate: '19' })] },
      { about: 'discount', line: 1, limit: '10', value: '15.97' },
    ],
    [
      'a trial as long as the term',
      {
        termMonths: 12,
        lines: () => [
          press({ ...planned, kind: 'recurring', frequency: 'monthly', trialDays: 365 }),
        ],
      },
      { about: 'discount', line: 1, limit: '10', value: '100.00' },
    ],
  ])('asks for approval of %s', async (_, body, expected) => {
    const { lines, ...head } = body as { lines: () => object[] };
    expect(await submitted({ ...head, lines: lines() })).toMatchObject({
      status: 'submitted',
      approval: [{ rule: 1, ...expected }],
    });
  });

  it('lets pass what it asks of no choice, and holds that against what is chosen', async () => {
    const passes = await submitted({ lines: [press(), option({ quantity: '9' })] });
    expect(passes).toMatchObject({ status: 'approved', approval: [] });
    const ctx = t.ctx(api.company.companyId);
    const stricter = `update sales.quote set passed_rules = jsonb_set(passed_rules, '{0,maxTotal}',
      '"100.00"') where id = $1 and passed_rules is not null`;
    await t.db.write(ctx, (tx) => tx.run(stricter, [passes.id]));
    const accepted = await call(api.admin, 'POST', `/quotes/${passes.id}/accept`, {
      name: 'Bea',
      evidence: 'Letter',
      selections: [],
    });
    expect(refusal(accepted)).toEqual([422, 'selection_invalid']);
    expect((accepted.body as { errors: object[] }).errors).toMatchObject([
      { pointer: '/selections', code: 'approval' },
    ]);
  });

  it('is accepted by nobody who chooses none of the options that it consists of', async () => {
    const { id } = await submitted({ lines: [option({}), option({ selected: false })] });
    const accepted = await call(api.admin, 'POST', `/quotes/${id}/accept`, {
      name: 'Bea',
      evidence: 'Letter',
      selections: [],
    });
    expect(refusal(accepted)).toEqual([422, 'selection_invalid']);
    expect((accepted.body as { errors: object[] }).errors).toMatchObject([
      { pointer: '/selections', code: 'required' },
    ]);
  });
});

describe('a customer on hard hold', () => {
  it('is not put on a draft that was written for another', async () => {
    const held = await newAccount(t, api.company);
    const id = await drafted(api.admin);
    const hold = { accountId: held, strength: 'hard', reason: 'overdue_payment' };
    expect((await call(api.admin, 'POST', '/credit-holds', hold)).status).toBe(201);
    const patch = (body: object) => call(api.admin, 'PATCH', `/quotes/${id}`, body);
    expect(refusal(await patch({ accountId: held }))).toEqual([422, 'credit_hold_hard']);
    expect((await patch({ title: 'Still for the first' })).body).toMatchObject({ accountId });
  });
});

describe('a quote that is decided', () => {
  it('is shared by no new link', async () => {
    const id = await drafted(api.admin);
    const other = await seller();
    for (const [by, step] of [
      [api.admin, 'submit'],
      [other, 'approve'],
      [api.admin, 'send'],
    ] as const) {
      expect((await call(by, 'POST', `/quotes/${id}/${step}`)).status).toBe(200);
    }
    expect((await call(api.admin, 'POST', `/quotes/${id}/share`)).status).toBe(200);
    await call(api.admin, 'POST', `/quotes/${id}/accept`, { name: 'Bea', evidence: 'Letter' });
    expect(refusal(await call(api.admin, 'POST', `/quotes/${id}/share`))).toEqual([
      409,
      'quote_not_open',
    ]);
  });

  it('is e-mailed by nobody without a mail server, or without the right to share', async () => {
    const id = await drafted(api.admin);
    await call(api.admin, 'POST', `/quotes/${id}/submit`);
    const other = await seller();
    await call(other, 'POST', `/quotes/${id}/approve`);
    const send = (by: StaffClient) => call(by, 'POST', `/quotes/${id}/send`, { email: true });
    expect(refusal(await send(other))).toEqual([403, 'permission_denied']);
    expect(refusal(await send(api.admin))).toEqual([422, 'email_not_available']);
    expect((await call(api.admin, 'GET', `/quotes/${id}`)).body).toMatchObject({
      status: 'approved',
    });
  });
});
