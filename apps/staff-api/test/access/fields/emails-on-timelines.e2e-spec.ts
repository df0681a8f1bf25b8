import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { defineObject, done, made } from '../../objects/objects-support.js';
import { heardByRules } from '../../rules/heard-by-rules.js';
import { memberWith, type MemberRights } from '../members.js';

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

/** How many e-mails the owner of it is told of by these rights: on the timeline, in the list. */
async function told(path: string, { matrix, ...kept }: MemberRights) {
  const by = await memberWith(api, { matrix: { ...matrix, emails: ['view'] }, ...kept });
  await done(api.admin, 'PATCH', path, { ownerId: by.userId });
  const timeline = await done<Listed>(by, 'GET', `${path}/timeline`);
  const list = await done<Listed>(by, 'GET', '/emails');
  return [timeline.data.filter(({ kind }) => kind === 'email').length, list.data.length];
}

interface Listed {
  readonly data: { readonly kind?: string }[];
}

describe('the e-mails on a timeline', () => {
  it.each([
    ['lead', '/leads', 'leads', 'email'],
    ['deal', '/deals', 'deals', 'amount'],
    ['house__c', '/objects/house__c', 'objects/house__c', 'price__c'],
  ])('of a %s are told as their list is', async (object, collection, resource, hidden) => {
    if (object === 'house__c') {
      await defineObject(api.admin, object, [{ name: 'price__c', type: 'integer' }]);
    }
    const send = { kind: 'send_email', to: api.credentials.email, message: `{{ ${hidden} }}` };
    const rule = { object, name: 'Tell', trigger: 'create', actions: [send] };
    await made(api.admin, '/workflows', rule);
    const record = await made(api.admin, collection, { name: 'Acme' });
    await heardByRules(api, t);
    const path = `${collection}/${record.id}`;
    const matrix = { [resource]: ['view'] };
    expect(await told(path, { matrix })).toEqual([1, 1]);
    const fields = { [resource]: { [hidden]: 'hidden' } };
    expect(await told(path, { matrix, fields })).toEqual([0, 0]);
    const scopes = { [resource]: 'team' };
    expect(await told(path, { matrix, scopes })).toEqual([0, 0]);
  });
});
