import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberWith, refusal, type MemberRights } from '../access/members.js';
import { defineObject, done, made } from '../objects/objects-support.js';
import { heardByRules } from './heard-by-rules.js';

let t: TestDatabase;
let api: TestStaffApi;
let asked: { readonly email: string; readonly by: StaffClient };
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const by = await memberWith(api, {});
  const { user } = await done<{ user: { email: string } }>(by, 'GET', '/auth/me');
  asked = { email: user.email, by };
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Listed {
  readonly data: { readonly id: string; readonly recordId: string }[];
}

const RIGHTS: readonly string[] = ['view', 'update'];
const KEEPS = { workflows: RIGHTS };

/** A record that waits, as the path of its approval. */
async function waiting(object: string, collection: string, body: object): Promise<string> {
  const steps = [{ approver: asked.email }];
  const actions = [{ kind: 'request_approval', steps }];
  const trigger = { trigger: 'create', name: `Asks of ${object}` };
  const rule = await made(api.admin, '/workflows', { object, actions, ...trigger });
  const { id } = await made(api.admin, collection, body);
  await heardByRules(api, t);
  const { data } = await done<Listed>(asked.by, 'GET', '/record-approvals');
  const found = data.find(({ recordId }) => recordId === id);
  if (!found) throw new Error(`nothing is asked of ${object} by ${rule.id}`);
  return `/record-approvals/${found.id}`;
}

/** How many approvals somebody lists, and what they are told who look at one and take it back. */
async function told(path: string, rights: MemberRights) {
  const by = await memberWith(api, rights);
  const { data } = await done<Listed>(by, 'GET', '/record-approvals');
  const { status } = await by.call('GET', path);
  const [recalled, code] = refusal(await by.call('POST', `${path}/recall`, { body: {} }));
  return [data.length, status, recalled, code];
}

const BEYOND = [0, 404, 404, 'not_found'];

describe('the approval of a record', () => {
  it.each([
    ['account', '/accounts', 'accounts', { name: 'Acme' }],
    ['case', '/cases', 'cases', { subject: 'Broken' }],
    ['house__c', '/objects/house__c', 'objects/house__c', { name: 'Villa' }],
  ])('of kind %s is there for nobody who does not reach it', async (name, at, resource, body) => {
    if (name === 'house__c') await defineObject(api.admin, name);
    const path = await waiting(name, at, body);
    const matrix = { ...KEEPS, [resource]: RIGHTS };
    expect(await told(path, { matrix, scopes: { [resource]: 'own' } })).toEqual(BEYOND);
    expect(await told(path, { matrix: { ...KEEPS, leads: RIGHTS } })).toEqual(BEYOND);
    // Whoever may not change the rule that asks does not overrule it.
    const looks = { ...KEEPS, [resource]: ['view'] };
    expect(await told(path, { matrix: looks })).toEqual([1, 200, 403, 'right_beyond_own']);
    expect(await told(path, { matrix })).toEqual([1, 200, 200, undefined]);
    expect((await asked.by.call('GET', path)).status).toBe(200);
  });

  it('is seen by whoever has caused it as long as they reach the record', async () => {
    const by = await memberWith(api, {
      matrix: { leads: [...RIGHTS, 'create'] },
      scopes: { leads: 'own' },
    });
    const actions = [{ kind: 'request_approval', steps: [{ approver: asked.email }] }];
    await made(api.admin, '/workflows', {
      object: 'lead',
      name: 'Asks',
      trigger: 'create',
      actions,
    });
    const lead = await made(by, '/leads', { name: 'Ida' });
    await heardByRules(api, t);
    const { data } = await done<Listed>(by, 'GET', '/record-approvals');
    expect(data).toMatchObject([{ recordId: lead.id }]);
    const path = `/record-approvals/${data[0]?.id}`;
    await t.db.write(t.ctx(api.company.companyId), (tx) =>
      tx.run('update crm.lead set owner_id = null where company_id = $1 and id = $2', [
        api.company.companyId,
        lead.id,
      ]),
    );
    expect(await done(by, 'GET', '/record-approvals')).toMatchObject({ total: 0 });
    const recall = await by.call('POST', `${path}/recall`, { body: {} });
    expect(refusal(recall)).toEqual([404, 'not_found']);
  });
});
