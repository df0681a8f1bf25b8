import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { asAdmin, databaseUrl, testServer } from '../../../test/support/test-server';
import { connect } from './data-source.js';
import { admitLogin, awaitServer } from './server.js';

let t: TestDatabase;
const login = `visitor_${randomBytes(6).toString('hex')}`;
const { adminUrl } = testServer();

beforeAll(async () => {
  t = await testDatabase();
  await asAdmin(adminUrl, (admin) => admin.query(`create role ${login} login password 'knock'`));
});
afterAll(async () => {
  await t.close();
  await asAdmin(adminUrl, (admin) => admin.query(`drop role ${login}`));
});

function visitorUrl(password: string): string {
  const url = new URL(t.url);
  url.username = login;
  url.password = password;
  return url.href;
}

it('waits for a server that answers', async () => {
  await expect(awaitServer(t.url, 0)).resolves.toBeUndefined();
});

it('says who refuses, and not the password', async () => {
  const refused = awaitServer('postgres://user:hidden@127.0.0.1:1/books', 0);
  await expect(refused).rejects.toThrow(
    /^The database\/books at 127\.0\.0\.1:1 does not let us in/,
  );
  await expect(refused).rejects.not.toThrow(/hidden/);
});

it('does not wait for a password to become right', async () => {
  await expect(awaitServer(visitorUrl('wrong'), 60)).rejects.toThrow(/does not let us in/);
});

it('lets a login that owns nothing become the application role', async () => {
  const settings = { url: visitorUrl('knock'), poolSize: 1, applicationName: 'visitor' };
  const admin = databaseUrl(adminUrl, new URL(t.url).pathname.slice(1));
  await admitLogin(admin, settings.url);
  await admitLogin(admin, settings.url);
  const db = await connect(settings, []);
  const answer = await db.pool.query('select current_user as role');
  expect(answer.rows).toEqual([{ role: 'quittance_app' }]);
  await db.close();
});

it('leaves a login that is the owner alone', async () => {
  await admitLogin(t.ownerUrl, t.ownerUrl);
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  expect((await owner.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await owner.end();
});
