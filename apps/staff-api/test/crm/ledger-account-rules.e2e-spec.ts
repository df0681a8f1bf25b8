import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { RunWorkflows } from '@quittance/rules/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { done, made, type Json } from '../objects/objects-support.js';

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

const VAT = 'DE136695976';
const object = 'ledger-account';
const ofVat = (vat: string | null) => ({ taxRegistration: { vat } });
const supplier = (more: object = {}) =>
  made(admin, '/ledger-accounts', { kind: 'supplier', name: 'Steel AG', ...more });
async function refused(method: string, path: string, body: object) {
  const answer = await admin.call(method, path, { body });
  const { code, errors } = answer.body as { code: string; errors?: Json[] };
  return [answer.status, code, ...(errors ?? []).map((each) => each.code)];
}
const patched = (id: string, body: object) => refused('PATCH', `/ledger-accounts/${id}`, body);

async function load(...lines: readonly string[]) {
  const headers = { 'content-type': 'text/csv' };
  const body = ['kind,name,taxRegistration.vat,creditDays', ...lines].join('\n');
  return done(admin, 'POST', '/ledger-accounts/import', body, headers);
}

describe('a rule of ledger accounts', () => {
  test('says what must be true of them, whoever writes them', async () => {
    const before = await supplier({ creditDays: 60 });
    await made(admin, '/customization/validation-rules', {
      object,
      name: 'Terms',
      formula: 'OR(ISBLANK(creditDays), creditDays <= 30)',
      message: 'At most 30 days.',
      field: 'creditDays',
    });
    const late = { creditDays: 45 };
    const judged = [422, 'validation_failed', 'validation_rule'];
    const body = { kind: 'supplier', name: 'Late', ...late };
    expect(await refused('POST', '/ledger-accounts', body)).toEqual(judged);
    const fine = await supplier({ creditDays: 14 });
    expect(await patched(fine.id, late)).toEqual(judged);
    expect(await refused('POST', `/ledger-accounts/${fine.id}/clone`, late)).toEqual(judged);
    const ids = [before.id, fine.id];
    const bulk = { ids, patch: { paymentTerms: 'Net' } };
    const changed = await done(admin, 'POST', '/ledger-accounts/bulk', bulk);
    expect(changed).toMatchObject({ updated: 1, failed: 1, results: [{ status: 'failed' }, {}] });
    const loaded = await load('supplier,A,,45', 'supplier,B,,10', 'partner,C,,90');
    expect(loaded).toMatchObject({ created: 1, failed: 2 });
    const account = await made(admin, '/accounts', { name: 'Customer' });
    expect(await patched(String(account.ledgerAccountId), late)).toEqual(judged);
  });

  test('finds those that are the same, also of customers', async () => {
    const { ledgerAccountId } = await made(admin, '/accounts', { name: 'Customer' });
    const first = await supplier(ofVat(VAT));
    await made(admin, '/customization/duplicate-rules', {
      object,
      name: 'One VAT id',
      fields: [{ field: 'vat', match: 'exact' }],
      action: 'block',
    });
    const twice = [409, 'duplicate_record', 'duplicate'];
    const same = { kind: 'partner', name: 'Other', ...ofVat(VAT) };
    expect(await refused('POST', '/ledger-accounts', same)).toEqual(twice);
    expect(await patched(String(ledgerAccountId), ofVat(VAT))).toEqual(twice);
    expect(await load(`supplier,A,${VAT},`)).toMatchObject({ failed: 1 });
    await done(admin, 'PATCH', `/ledger-accounts/${first.id}`, ofVat(null));
    const both = await load(`supplier,A,${VAT},`, `supplier,B,${VAT},`);
    expect(both).toMatchObject({ created: 1, failed: 1 });
  });

  test('knows those that come and go with their accounts', async () => {
    await made(admin, '/customization/duplicate-rules', {
      object,
      name: 'One name',
      fields: [{ field: 'name', match: 'normalised' }],
      action: 'block',
    });
    const account = await made(admin, '/accounts', { name: 'Acme' });
    const named = (name: string) => refused('POST', '/ledger-accounts', { kind: 'supplier', name });
    const twice = [409, 'duplicate_record', 'duplicate'];
    expect(await named('ACME')).toEqual(twice);
    await done(admin, 'PATCH', `/accounts/${account.id}`, { name: 'Apex' });
    expect(await named('Apex')).toEqual(twice);
    expect((await named('Acme')).slice(0, 1)).toEqual([201]);
    // Nobody judges what comes with an account.
    await made(admin, '/accounts', { name: 'Acme' });
    await admin.call('DELETE', `/accounts/${account.id}`);
    expect((await named('Apex')).slice(0, 1)).toEqual([201]);
  });

  test('runs when one of its members changes', async () => {
    const action = { kind: 'create_task', subject: 'Look at the limit' };
    const rule = { object, name: 'Limit', trigger: 'change', field: 'creditLimit' };
    await made(admin, '/workflows', { ...rule, actions: [action] });
    const { id } = await supplier();
    await done(admin, 'PATCH', `/ledger-accounts/${id}`, { creditDays: 5 });
    await done(admin, 'PATCH', `/ledger-accounts/${id}`, { creditLimit: '100' });
    const consumers = new EventConsumers();
    consumers.register(api.app.get(RunWorkflows));
    const dispatcher = new OutboxDispatcher(t.db, consumers);
    while ((await dispatcher.dispatchOnce(t.clock.now())) > 0);
    expect(await done(admin, 'GET', '/tasks')).toMatchObject({
      total: 1,
      data: [{ subject: action.subject, relatedObject: object, relatedId: id }],
    });
  });
});
