import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { done, made, type Json } from '../../objects/objects-support.js';
import { heardByRules } from '../../rules/heard-by-rules.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  for (const object of ['quote', 'sales-order']) {
    await made(api.admin, `/customization/objects/${object}/fields`, {
      name: 'stage__c',
      label: 'Stage',
      type: 'text',
    });
  }
});
afterAll(async () => {
  await expectInvariants(t);
  await api?.close();
  await t?.close();
});

const dispatch = () => heardByRules(api, t);

const get = <T = Json>(path: string) => done<T>(api.admin, 'GET', path);

test('rules hear of quotes, and set their custom fields once they are fixed', async () => {
  const set = { kind: 'set_field', field: 'stage__c', formula: '"won " & number' };
  await made(api.admin, '/workflows', {
    object: 'quote',
    name: 'Won',
    trigger: 'update',
    condition: 'status = "accepted"',
    actions: [set],
  });
  const account = await made(api.admin, '/accounts', { name: 'Acme' });
  const quote = await made(api.admin, '/quotes', {
    accountId: account.id,
    currency: 'EUR',
    lines: [{ description: 'Till', unitPrice: '50.00', taxRate: '19' }],
  });
  const path = `/quotes/${quote.id}`;
  for (const step of ['submit', 'approve', 'send']) {
    await done(api.admin, 'POST', `${path}/${step}`);
  }
  await dispatch();
  const sent = await get<{ contentHash: string }>(path);
  expect(sent).toMatchObject({ status: 'sent', stage__c: null });
  await done(api.admin, 'POST', `${path}/accept`, { name: 'Bea', evidence: 'Letter' });
  await dispatch();
  const { number } = await get<{ number: string }>(path);
  expect(await get(path)).toMatchObject({
    status: 'accepted',
    stage__c: `won ${number}`,
    contentHash: sent.contentHash,
  });
});

test('rules hear of orders, know who has changed them and what they were', async () => {
  const formula = '$User.kind & ": " & PRIORVALUE(status) & " to " & status';
  await made(api.admin, '/workflows', {
    object: 'sales-order',
    name: 'Placed',
    trigger: 'update',
    condition: 'AND(PRIORVALUE(status) = "draft", status = "pending")',
    actions: [{ kind: 'set_field', field: 'stage__c', formula }],
  });
  await made(api.admin, '/customization/validation-rules', {
    object: 'sales-order',
    name: 'Only managers',
    formula: 'OR(BLANKVALUE(stage__c, "") <> "top", CONTAINS($User.roles, "Manager"))',
    message: 'Only managers say so.',
  });
  const account = await made(api.admin, '/accounts', { name: 'Acme' });
  const { id } = await made(api.admin, '/sales-orders', {
    accountId: account.id,
    currency: 'EUR',
    lines: [{ description: 'Till', unitPrice: '50.00', taxRate: '19' }],
  });
  const path = `/sales-orders/${id}`;
  await done(api.admin, 'POST', `${path}/place`);
  await dispatch();
  expect(await get(path)).toMatchObject({ stage__c: 'staff: draft to pending' });
  const refused = await api.admin.call('PATCH', path, { body: { stage__c: 'top' } });
  expect(refused).toMatchObject({ status: 422 });
});
