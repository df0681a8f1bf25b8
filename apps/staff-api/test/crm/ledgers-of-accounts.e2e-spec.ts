import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../access/members.js';
import { defineField, defineObject, done, made } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  admin = await api.newAdmin();
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Party {
  readonly id: string;
  readonly ledgerId: string;
}

async function account(name: string): Promise<Party> {
  const { id, ledgerAccountId } = await made(admin, '/accounts', { name });
  return { id, ledgerId: String(ledgerAccountId) };
}
const partner = async () =>
  (await made(admin, '/ledger-accounts', { name: 'Partner', kind: 'partner' })).id;
const taskAbout = (id: string) =>
  made(admin, '/tasks', { subject: 'Ask', relatedObject: 'ledger-account', relatedId: id });
const read = (path: string) => done(admin, 'GET', path);
const deleted = async (path: string) => refusal(await admin.call('DELETE', path));
const GONE = [204, undefined];

async function attach(path: string): Promise<void> {
  const file = { body: 'bytes', headers: { 'content-type': 'text/plain' } };
  expect((await admin.call('POST', `${path}/documents?fileName=a.txt`, file)).status).toBe(201);
}

describe('the ledger account of a customer', () => {
  it('is gone with its account, wherever it was to be seen', async () => {
    const { id, ledgerId } = await account('Vanishing');
    const task = await taskAbout(ledgerId);
    const path = `/ledger-accounts/${ledgerId}`;
    const found = async () => JSON.stringify(await read('/search?q=Vanishing'));
    expect(await found()).toContain(ledgerId);
    expect((await admin.call('GET', `${path}/timeline`)).status).toBe(200);
    expect(await deleted(`/accounts/${id}`)).toEqual(GONE);
    expect(await found()).not.toContain(ledgerId);
    for (const at of [path, `${path}/documents`, `${path}/timeline`]) {
      expect([at, (await admin.call('GET', at)).status]).toEqual([at, 404]);
    }
    expect(await read(`/tasks/${task.id}`)).toMatchObject({
      relatedObject: null,
      relatedId: null,
    });
    const body = { subject: 'Late', relatedObject: 'ledger-account', relatedId: ledgerId };
    expect((await admin.call('POST', '/tasks', { body })).status).toBe(422);
  });

  it('keeps its account while a record must name it', async () => {
    const settings = { target: 'ledger-account', onDelete: 'restrict' };
    await defineObject(admin, 'file__c', [{ name: 'of__c', type: 'lookup', settings }]);
    const { id, ledgerId } = await account('Named');
    const file = await made(admin, '/objects/file__c', { name: 'F', of__c: ledgerId });
    expect(await deleted(`/accounts/${id}`)).toEqual([409, 'record_referenced']);
    expect(await deleted(`/objects/file__c/${file.id}`)).toEqual(GONE);
    expect(await deleted(`/accounts/${id}`)).toEqual(GONE);
  });

  it('hands what hangs on it to that of the account that takes its own over', async () => {
    await defineField(admin, 'lead', {
      name: 'ledger__c',
      type: 'lookup',
      settings: { target: 'ledger-account' },
    });
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    const task = await taskAbout(loser.ledgerId);
    const about = { relatedObject: 'ledger-account', relatedId: loser.ledgerId };
    const support = await made(admin, '/cases', { subject: 'Why', ...about });
    const lead = await made(admin, '/leads', { name: 'L', ledger__c: loser.ledgerId });
    await attach(`/ledger-accounts/${loser.ledgerId}`);
    await done(admin, 'POST', `/accounts/${winner.id}/merge`, { loserId: loser.id });
    const { ledgerId } = winner;
    expect(await read(`/tasks/${task.id}`)).toMatchObject({ relatedId: ledgerId });
    expect(await read(`/cases/${support.id}`)).toMatchObject({ relatedId: ledgerId });
    expect(await read(`/leads/${lead.id}`)).toMatchObject({ ledger__c: ledgerId });
    expect(await read(`/ledger-accounts/${ledgerId}/documents`)).toMatchObject({
      data: [{ fileName: 'a.txt', recordId: ledgerId }],
    });
  });
});

describe('a partner that is deleted', () => {
  const ofPartner = (name: string, settings: object = {}) =>
    defineField(admin, 'lead', {
      name,
      type: 'lookup',
      settings: { target: 'partner', ...settings },
    });

  it('is named by no record any more', async () => {
    await ofPartner('partner__c');
    const id = await partner();
    const lead = await made(admin, '/leads', { name: 'L', partner__c: id });
    const deal = await made(admin, '/deals', { name: 'D', partnerId: id });
    expect(await deleted(`/ledger-accounts/${id}`)).toEqual(GONE);
    expect(await read(`/leads/${lead.id}`)).toMatchObject({ partner__c: null });
    expect(await read(`/deals/${deal.id}`)).toMatchObject({ partnerId: null });
  });

  it('stays while a record must name it', async () => {
    await ofPartner('partner__c', { onDelete: 'restrict' });
    const id = await partner();
    const lead = await made(admin, '/leads', { name: 'L', partner__c: id });
    expect(await deleted(`/ledger-accounts/${id}`)).toEqual([409, 'record_referenced']);
    expect(await read(`/leads/${lead.id}`)).toMatchObject({ partner__c: id });
  });
});

describe('a deal that awaits approval', () => {
  beforeEach(async () => {
    const me = bodyOf<{ user: { email: string } }>(await admin.call('GET', '/auth/me'));
    await made(admin, '/workflows', {
      object: 'deal',
      name: 'Asks of deals',
      trigger: 'create',
      condition: '1 = 2',
      actions: [{ kind: 'request_approval', steps: [{ approver: me.user.email }] }],
    });
  });

  async function waits(recordId: string): Promise<void> {
    const { companyId } = admin;
    await t.db.write(t.ctx(companyId), (tx) =>
      tx.run(
        `insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title,
           status, step, steps, asked, requested_at, history)
         values ($1, $2::uuid, $2::uuid, 'Planted', 'deal', $3, 'Planted', 'waiting', 1,
           '[{"approver": "owner"}]', jsonb_build_array($4::text), now(), '[]')`,
        [companyId, newId(), recordId, newId()],
      ),
    );
  }

  it('keeps the contact and the partner that it names', async () => {
    const { id: accountId } = await account('Asks');
    const { id: contactId } = await made(admin, '/contacts', { lastName: 'C', accountId });
    const partnerId = await partner();
    const deal = await made(admin, '/deals', { name: 'D', accountId, contactId, partnerId });
    await waits(deal.id);
    for (const path of [`/contacts/${contactId}`, `/ledger-accounts/${partnerId}`]) {
      expect([path, ...(await deleted(path))]).toEqual([path, 409, 'record_awaits_approval']);
    }
    expect(await read(`/deals/${deal.id}`)).toMatchObject({
      contactId,
      partnerId,
      version: deal.version,
    });
  });
});
