import { randomBytes } from 'node:crypto';
import { connect as socketTo, createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { asAdmin, databaseUrl, testServer } from '../../../../test/support/test-server';
import { connect } from './data-source.js';
import { admitLogin, awaitServer, withPatience } from './server.js';

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

const pathname = () => new URL(t.url).pathname.slice(1);

function visitorUrl(password: string): string {
  const url = new URL(t.url);
  url.username = login;
  url.password = password;
  return url.href;
}

it('waits for a server that answers', async () => {
  await expect(awaitServer(t.url, 0)).resolves.toBeUndefined();
});

it('lets a process that comes before its database begin when it is there', async () => {
  const { port, hostname } = new URL(t.url);
  const late = createServer((socket) => {
    const there = socketTo(Number(port), hostname);
    socket.pipe(there).pipe(socket);
    for (const each of [socket, there]) each.on('error', () => socket.destroy());
  });
  await new Promise<void>((done) => void late.listen(0, '127.0.0.1', done));
  const url = new URL(t.url);
  url.port = String((late.address() as AddressInfo).port);
  await new Promise((done) => void late.close(done));
  const settings = { url: url.href, poolSize: 1, applicationName: 'early' };
  let tries = 0;
  const connected = withPatience(settings.url, 120, () => {
    tries += 1;
    // It was refused once: now the database comes.
    if (tries === 2) late.listen(Number(url.port), '127.0.0.1');
    return connect(settings, []);
  });
  const db = await connected;
  await db.ping();
  expect(tries).toBeGreaterThan(1);
  await db.close();
  await new Promise((done) => void late.close(done));
});

it('says who refuses, and not the password', async () => {
  const refused = awaitServer('postgres://user:hidden@127.0.0.1:1/books', 0);
  await expect(refused).rejects.toThrow(/^The database\/books at 127\.0\.0\.1:1 was not reached/);
  await expect(refused).rejects.not.toThrow(/hidden/);
});

it('does not wait for a password to become right', async () => {
  await expect(awaitServer(visitorUrl('wrong'), 60)).rejects.toThrow(/does not let us in/);
});

it('waits for migrations to let a login in, and says that it is they', async () => {
  const settings = { url: visitorUrl('knock'), poolSize: 1, applicationName: 'early' };
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  let tries = 0;
  const db = await withPatience(settings.url, 120, async () => {
    tries += 1;
    if (tries === 3) await admitLogin(databaseUrl(adminUrl, pathname()), settings.url);
    return connect(settings, []);
  });
  const lines = said.mock.calls.map(([line]) => line);
  said.mockRestore();
  await db.ping();
  await db.close();
  expect(tries).toBe(3);
  const line = /is not migrated yet \(permission denied to set role "quittance_app"\); waiting …/;
  expect(lines).toEqual([expect.stringMatching(line)]);
});

it('lets a login that owns nothing become the application role', async () => {
  const settings = { url: visitorUrl('knock'), poolSize: 1, applicationName: 'visitor' };
  const admin = databaseUrl(adminUrl, pathname());
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
