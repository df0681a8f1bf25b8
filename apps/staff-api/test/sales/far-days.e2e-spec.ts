import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { made, type Json, type Made } from '../objects/objects-support.js';
import { anAccount, aPlan, aSubscription, call as callAs } from './sales-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let plan: Made;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-01T10:00:00Z');
  api = await startStaffApi(t);
  admin = api.admin;
  plan = await aPlan(admin);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);

/** A refusal with the member that it is about. */
async function refused(method: string, path: string, body?: object): Promise<unknown[]> {
  const answer = await call(method, path, body);
  const [first] = (answer.body.errors ?? []) as Json[];
  return [answer.status, answer.code, first?.pointer];
}

const invalid = (pointer: string) => [422, 'validation_failed', pointer];

describe('the ends of the calendar', () => {
  test.each([
    ['startDate', '0001-01-01'],
    ['startDate', '1899-12-31'],
    ['startDate', '9999-12-30'],
    ['trialEnd', '9999-12-31'],
  ])('no subscription has the %s %s', async (member, day) => {
    const account = await anAccount(admin);
    const body = { accountId: account.id, currency: 'EUR', items: [{ planId: plan.id }] };
    const told = await refused('POST', '/subscriptions', { ...body, [member]: day });
    expect(told).toEqual(invalid(`/${member}`));
  });

  test('the first day of all is one that can be billed', async () => {
    const { id } = await aSubscription(admin, plan, { startDate: '1900-01-01' });
    expect((await call('GET', '/billing-runs/preview')).status).toBe(200);
    await call('POST', `/subscriptions/${id}/cancel`, { at: 'now' });
  });

  test.each([
    ['pause', { from: 'day', day: '9999-12-31' }, '/day'],
    ['pause', { resumeOn: '9999-12-31' }, '/resumeOn'],
    ['cancel', { at: 'day', day: '9999-12-31' }, '/day'],
  ])('%s refuses %j', async (operation, body, pointer) => {
    const { id } = await aSubscription(admin, plan);
    expect(await refused('POST', `/subscriptions/${id}/${operation}`, body)).toEqual(
      invalid(pointer),
    );
  });

  test('a trial is not extended to it, nor are items changed there', async () => {
    const { id } = await aSubscription(admin, plan, { trialEnd: '2026-02-01' });
    const extended = { trialEnd: '9999-12-31' };
    expect(await refused('POST', `/subscriptions/${id}/extend-trial`, extended)).toEqual(
      invalid('/trialEnd'),
    );
    const other = await aSubscription(admin, plan);
    const body = { items: [{ planId: plan.id }], effective: 'day', day: '9999-12-31' };
    expect(await refused('POST', `/subscriptions/${other.id}/change`, body)).toEqual(
      invalid('/day'),
    );
  });

  test('no usage is asked for there', async () => {
    const { id } = await aSubscription(admin, plan);
    for (const on of ['9999-12-31', '0001-01-01']) {
      expect(await refused('GET', `/subscriptions/${id}/usage?on=${on}`)).toEqual(invalid('/on'));
    }
  });

  test.each([true, false])('no plan is migrated there; as a dry run: %s', async (dryRun) => {
    const moved = await aPlan(admin);
    await aSubscription(admin, moved);
    const to = await made(admin, `/plans/${moved.id}/versions`, {
      frequency: 'monthly',
      prices: [{ currency: 'EUR', unitPrice: '60.00' }],
    });
    const body = { to: to.id, on: 'day', day: '9999-12-31', dryRun };
    expect(await refused('POST', `/plans/${moved.id}/migrate`, body)).toEqual(invalid('/day'));
  });

  test('no contract begins or ends there, is terminated for it or renewed into it', async () => {
    const { id: accountId } = await anAccount(admin);
    const term = { accountId, startDate: '2026-01-01', endDate: '9999-12-31' };
    expect(await refused('POST', '/contracts', term)).toEqual(invalid('/endDate'));
    const early = { ...term, startDate: '0001-01-01', endDate: null };
    expect(await refused('POST', '/contracts', early)).toEqual(invalid('/startDate'));
    const long = await made(admin, '/contracts', { ...term, endDate: '8999-12-31' });
    await call('POST', `/contracts/${long.id}/activate`);
    expect(await refused('POST', `/contracts/${long.id}/renew`, {})).toEqual(
      invalid('/termMonths'),
    );
    const body = { on: '9999-12-31', reason: 'Never' };
    expect(await refused('POST', `/contracts/${long.id}/terminate`, body)).toEqual(invalid('/on'));
  });

  test.each(['/quotes', '/sales-orders'])('%s begin on no day before the first', async (path) => {
    const { id: accountId } = await anAccount(admin);
    const body = { accountId, currency: 'EUR', startOn: '1899-12-31', lines: [] };
    expect(await refused('POST', path, body)).toEqual(invalid('/startOn'));
  });
});
