import { systemCtx, type InvoiceId } from '@quittance/kernel';
import { OnDepositPaid } from '@quittance/receivables/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { done, made } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { heardByRules } from './heard-by-rules.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let asked: Awaited<ReturnType<typeof memberWith>>;
let approver: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  asked = await memberWith(api, {});
  const me = bodyOf<{ user: { email: string } }>(await asked.call('GET', '/auth/me'));
  approver = me.user.email;
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const dispatch = () => heardByRules(api, t);

const LINE = { description: 'Chair', unitPrice: '20.00', taxRate: '19' };
const HELD = [409, 'record_awaits_approval'];

const post = (path: string, body: object = {}) => api.admin.call('POST', path, { body });
const asks = (object: string, more: object) =>
  made(api.admin, '/workflows', {
    object,
    name: `Asks of ${object}`,
    actions: [{ kind: 'request_approval', steps: [{ approver }] }],
    ...more,
  });

interface Listed {
  readonly data: { readonly id: string; readonly recordId: string; readonly status: string }[];
}

/** Decides about what waits of a record. */
async function say(recordId: string, decision: 'approve' | 'reject' | 'recall'): Promise<void> {
  await dispatch();
  const { data } = await done<Listed>(api.admin, 'GET', '/record-approvals');
  const open = data.filter((each) => each.recordId === recordId && each.status === 'waiting');
  expect(open).toHaveLength(1);
  const who = decision === 'recall' ? api.admin : asked;
  const body = decision === 'reject' ? { reason: 'so' } : {};
  const said = await who.call('POST', `/record-approvals/${open[0]?.id}/${decision}`, { body });
  expect(said.status).toBe(200);
}

describe('a quote whose approval was recalled or rejected', () => {
  const quote = () =>
    made(api.admin, '/quotes', {
      accountId,
      currency: 'EUR',
      lines: [{ ...LINE, quantity: '400' }],
    });
  const step = (id: string, name: string, body: object = {}) => post(`/quotes/${id}/${name}`, body);
  const change = async (id: string, body: object) =>
    (await api.admin.call('PATCH', `/quotes/${id}`, { body })).status;
  beforeAll(() => asks('quote', { trigger: 'save', condition: 'total > 7000' }));

  it('is changed, asked anew and given up, and goes no further until it is approved', async () => {
    const { id } = await quote();
    await say(id, 'recall');
    expect(refusal(await step(id, 'submit'))).toEqual(HELD);
    expect(await change(id, { notes: 'Asked anew' })).toBe(200);
    await say(id, 'reject');
    expect(refusal(await step(id, 'submit'))).toEqual(HELD);
    expect(await change(id, { notes: 'And again' })).toBe(200);
    await say(id, 'approve');
    expect((await step(id, 'submit')).status).toBe(200);
    // The step is a change, which is asked about in turn.
    await say(id, 'recall');
    expect(refusal(await step(id, 'approve'))).toEqual(HELD);
    expect((await step(id, 'return', { note: 'so' })).status).toBe(200);
    await say(id, 'recall');
    expect((await step(id, 'cancel', { reason: 'so' })).status).toBe(200);
  });

  it('is free where it needs none any longer', async () => {
    const { id } = await quote();
    await say(id, 'recall');
    const shown = await api.admin.call('GET', `/quotes/${id}`);
    const line = bodyOf<{ lines: { id: string }[] }>(shown).lines[0]?.id;
    const body = { quantity: '10' };
    const less = await api.admin.call('PATCH', `/quotes/${id}/lines/${line}`, { body });
    expect(less.status).toBe(200);
    expect((await step(id, 'submit')).status).toBe(200);
  });
});

describe('a revision of a quote whose approval was recalled or rejected', () => {
  const step = async (id: string, name: string, body: object = {}) => {
    const answer = await post(`/quotes/${id}/${name}`, body);
    await dispatch();
    return answer.status === 200 || answer.status === 201 ? answer.status : refusal(answer);
  };
  /** Asked about as it is sent, and not approved. */
  const unapproved = async (decision: 'reject' | 'recall', more: object = {}) => {
    const lines = [{ ...LINE, quantity: '50' }];
    const quote = await made(api.admin, '/quotes', { accountId, currency: 'EUR', lines, ...more });
    for (const name of ['submit', 'approve', 'send']) {
      await done(api.admin, 'POST', `/quotes/${quote.id}/${name}`);
    }
    await say(quote.id, decision);
    return quote;
  };
  const revised = async (id: string) =>
    done<{ id: string; lines: { id: string }[] }>(api.admin, 'POST', `/quotes/${id}/revise`);
  const quantity = (quote: { id: string; lines: { id: string }[] }, said: string) =>
    api.admin.call('PATCH', `/quotes/${quote.id}/lines/${quote.lines[0]?.id}`, {
      body: { quantity: said },
    });
  const accepted = { name: 'Bo', evidence: 'A letter' };
  let rule: { id: string };
  beforeAll(async () => {
    rule = await asks('quote', {
      name: 'Asks of what is sent',
      trigger: 'change',
      field: 'status',
      condition: 'AND(total > 1000, PRIORVALUE(status) = "approved")',
    });
  });
  afterAll(() => done(api.admin, 'PATCH', `/workflows/${rule.id}`, { active: false }));

  it.each(['reject', 'recall'] as const)('goes no further behind a %s', async (decision) => {
    const { id } = await unapproved(decision);
    expect(await step(id, 'accept', accepted)).toEqual(HELD);
    const next = await revised(id);
    expect(await step(next.id, 'submit')).toEqual(HELD);
    expect((await quantity(next, '49')).status).toBe(200);
    expect(await step(next.id, 'submit')).toEqual(HELD);
  });

  it('goes further where it needs none any longer, and is asked about like any', async () => {
    const { id } = await unapproved('reject');
    const next = await revised(id);
    expect((await quantity(next, '42.016807')).status).toBe(200);
    for (const name of ['submit', 'approve', 'send']) expect(await step(next.id, name)).toBe(200);
    // What is raised again is another revision, of which the no still stands.
    const third = await revised(next.id);
    expect((await quantity(third, '42.02')).status).toBe(200);
    expect(await step(third.id, 'submit')).toEqual(HELD);
  });

  it('is held by the last word of its number, and by that of no other', async () => {
    const { id } = await unapproved('reject');
    const other = await post(`/quotes/${id}/clone`);
    expect(await step(bodyOf<{ id: string }>(other).id, 'submit')).toBe(200);
    const next = await revised(id);
    const less = await quantity(next, '10');
    expect(less.status).toBe(200);
    for (const name of ['submit', 'approve']) expect(await step(next.id, name)).toBe(200);
    const change = (condition: string) =>
      api.admin.call('PATCH', `/workflows/${rule.id}`, { body: { condition } });
    expect((await change('PRIORVALUE(status) = "approved"')).status).toBe(200);
    expect(await step(next.id, 'send')).toEqual(HELD);
    const before = 'AND(total > 1000, PRIORVALUE(status) = "approved")';
    expect((await change(before)).status).toBe(200);
    expect(await step(next.id, 'send')).toBe(200);
  });

  it('is freed by its own approval, and still theirs who had a part before', async () => {
    const { id } = await unapproved('reject');
    const next = await revised(id);
    // The revision before is changed by it too, and asked about by no rule of later.
    await dispatch();
    const asksAnew = { trigger: 'update', field: null, condition: 'total > 1000' };
    await done(api.admin, 'PATCH', `/workflows/${rule.id}`, asksAnew);
    const colleague = await memberWith(api, { matrix: { quotes: ['view', 'update'] } });
    const title = { body: { title: 'Ask' } };
    expect((await colleague.call('PATCH', `/quotes/${next.id}`, title)).status).toBe(200);
    await dispatch();
    const [open] = await t.db.read(t.ctx(api.company.companyId), (tx) =>
      tx.rows<{ by: string[] }>(
        `select a.changed_by as by from rules.approval a
         where a.company_id = $1 and a.record_id = $2 and a.status = 'waiting'`,
        [api.company.companyId, next.id],
      ),
    );
    const me = bodyOf<{ user: { id: string } }>(await api.admin.call('GET', '/auth/me'));
    expect(open?.by).toEqual([me.user.id]);
    await say(next.id, 'approve');
    expect(await step(next.id, 'submit')).toBe(200);
    await say(next.id, 'approve');
  });
});

describe('a quote whose deposit is paid though its approval was recalled', () => {
  it('keeps the money, and is no order until its rule is switched off', async () => {
    const deposit = { autoConvert: 'on_deposit_paid', deposit: { percent: '30' } };
    const lines = [{ ...LINE, quantity: '1' }];
    const quote = await made(api.admin, '/quotes', {
      accountId,
      currency: 'EUR',
      lines,
      ...deposit,
    });
    const at = `/quotes/${quote.id}`;
    for (const step of ['submit', 'approve', 'send'])
      await done(api.admin, 'POST', `${at}/${step}`);
    const more = { name: 'Asks of what is agreed', condition: 'status = "accepted"' };
    const rule = await asks('quote', { trigger: 'save', ...more });
    await done(api.admin, 'POST', `${at}/accept`, { name: 'Bo', evidence: 'A letter' });
    await say(quote.id, 'recall');
    const { data } = await done<Listed>(api.admin, 'GET', '/invoices?sort=-number&pageSize=1');
    const id = data[0]?.id as InvoiceId;
    const paid = { amount: '7.14', currency: 'EUR', method: 'bank_transfer' };
    await made(api.admin, `/invoices/${id}/payments`, paid);
    const ctx = systemCtx(api.company.companyId, t.clock.now(), 'told');
    const consumer = api.app.get(OnDepositPaid, { strict: false });
    await t.db.write(ctx, (tx) => consumer.handle(tx, { recordId: id } as never));
    expect(await done(api.admin, 'GET', at)).toMatchObject({ status: 'accepted', orderId: null });
    expect(refusal(await post(`${at}/convert`))).toEqual(HELD);
    const off = { body: { active: false } };
    expect((await api.admin.call('PATCH', `/workflows/${rule.id}`, off)).status).toBe(200);
    expect((await post(`${at}/convert`)).status).toBe(200);
    await dispatch();
  });
});

describe('a document whose approval was recalled', () => {
  it.each([
    ['sales-order', '/sales-orders', { lines: [{ ...LINE, ordered: '1' }] }, 'confirm'],
    ['invoice', '/invoices', { lines: [{ ...LINE, quantity: '1' }] }, 'send'],
  ])('of %s goes no further until its rule is switched off', async (object, path, body, next) => {
    const rule = await asks(object, { trigger: 'create', condition: 'ISNEW()' });
    const { id } = await made(api.admin, path, { accountId, currency: 'EUR', ...body });
    await say(id, 'recall');
    expect(refusal(await post(`${path}/${id}/${next}`))).toEqual(HELD);
    const off = { body: { active: false } };
    expect((await api.admin.call('PATCH', `/workflows/${rule.id}`, off)).status).toBe(200);
    expect((await post(`${path}/${id}/${next}`)).status).toBe(200);
  });

  const invoice = () =>
    made(api.admin, '/invoices', {
      accountId,
      currency: 'EUR',
      lines: [{ ...LINE, quantity: '1' }],
    });

  it('is not sent though a cent of it is paid', async () => {
    const rule = await asks('invoice', { name: 'Asks', trigger: 'create', condition: 'ISNEW()' });
    const { id } = await invoice();
    await say(id, 'reject');
    const cent = { amount: '0.01', currency: 'EUR', method: 'cash' };
    await made(api.admin, `/invoices/${id}/payments`, cent);
    expect(refusal(await post(`/invoices/${id}/send`))).toEqual(HELD);
    // A rule that asks no longer holds nothing, though another of its object does.
    await asks('invoice', { name: 'Asks of much', trigger: 'create', condition: 'total > 9000' });
    const actions = [{ kind: 'create_task', subject: 'Look at it' }];
    await done(api.admin, 'PATCH', `/workflows/${rule.id}`, { actions });
    expect((await post(`/invoices/${id}/send`)).status).toBe(200);
  });

  it('is held for whom its rule has asked about, whoever takes it further', async () => {
    const { user } = bodyOf<{ user: { email: string } }>(await api.admin.call('GET', '/auth/me'));
    const condition = `$User.email = "${user.email}"`;
    await asks('invoice', { name: 'Asks of one', trigger: 'create', condition });
    const { id } = await invoice();
    await say(id, 'reject');
    const rights = { matrix: { invoices: ['view', 'update'] } };
    const colleague = await memberWith(api, rights);
    const sent = await colleague.call('POST', `/invoices/${id}/send`, { body: {} });
    expect(refusal(sent)).toEqual(HELD);
  });
});
