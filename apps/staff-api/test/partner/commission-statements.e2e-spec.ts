import { parseInstant } from '@quittance/kernel';
import { DrawUpStatements, type PartnerId } from '@quittance/partner/host';
import { Client } from 'pg';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { keyOf, memberWith, refusal } from '../access/members.js';
import { done } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { SERVICE } from '../sales/orders/order-support.js';
import { equal, partnerDesk } from './partner-support.js';

interface StatementBody {
  readonly id: string;
  readonly status: string;
  readonly month: string;
  readonly carried: string;
  readonly earned: string;
  readonly reversed: string;
  readonly total: string;
  readonly entries: number;
}

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof partnerDesk>;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = partnerDesk(t, api);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await desk.dispatch();
  await expectInvariants(t);
  await api.close();
  await t.close();
});

/** Draws up a month; the answer is what was made. */
async function drawUp(body: object): Promise<readonly StatementBody[]> {
  const answer = await api.admin.call('POST', '/commission-statements', { body });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return (answer.body as { data: StatementBody[] }).data;
}

/** A partner who earns a tenth at once and is paid 50.00 and more. */
async function earner(): Promise<string> {
  const partnerId = await desk.partner();
  await desk.plan([partnerId], { holdDays: 0, minimumPayout: '50.00' });
  return partnerId;
}

/** Something is sold that earns a tenth of this, and paid on a day. */
async function earns(partnerId: string, net: string, receivedOn: string): Promise<string> {
  const lines = [{ ...SERVICE, unitPrice: net, taxRate: '0' }];
  const { invoice } = await desk.invoice(accountId, partnerId, lines);
  const payment = await desk.pay(invoice.id, net, { receivedOn });
  await desk.dispatch();
  return payment;
}

const adjust = (partnerId: string, amount: string) =>
  done<{ id: string }>(api.admin, 'POST', '/commissions/adjust', {
    partnerId,
    currency: 'EUR',
    amount,
    reason: 'Agreed',
  });
const step = (id: string, name: string, body: object = {}) =>
  done<StatementBody>(api.admin, 'POST', `/commission-statements/${id}/${name}`, body);
const ask = (id: string, name: string, body: object = {}) =>
  api.admin.call('POST', `/commission-statements/${id}/${name}`, { body });
const statuses = async (partnerId: string) =>
  (await desk.commissions('partnerId', partnerId)).map(({ status }) => status);

describe('a statement', () => {
  it('carries what is too little, is approved and paid, and is drawn up once', async () => {
    const partnerId = await earner();
    await earns(partnerId, '400.00', '2026-01-10');
    expect(await drawUp({ month: '2026-01-31', partnerId })).toEqual([]);
    await earns(partnerId, '300.00', '2026-02-10');
    const both = await Promise.all([drawUp({ partnerId }), drawUp({ partnerId })]);
    const [statement, ...others] = both.flat();
    expect(others).toEqual([]);
    expect(statement).toMatchObject({
      month: '2026-02-01',
      status: 'draft',
      carried: '40.00',
      earned: '30.00',
      reversed: '0.00',
      total: '70.00',
      entries: 2,
    });
    const id = String(statement?.id);
    expect(refusal(await ask(id, 'pay', { paidOn: '2026-03-02', reference: 'R' }))).toEqual([
      409,
      'commission_statement_status_conflict',
    ]);
    await step(id, 'approve');
    const paid = await step(id, 'pay', { paidOn: '2026-03-02', reference: 'SEPA 1' });
    expect(paid).toMatchObject({ status: 'paid', paidOn: '2026-03-02', reference: 'SEPA 1' });
    expect(await statuses(partnerId)).toEqual(['paid', 'paid']);
    expect(refusal(await ask(id, 'void', { reason: 'No' }))).toEqual([
      409,
      'commission_statement_status_conflict',
    ]);
  });

  it('gives its commissions back when it is rejected or void, for the next one', async () => {
    const partnerId = await earner();
    await earns(partnerId, '600.00', '2026-02-10');
    const [first] = await drawUp({ partnerId });
    await step(String(first?.id), 'reject', { reason: 'Wrong' });
    expect(await statuses(partnerId)).toEqual(['payable']);
    const [second] = await drawUp({ partnerId });
    await step(String(second?.id), 'approve');
    await step(String(second?.id), 'void', { reason: 'Wrong again' });
    const [third] = await drawUp({ partnerId });
    expect(third).toMatchObject({ total: '60.00', status: 'draft' });
    expect(refusal(await ask(String(second?.id), 'approve'))).toEqual([
      409,
      'commission_statement_status_conflict',
    ]);
  });

  it('is drawn up again by who asks for it, and not by the sweep', async () => {
    const sweep = (partnerId: string) => {
      const asked = { month: null, partnerId: partnerId as PartnerId, again: false };
      return new DrawUpStatements(t.db).execute(t.ctx(api.company.companyId), asked);
    };
    const partnerId = await earner();
    await earns(partnerId, '600.00', '2026-02-10');
    const [first, ...others] = await sweep(partnerId);
    expect([first?.total, others]).toEqual(['60.00', []]);
    await step(String(first?.id), 'reject', { reason: 'Wrong' });
    expect(await sweep(partnerId)).toEqual([]);
    expect(await statuses(partnerId)).toEqual(['payable']);
    expect(await drawUp({ partnerId })).toMatchObject([{ total: '60.00', status: 'draft' }]);
  });

  it('nets what was refunded after it was paid', async () => {
    const partnerId = await earner();
    const payment = await earns(partnerId, '600.00', '2026-01-10');
    const [first] = await drawUp({ month: '2026-01-01', partnerId });
    await step(String(first?.id), 'approve');
    await step(String(first?.id), 'pay', { paidOn: '2026-02-02', reference: 'SEPA 2' });
    const back = { reason: 'Returned', amount: '600.00' };
    const answer = await api.admin.call('POST', `/payments/${payment}/refund`, { body: back });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    await desk.dispatch();
    await earns(partnerId, '2000.00', '2026-03-01');
    t.clock.set(parseInstant('2026-04-02T09:00:00.000Z'));
    const [second] = await drawUp({ partnerId });
    expect(second).toMatchObject({ earned: '200.00', reversed: '-60.00', total: '140.00' });
  });

  it('is of a month that is over', async () => {
    const answer = await api.admin.call('POST', '/commission-statements', {
      body: { month: '2026-04-01' },
    });
    expect(refusal(answer)).toEqual([422, 'validation_failed']);
  });
});

describe('an adjustment', () => {
  async function forgetAuthors(statementId: string): Promise<void> {
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    const text = 'update partner.commission set written_by = null where statement_id = $1';
    const { rowCount } = await owner.query(text, [statementId]);
    await owner.end();
    expect(rowCount).toBeGreaterThan(0);
  }

  it('is payable at once, and its author approves nothing with it', async () => {
    const partnerId = await earner();
    await adjust(partnerId, '80.00');
    await adjust(partnerId, '-5.00');
    await desk.dispatch();
    t.clock.set(parseInstant('2026-05-02T09:00:00.000Z'));
    const [statement] = await drawUp({ partnerId });
    expect(statement).toMatchObject({ total: '75.00', reversed: '-5.00', month: '2026-04-01' });
    const id = String(statement?.id);
    expect(refusal(await ask(id, 'approve'))).toEqual([409, 'own_adjustment']);
    // As a host of the version before writes it, which keeps the actor alone.
    await forgetAuthors(id);
    expect(refusal(await ask(id, 'approve'))).toEqual([409, 'own_adjustment']);
    const key = await keyOf(api, api.admin, { matrix: { commissions: ['view', 'approve'] } });
    const byKey = await key.call('POST', `/commission-statements/${id}/approve`, { body: {} });
    expect(refusal(byKey)).toEqual([409, 'own_adjustment']);
    const other = await memberWith(api, { matrix: { commissions: ['view', 'approve'] } });
    const approved = await other.call('POST', `/commission-statements/${id}/approve`, { body: {} });
    expect([approved.status, approved.body]).toEqual([
      200,
      expect.objectContaining({ status: 'approved' }),
    ]);
    const listed = await done<{ data: object[] }>(
      api.admin,
      'GET',
      `/commission-statements?${equal('partnerId', partnerId)}`,
    );
    expect(listed.data).toHaveLength(1);
  });

  it.each(['0.00', 'x', '1.001'])('of %s is refused', async (amount) => {
    const body = { partnerId: await desk.partner(), currency: 'EUR', amount, reason: 'No' };
    const answer = await api.admin.call('POST', '/commissions/adjust', { body });
    expect(refusal(answer)).toEqual([422, 'validation_failed']);
  });
});
