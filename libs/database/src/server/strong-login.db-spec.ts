import { newId } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { strongLogin } from './strong-login.js';

let t: TestDatabase;
let admin: Client;
const made: string[] = [];
beforeAll(async () => {
  t = await testDatabase({ poolSize: 1 });
  admin = new Client({ connectionString: t.ownerUrl });
  await admin.connect();
});
afterAll(async () => {
  for (const role of made) await admin.query(`drop role ${role}`);
  await admin?.end();
  await t?.close();
});

const tableOwner = () => new URL(t.boundOwnerUrl).username;

/** Somebody who signs in and becomes the application's role, as the processes do. */
async function said(attributes: string, memberOf: readonly string[] = []) {
  const role = `login_${newId().slice(-12)}`;
  await admin.query(`create role ${role} login password 'pencil' ${attributes}`);
  made.push(role);
  for (const each of ['quittance_app', ...memberOf]) await admin.query(`grant ${each} to ${role}`);
  const url = new URL(t.url);
  Object.assign(url, { username: role, password: 'pencil' });
  return saidOf(url.href, role);
}

async function saidOf(url: string, role: string): Promise<string | undefined> {
  const session = new Client({ connectionString: url, options: '-c role=quittance_app' });
  await session.connect();
  try {
    return (await strongLogin(session))?.replaceAll(role, 'it');
  } finally {
    await session.end();
  }
}

test.each<[string, string, readonly string[] | 'owner', string | undefined]>([
  ['a login that owns nothing', 'noinherit', [], undefined],
  ['a superuser', 'superuser', [], 'is a superuser.'],
  ['one that bypasses policies', 'bypassrls', [], 'bypasses row-level security.'],
  ['one that makes roles', 'createrole', [], 'may make roles and give them to itself.'],
  ['one that may become the owner', 'noinherit', 'owner', 'who owns the tables.'],
])('%s is told for what it is', async (_, attributes, memberOf, expected) => {
  const fault = await said(attributes, memberOf === 'owner' ? [tableOwner()] : memberOf);
  if (expected === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(expected);
});

test('the login of the embedded server is weak enough, and its owner is not', async () => {
  expect(await saidOf(t.url, 'quittance')).toBeUndefined();
  expect(await saidOf(t.boundOwnerUrl, tableOwner())).toContain(
    'signs in as it, who owns the tables.',
  );
});

test('who becomes somebody bound by nothing is told as well', async () => {
  const strong = `strong_${newId().slice(-12)}`;
  await admin.query(`create role ${strong} nologin bypassrls`);
  made.push(strong);
  expect(await said('noinherit', [strong])).toContain(
    `may become ${strong}, who is bound by nothing`,
  );
});
