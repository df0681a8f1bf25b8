import { CreateUser } from '@quittance/access/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { bringIn, call, exported, revisions, type Body } from './configuration-support';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const HOOK = 'https://hooks.example.org/leads';
const MAIL = 'mia@example.com';

async function make(as: StaffClient, path: string, body: object): Promise<Body> {
  const made = await call(as, 'POST', path, body);
  if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
  return made.body;
}

/** A company with a user and a webhook, as rules name them. */
async function aCompany(description: string) {
  const admin = await api.newAdmin();
  const ctx = t.ctx(admin.companyId);
  const person = { email: MAIL, name: 'Mia', roleIds: [] };
  const { id: userId } = await new CreateUser(t.db).execute(ctx, person);
  const body = { url: HOOK, description, types: ['invoice.sent'] };
  const { id: webhookId } = await make(admin, '/webhooks', body);
  return { admin, userId, webhookId };
}

async function withRules() {
  const { admin, userId, webhookId } = await aCompany('Ours');
  const rule = { object: 'lead', active: true };
  await make(admin, '/customization/duplicate-rules', {
    ...rule,
    name: 'Once',
    fields: [{ field: 'email', match: 'normalised' }],
    action: 'warn',
  });
  await make(admin, '/customization/validation-rules', {
    ...rule,
    name: 'Named',
    formula: 'LEN(name) > 1',
    message: 'Say the name.',
  });
  await make(admin, '/workflows', {
    ...rule,
    name: 'Tell',
    trigger: 'create',
    actions: [
      { kind: 'set_field', field: 'title', formula: 'UPPER(name)' },
      { kind: 'create_task', subject: 'Call', ownerId: userId },
      { kind: 'create_task', subject: 'Look' },
      { kind: 'send_webhook', webhookId },
    ],
  });
  return admin;
}

const workflowsOf = async (as: StaffClient) =>
  (await call(as, 'GET', '/workflows')).body.data as (Body & { actions: Body[] })[];

describe('the rules in a set-up', () => {
  it('name users by e-mail and webhooks by address, and find the other company’s', async () => {
    const from = await withRules();
    const document = await exported(from);
    const parts = document.parts as Record<string, Body[]>;
    expect(parts.workflowRules).toMatchObject([
      {
        name: 'Tell',
        active: true,
        actions: [
          { kind: 'set_field' },
          { kind: 'create_task', subject: 'Call', owner: MAIL },
          { kind: 'create_task', subject: 'Look', owner: null },
          { kind: 'send_webhook', webhook: { url: HOOK, description: 'Ours' } },
        ],
      },
    ]);
    expect(JSON.stringify(parts.workflowRules)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    const to = await aCompany('Theirs');
    const done = await bringIn(to.admin, document);
    expect(done).toMatchObject({ status: 200, body: { conflicts: [], notes: [] } });
    expect(await workflowsOf(to.admin)).toMatchObject([
      {
        name: 'Tell',
        active: true,
        actions: [{}, { ownerId: to.userId }, { ownerId: null }, { webhookId: to.webhookId }],
      },
    ]);
    const known = (await revisions(to.admin)).length;
    const again = await bringIn(to.admin, document);
    expect(again.body).toMatchObject({ added: [], changed: [], conflicts: [], notes: [] });
    expect(await revisions(to.admin)).toHaveLength(known);
  });

  it('name the campaign that they put people on, and find the other company’s', async () => {
    const { admin: from } = await aCompany('Ours');
    const { id: campaignId } = await make(from, '/campaigns', { name: 'Spring 50%' });
    const actions = [{ kind: 'add_to_campaign', campaignId, status: 'sent' }];
    await make(from, '/workflows', { object: 'lead', name: 'List', trigger: 'create', actions });
    const document = await exported(from);
    expect((document.parts as Record<string, Body[]>).workflowRules).toMatchObject([
      { actions: [{ campaignId: '@@campaign:Spring 50%25@@', person: null, status: 'sent' }] },
    ]);
    const { admin: to } = await aCompany('Theirs');
    expect((await bringIn(to, document)).body).toMatchObject({
      errors: [{ pointer: expect.stringContaining('/actions/0/campaignId') }],
    });
    const { id: theirs } = await make(to, '/campaigns', { name: 'Spring 50%' });
    expect(await bringIn(to, document)).toMatchObject({ status: 200, body: { conflicts: [] } });
    expect(await workflowsOf(to)).toMatchObject([{ actions: [{ campaignId: theirs }] }]);
  });

  it('come out of the other company as they went in, where it has what they name', async () => {
    const document = await exported(await withRules());
    const { admin } = await aCompany('Ours');
    expect((await bringIn(admin, document)).status).toBe(200);
    expect((await exported(admin)).parts).toEqual(document.parts);
  });

  it('are switched off and noted where the other company has not what they name', async () => {
    const document = await exported(await withRules());
    const to = await api.newAdmin();
    const notes = [
      {
        part: 'workflowRules',
        key: 'lead.tell',
        message: `Action 2 names the user ${MAIL}, which this company does not have: switched off.`,
      },
      {
        part: 'workflowRules',
        key: 'lead.tell',
        message:
          `Action 4 names the webhook ${HOOK}, which this company does not have: ` +
          'switched off.',
      },
    ];
    const dry = await bringIn(to, document, '?dryRun=true');
    expect(dry).toMatchObject({ status: 200, body: { conflicts: [], notes } });
    expect(await bringIn(to, document)).toMatchObject({ status: 200, body: { notes } });
    const [rule] = await workflowsOf(to);
    expect(rule).toMatchObject({
      active: false,
      actions: [
        {},
        { ownerId: null },
        { ownerId: null },
        { kind: 'send_webhook', webhookId: null },
      ],
    });
    const known = (await revisions(to)).length;
    const again = await bringIn(to, document);
    expect(again.body).toMatchObject({ added: [], changed: [], conflicts: [], notes });
    expect(await revisions(to)).toHaveLength(known);

    const path = `/workflows/${String(rule?.id)}`;
    expect(await call(to, 'PATCH', path, { active: true })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/actions/3/webhookId', code: 'required' }] },
    });
    const hook = await make(to, '/webhooks', { url: HOOK, types: ['invoice.sent'] });
    const { notes: less, changed } = (await bringIn(to, document)).body;
    expect(less).toHaveLength(1);
    expect(changed).toMatchObject([{ differences: [{ pointer: '/actions/3/webhook' }] }]);
    expect((await call(to, 'PATCH', path, { active: true })).status).toBe(200);
    expect((await workflowsOf(to))[0]?.actions[3]).toMatchObject({ webhookId: hook.id });
  });

  it('that mail a colleague rest where nobody has the address', async () => {
    const { admin } = await aCompany('Ours');
    const mail = { kind: 'send_email', template: 'RECORD_NOTICE', to: MAIL, message: 'New' };
    const rule = { object: 'lead', name: 'Mail', trigger: 'create', actions: [mail] };
    await make(admin, '/workflows', { ...rule, active: true });
    const document = await exported(admin);
    const to = await api.newAdmin();
    const message =
      `Action 1 names the user ${MAIL}, which this company does not have: ` + 'switched off.';
    const done = await bringIn(to, document);
    const note = { part: 'workflowRules', key: 'lead.mail', message };
    expect(done).toMatchObject({ status: 200, body: { notes: [note], conflicts: [] } });
    const [found] = await workflowsOf(to);
    expect(found).toMatchObject({ active: false, actions: [mail] });
    expect((await bringIn(to, document)).body).toMatchObject({ changed: [], conflicts: [] });
    const path = `/workflows/${String(found?.id)}`;
    expect(await call(to, 'PATCH', path, { active: true })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/actions/0/to', code: 'reference_not_found' }] },
    });
    const person = { email: MAIL, name: 'Mia', roleIds: [] };
    await new CreateUser(t.db).execute(t.ctx(to.companyId), person);
    expect((await call(to, 'PATCH', path, { active: true })).status).toBe(200);
  });
});
