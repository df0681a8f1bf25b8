import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { made } from '../objects/objects-support.js';

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

const BLAND = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };

/** A template of the company's own, by its administrator; answers its code. */
async function ownTemplate(texts = BLAND): Promise<string> {
  const code = `OWN_${newId().replaceAll('-', '').toUpperCase()}`;
  const answer = await api.admin.call('POST', '/email-templates', { body: { code, ...texts } });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return code;
}

/** A rule of the administrator's that does this when a record of the object is made. */
function ruleOf(object: string, action: object) {
  const rule = { object, name: newId(), trigger: 'create', actions: [action] };
  return made(api.admin, '/workflows', rule);
}

test('a rule that sends a template of the company’s own is read as any other', async () => {
  const send = { kind: 'send_email', template: await ownTemplate(), to: 'email' };
  const { id } = await ruleOf('lead', send);
  const rule = `/workflows/${id}`;
  for (const path of [rule, `${rule}/runs`, `${rule}/runs/export`, '/customization/export']) {
    const { status } = await api.admin.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
  }
});
