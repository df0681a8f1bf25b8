import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith } from '../access/members.js';
import { LINE, newAccount, newInvoice, newLinks } from './billing-support.js';
import { newSchedule, SEATS } from './schedule-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let otherId: string;
/** What belongs to the other account. */
let elsewhere: Readonly<Record<string, string>>;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-31T09:00:00.000Z');
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  otherId = await newAccount(t, api.company);
  elsewhere = await newLinks(api.admin, otherId);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

type Call = TestStaffApi['admin']['call'];

/** The member that a refusal is about, and why. */
async function refused(
  method: string,
  path: string,
  body: object,
  call: Call = (...args) => api.admin.call(...args),
): Promise<unknown[]> {
  const answer = await call(method, path, { body });
  const { errors } = bodyOf<{ errors?: readonly { pointer: string; code: string }[] }>(answer);
  return [answer.status, ...(errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
}

const invoice = () => ({ accountId, currency: 'EUR', lines: [LINE] });
const schedule = () => ({
  accountId,
  currency: 'EUR',
  frequency: 'monthly',
  startDate: '2026-01-31',
  lines: [SEATS],
});

describe('what a document says it bills', () => {
  it.each(['salesOrderId', 'contractId', 'subscriptionId'])(
    'is the %s of a record, of the account that an invoice bills',
    async (member) => {
      const { id } = await newInvoice(api.admin, accountId);
      const missing = { [member]: newId() };
      const told = [422, `/${member} reference_not_found`];
      expect(await refused('POST', '/invoices', { ...invoice(), ...missing })).toEqual(told);
      expect(await refused('PATCH', `/invoices/${id}`, missing)).toEqual(told);
      expect(await refused('POST', `/invoices/${id}/clone`, missing)).toEqual(told);
    },
  );

  it.each(['salesOrderId', 'contractId', 'subscriptionId', 'quoteId'])(
    'is the %s of a record that a schedule bills',
    async (member) => {
      const { id } = await newSchedule(api.admin, accountId);
      const missing = { [member]: newId() };
      const told = [422, `/${member} reference_not_found`];
      expect(await refused('POST', '/billing-schedules', { ...schedule(), ...missing })).toEqual(
        told,
      );
      expect(await refused('PATCH', `/billing-schedules/${id}`, missing)).toEqual(told);
    },
  );

  it.each(['salesOrderId', 'contractId'])('is no %s of another account', async (member) => {
    const link = { [member]: elsewhere[member] };
    const told = [422, `/${member} account`];
    const { id } = await newInvoice(api.admin, accountId);
    const scheduled = await newSchedule(api.admin, accountId);
    expect(await refused('POST', '/invoices', { ...invoice(), ...link })).toEqual(told);
    expect(await refused('PATCH', `/invoices/${id}`, link)).toEqual(told);
    expect(await refused('POST', '/billing-schedules', { ...schedule(), ...link })).toEqual(told);
    expect(await refused('PATCH', `/billing-schedules/${scheduled.id}`, link)).toEqual(told);
  });

  it('stays behind when the document is moved to another account', async () => {
    const links = await newLinks(api.admin, accountId);
    const { id } = await newInvoice(api.admin, accountId, links);
    const moved = await refused('PATCH', `/invoices/${id}`, { accountId: otherId });
    expect(moved).toEqual([422, '/salesOrderId account', '/contractId account']);
    const scheduled = await newSchedule(api.admin, accountId, links);
    const path = `/billing-schedules/${scheduled.id}`;
    expect(await refused('PATCH', path, { accountId: otherId })).toEqual(moved);
    const bare = { accountId: otherId, salesOrderId: null, contractId: null };
    expect(await refused('PATCH', path, bare)).toEqual([200]);
  });

  it('is nothing that lies beyond the records of whoever says so', async () => {
    const rights = ['view', 'create', 'update'];
    const clerk = await memberWith(api, {
      matrix: { invoices: rights, 'billing-schedules': rights, 'sales-orders': ['view'] },
      scopes: { 'sales-orders': 'own' },
    });
    const { salesOrderId } = await newLinks(api.admin, accountId);
    const call: Call = (...args) => clerk.call(...args);
    const told = [422, '/salesOrderId reference_not_found'];
    expect(await refused('POST', '/invoices', { ...invoice(), salesOrderId }, call)).toEqual(told);
    const scheduled = { ...schedule(), salesOrderId };
    expect(await refused('POST', '/billing-schedules', scheduled, call)).toEqual(told);
    expect(await refused('POST', '/invoices', { ...invoice(), salesOrderId })).toEqual([201]);
  });
});
