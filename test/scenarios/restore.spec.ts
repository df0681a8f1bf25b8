import { startEmbedded, type EmbeddedServer } from '../../apps/cli/src/embedded/embedded';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsOf } from '../support/guide';
import { pinnedPostgres } from '../support/pinned-postgres';
import { freePort, runCommand, runMain, stopCommands } from '../support/started-product';
import { asAdmin } from '../support/test-server';
import { inTurn } from '../support/tier';

/** The programs of PostgreSQL on this machine that can dump: not those of the npm packages. */
function dumpPrograms(): { bin: string; major: number } | undefined {
  const root = '/usr/lib/postgresql';
  const debian = existsSync(root) ? readdirSync(root).map((name) => join(root, name, 'bin')) : [];
  const found = [...debian, ...(process.env.PATH ?? '').split(':')].flatMap((bin) => {
    const { stdout } = spawnSync(join(bin, 'pg_dump'), ['--version'], { encoding: 'utf8' });
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
    return major > 0 ? [{ bin, major }] : [];
  });
  return found.sort((a, b) => b.major - a.major)[0];
}

const programs = dumpPrograms();
const pinned = Number(pinnedPostgres().split('.')[0]);
/** Whose server the machine's pg_dump can read: none that is newer than itself. */
const kind = ((): 'packaged' | 'system' | undefined => {
  if (!programs) return undefined;
  if (programs.major >= pinned) return 'packaged';
  return existsSync(join(programs.bin, 'initdb')) ? 'system' : undefined;
})();
/**
 * The packages bring no pg_dump: where the machine has none that fits, that is what the report
 * says.
 */
const drill = kind ? describe : untested;
function untested(name: string): void {
  test(`${name} is NOT TESTED: this machine has no pg_dump for its servers`, () => {
    expect(kind).toBeUndefined();
  });
}

const PASSWORD = 'correct horse battery';
const PLAN = Buffer.from('the plan of the ship');
const root = mkdtempSync(join(tmpdir(), 'quittance-restore-'));
chmodSync(root, 0o711);
const [dataDir, backup] = [join(root, 'data'), join(root, 'backup')];
mkdirSync(backup);

let server: EmbeddedServer;
let settings: Record<string, string>;

/** What a reader of the guide types at a shell, with the settings in the environment. */
async function type(commands: string) {
  const env = {
    ...settings,
    BACKUP: backup,
    PATH: `${programs?.bin}:${process.env.PATH}`,
    HOME: root,
  };
  const shell = spawn('bash', ['-e', '-c', commands], { env });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (text: Buffer) => (said += text.toString()));
  }
  const [code] = (await once(shell, 'close')) as [number];
  return { code, said };
}

const verify = async () => {
  const command = runCommand('verify', settings);
  return { code: await command.ended(), said: command.output() };
};

/** The staff host on what is there now, and somebody who can sign in. */
async function staff() {
  const port = String(await freePort());
  const host = runMain('dist/apps/staff-api/src/main.js', {
    ...settings,
    STAFF_PORT: port,
    LOG_LEVEL: 'info',
  });
  await host.says('listening');
  let token = '';
  const call = async <T = unknown>(
    method: string,
    path: string,
    body?: object | Buffer,
  ): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'content-type': Buffer.isBuffer(body) ? 'text/plain' : 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: bodyOf(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const isJson = answer.headers.get('content-type')?.includes('json');
    return (isJson ? JSON.parse(text) : text) as T;
  };
  const signIn = async () => {
    const body = { email: 'ada@acme.example', password: PASSWORD };
    token = (await call<{ accessToken: string }>('POST', '/auth/login', body)).accessToken;
  };
  const stop = async () => {
    host.process.kill('SIGTERM');
    await host.ended();
  };
  return { call, signIn, stop };
}

/** A company with an invoice, a file on it, and the credentials of a payment provider. */
async function work(token: string): Promise<{ invoice: string; file: string }> {
  const { call, signIn, stop } = await staff();
  await call('POST', '/auth/password/reset', { token, password: PASSWORD });
  await signIn();
  await call('PUT', '/connectors/payment', {
    provider: 'stripe',
    active: true,
    credentials: { secretKey: 'sk_test_acme', webhookSecret: 'whsec_acme' },
  });
  const customer = { name: 'Harbour Ltd', billingAddress: { country: 'DE' } };
  const { id: accountId } = await call<{ id: string }>('POST', '/accounts', customer);
  const lines = [{ description: 'Work', quantity: '1', unitPrice: '100.00' }];
  const draft = { accountId, currency: 'EUR', lines };
  const { id: invoice } = await call<{ id: string }>('POST', '/invoices', draft);
  await call('POST', `/invoices/${invoice}/send`, {});
  const path = `/accounts/${accountId}/documents?fileName=plan.txt`;
  const { id: file } = await call<{ id: string }>('POST', path, PLAN);
  await stop();
  return { invoice, file };
}

/**
 * The server, the machine and all that was on them but the backup and what is kept with passwords.
 */
async function loseEverything(): Promise<void> {
  await asAdmin(server.adminUrl, async (admin) => {
    await admin.query('drop database quittance with (force)');
    await admin.query('drop role quittance, quittance_owner, quittance_app');
  });
  rmSync(dataDir, { recursive: true });
}

/** What the guide has the administrator of a new server say, with the passwords of the settings. */
async function makeRoles(): Promise<void> {
  const passwords = [settings.DATABASE_OWNER_URL, settings.DATABASE_URL].map(
    (url) => new URL(url ?? '').password,
  );
  const statements = commandsOf('operations.md', 'Configuration', 'sql').split(';');
  await asAdmin(server.adminUrl, async (admin) => {
    for (const text of statements.filter((each) => each.trim() !== '')) {
      await admin.query(text.replace("'…'", () => `'${passwords.shift()}'`));
    }
  });
}

drill('a backup as the guide makes it', () => {
  let kept: { invoice: string; file: string };

  beforeAll(async () => {
    // The packages bring no pg_dump, and one of another version reads no newer server.
    const from = join(root, 'server');
    server = await startEmbedded({
      dataDir: from,
      programs: kind ?? 'packaged',
      settings: { fsync: 'off' },
    });
    settings = {
      DATABASE_URL: server.url,
      DATABASE_OWNER_URL: server.ownerUrl,
      DATA_DIR: dataDir,
    };
    const migrated = runCommand('migrate', settings);
    if ((await migrated.ended()) !== 0) throw new Error(migrated.output());
    const company = '--slug acme --name Acme --currency EUR --email ada@acme.example --person Ada';
    const made = runCommand('create-company', settings, company.split(' '));
    if ((await made.ended()) !== 0) throw new Error(made.output());
    kept = await work(made.output().trim().split('\n').at(-1) ?? '');
  });
  afterEach(stopCommands);
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test('is restored into an empty server, verified, and an invoice is paid there', async () => {
    const saved = await type(commandsOf('operations.md', 'Backup', 'sh backup'));
    expect(saved).toEqual({ code: 0, said: '' });
    const open = readdirSync(backup).filter((file) => statSync(join(backup, file)).mode & 0o077);
    expect(open).toEqual([]);
    await loseEverything();
    await makeRoles();
    const { code, said } = await type(commandsOf('operations.md', 'Restore', 'sh restore'));
    expect([code, said]).toEqual([0, expect.stringMatching(/All \d+ invariants hold\./)]);
    const { call, signIn, stop } = await staff();
    await signIn();
    const payment = { amount: '100.00', method: 'bank_transfer' };
    await call('POST', `/invoices/${kept.invoice}/payments`, payment);
    expect(await call('GET', `/invoices/${kept.invoice}`)).toMatchObject({ status: 'paid' });
    const user = { name: 'Ada', email: 'ada@acme.example' };
    expect(await call('GET', '/users')).toMatchObject({ data: [user] });
    expect(await call('GET', `/documents/${kept.file}/download`)).toBe(PLAN.toString());
    await stop();
  });

  test('is not taken for good without the secrets it was sealed with', inTurn(0, 3), async () => {
    renameSync(join(dataDir, 'secrets.json'), join(dataDir, 'elsewhere'));
    const { code, said } = await verify();
    expect([code, said]).toEqual([1, expect.stringContaining('DATA_DIR/secrets.json: is missing')]);
    expect(said).toContain('records: 1.');
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false);
    renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'secrets.json'));
  });

  test(
    'is not taken for good without the files that are attached to records',
    inTurn(1, 3),
    async () => {
      renameSync(join(dataDir, 'documents'), join(dataDir, 'elsewhere'));
      const { code, said } = await verify();
      expect([code, said]).toEqual([1, expect.stringContaining('put plan.txt back')]);
      renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'documents'));
    },
  );

  test('is not taken for good in a database without the product', inTurn(2, 3), async () => {
    const empty = new URL(server.ownerUrl);
    await asAdmin(server.adminUrl, (admin) => admin.query('create database hollow'));
    empty.pathname = '/hollow';
    const command = runCommand('verify', settings, ['--url', empty.href]);
    expect([await command.ended(), command.output()]).toEqual([
      1,
      expect.stringContaining('restore the backup'),
    ]);
  });
});

function bodyOf(body: unknown): RequestInit['body'] {
  if (body === undefined) return null;
  return (Buffer.isBuffer(body) ? body : JSON.stringify(body)) as RequestInit['body'];
}
