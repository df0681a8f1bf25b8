import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { memberMaker } from '../../access/access-support';
import { made, type Made } from '../../objects/objects-support';
import { anAccount, call } from '../sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let clerk: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-01T10:00:00Z');
  api = await startStaffApi(t);
  admin = api.admin;
  const rights = { matrix: { contracts: ['view', 'update'] } };
  clerk = (await memberMaker(api, t)(rights as never)).client;
});
beforeEach(() => t.clock.set('2026-01-01T10:00:00Z'));
afterAll(async () => {
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

/** A contract of the year, which renews by itself unless notice is given by 1 December. */
async function agreed(): Promise<Made> {
  const account = await anAccount(admin);
  const contract = await made(admin, '/contracts', {
    accountId: account.id,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    autoRenew: true,
  });
  await call(admin, 'POST', `/contracts/${contract.id}/activate`);
  return contract;
}

const changed = ({ id }: Made, body: object, as = clerk) =>
  call(as, 'PATCH', `/contracts/${id}`, body);

describe('notice that is written as a change of a contract', () => {
  test('is taken in time, and later of whoever may approve', async () => {
    const [inTime, late] = [await agreed(), await agreed()];
    t.clock.set('2026-12-01T10:00:00Z');
    expect((await changed(inTime, { autoRenew: false })).status).toBe(200);
    t.clock.set('2026-12-02T10:00:00Z');
    const refused = await changed(late, { autoRenew: false });
    expect([refused.status, refused.code]).toEqual([409, 'notice_too_late']);
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/autoRenew' }] });
    expect((await changed(late, { autoRenew: false }, admin)).status).toBe(200);
  });

  test('is not made later by days of notice that are lowered', async () => {
    const contract = await agreed();
    const refused = await changed(contract, { noticeDays: 0 });
    expect([refused.status, refused.code]).toEqual([409, 'contract_locked']);
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/noticeDays' }] });
    expect((await changed(contract, { noticeDays: 60 })).status).toBe(200);
    expect((await changed(contract, { noticeDays: 30 }, admin)).status).toBe(200);
  });

  test('is open while the contract is a draft', async () => {
    const account = await anAccount(admin);
    const term = { startDate: '2025-01-01', endDate: '2026-01-05', autoRenew: true };
    const draft = await made(admin, '/contracts', { accountId: account.id, ...term });
    expect((await changed(draft, { autoRenew: false, noticeDays: 0 })).status).toBe(200);
  });

  test('is none any more once the contract is renewed by itself again', async () => {
    const contract = await agreed();
    const notice = await call(clerk, 'POST', `/contracts/${contract.id}/give-notice`, {
      reason: 'Too dear',
    });
    expect(notice.body).toMatchObject({ noticeGivenOn: '2026-01-01', endReason: 'Too dear' });
    expect((await changed(contract, { autoRenew: true })).body).toMatchObject({
      autoRenew: true,
      noticeGivenOn: null,
      endReason: null,
    });
  });
});
