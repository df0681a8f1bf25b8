import { connect } from '@quittance/database/host';
import { startEmbedded, type EmbeddedServer } from '../../apps/cli/src/embedded/embedded';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  runCommand,
  runMain,
  stopCommands,
  type Command,
} from '../support/started-product';
import { asAdmin } from '../support/test-server';
import { inTurn } from '../support/tier';

const dataDir = mkdtempSync(join(tmpdir(), 'quittance-given-'));
chmodSync(dataDir, 0o711);
let server: EmbeddedServer;
let owner: string;
let login: string;

/** A server as a provider hands it over: a database, its ordinary owner, and nothing of ours. */
beforeAll(async () => {
  server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  await asAdmin(server.adminUrl, async (admin) => {
    await admin.query('drop database quittance');
    await admin.query('drop role quittance, quittance_owner, quittance_app');
    await admin.query(`create role bookkeeper login createrole password 'ledger'`);
    await admin.query(`create role clerk login password 'pencil'`);
    await admin.query('create database books owner bookkeeper');
  });
  owner = given('bookkeeper', 'ledger');
  login = given('clerk', 'pencil');
});
afterEach(stopCommands);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function given(user: string, password: string): string {
  const url = new URL(server.adminUrl);
  Object.assign(url, { username: user, password, pathname: '/books' });
  return url.href;
}

async function migrate(env: Record<string, string>): Promise<string> {
  const command = runCommand('migrate', { DATA_DIR: dataDir, ...env });
  expect(await command.ended()).toBe(0);
  return command.output();
}

describe('a given database', () => {
  it('is migrated by its ordinary owner, once', async () => {
    expect(await migrate({ DATABASE_URL: owner })).toMatch(/\d+ migrations ran on PostgreSQL at/);
    expect(await migrate({ DATABASE_URL: owner })).toContain('Nothing to migrate');
  });

  it('is worked on by a login that owns nothing', async () => {
    await migrate({ DATABASE_URL: login, DATABASE_OWNER_URL: owner });
    const db = await connect({ url: login, poolSize: 1, applicationName: 'test' }, []);
    const { rows } = await db.pool.query('select current_user as role, session_user as login');
    expect(rows).toEqual([{ role: 'quittance_app', login: 'clerk' }]);
    await db.close();
  });

  it('whose owner is not named is not taken for that of the login', inTurn(0, 4), async () => {
    await migrate({ DATABASE_URL: login, DATABASE_OWNER_URL: owner });
    const command = runCommand('migrate', { DATA_DIR: dataDir, DATABASE_URL: login });
    expect(await command.ended()).toBe(1);
    expect(command.output()).toBe(
      'Quittance cannot start:\n  - DATABASE_OWNER_URL must be set: ' +
        'DATABASE_URL signs in as clerk, who does not own the tables\n',
    );
  });

  it(
    'is checked by its owner, who is bound to companies as the application is',
    inTurn(1, 4),
    async () => {
      await migrate({ DATABASE_URL: login, DATABASE_OWNER_URL: owner });
      const env = { DATA_DIR: dataDir, DATABASE_URL: login, DATABASE_OWNER_URL: owner };
      const counted = await asAdmin(owner, async (client) => {
        const { rows } = await client.query(
          'select count(*)::int as users from identity.staff_user',
        );
        return rows as unknown[];
      });
      expect(counted).toEqual([{ users: 0 }]);
      const command = runCommand('verify', env);
      expect(await command.ended()).toBe(0);
      expect(command.output()).toMatch(/All \d+ invariants hold\./);
    },
  );

  const PRODUCTION = {
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    STAFF_TOKEN_SECRET: 's'.repeat(32),
    PORTAL_TOKEN_SECRET: 'p'.repeat(32),
    SECRETS_KEY: `k:${Buffer.alloc(32, 1).toString('base64')}`,
  };
  const refused = async (command: Command) => {
    expect(await command.ended()).not.toBe(0);
    return command.output();
  };

  it(
    'is not worked on in production by a login that could undo their separation',
    inTurn(2, 4),
    async () => {
      await migrate({ DATABASE_URL: login, DATABASE_OWNER_URL: owner });
      const other = new URL(owner);
      other.searchParams.set('application_name', 'other');
      const same = { ...PRODUCTION, DATABASE_URL: owner, DATABASE_OWNER_URL: other.href };
      expect(await refused(runCommand('migrate', same))).toContain(
        'must sign in as different users',
      );
      const without = runCommand('migrate', { ...PRODUCTION, DATABASE_URL: login });
      expect(await refused(without)).toContain('DATABASE_OWNER_URL must be set in production');
      await asAdmin(server.adminUrl, (admin) => admin.query('grant bookkeeper to clerk'));
      const both = { ...PRODUCTION, DATABASE_URL: login, DATABASE_OWNER_URL: owner };
      const told = /clerk, who may become bookkeeper, who owns the tables/;
      expect(await refused(runCommand('migrate', both))).toMatch(told);
      await asAdmin(server.adminUrl, (admin) => admin.query('revoke bookkeeper from clerk'));
      const strong = { ...PRODUCTION, DATABASE_URL: owner, STAFF_PORT: String(await freePort()) };
      const host = runMain('dist/apps/staff-api/src/main.js', strong);
      expect(await refused(host)).toContain('bookkeeper, who may make roles');
      const weak = runCommand('migrate', both);
      expect([await weak.ended(), weak.output()]).toEqual([
        0,
        expect.stringContaining('Nothing to'),
      ]);
      const warned = runCommand('migrate', { DATA_DIR: dataDir, DATABASE_URL: owner });
      expect([await warned.ended(), warned.output()]).toEqual([
        0,
        expect.stringContaining('Warning: '),
      ]);
    },
  );

  it('gets no demonstration company beside its own', inTurn(3, 4), async () => {
    const [staffPort, portalPort] = await Promise.all([freePort(), freePort()]);
    const product = runCommand('start', {
      DATA_DIR: dataDir,
      DATABASE_URL: login,
      DATABASE_OWNER_URL: owner,
      STAFF_PORT: String(staffPort),
      PORTAL_PORT: String(portalPort),
    });
    await product.says('Quittance is ready');
    expect(product.output()).toContain('/books');
    expect(product.output()).not.toContain('admin@demo');
    const answer = await fetch(`http://127.0.0.1:${staffPort}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"admin@demo.quittance.dev","password":"quittance-demo-1"}',
    });
    expect(answer.status).toBe(401);
  });

  it('that does not answer is named without its password', async () => {
    const url = new URL(login);
    url.password = 'mistyped';
    const command = runCommand('migrate', { DATA_DIR: dataDir, DATABASE_URL: url.href });
    expect(await command.ended()).toBe(1);
    expect(command.output()).toContain('does not let us in');
    expect(command.output()).not.toContain('mistyped');
  });
});
