import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError, loadConfig } from './config.js';
import { envExample } from './env-example.js';
import type { Setting } from './setting.js';
import { SETTINGS } from './settings.js';

const directory = mkdtempSync(join(tmpdir(), 'quittance-config-'));
const base = { DATA_DIR: directory };
afterAll(() => rmSync(directory, { recursive: true }));

const production = {
  ...base,
  NODE_ENV: 'production',
  STAFF_TOKEN_SECRET: 's'.repeat(32),
  PORTAL_TOKEN_SECRET: 'p'.repeat(32),
  SECRETS_KEY: [2, 1].map((n) => `k${n}:${Buffer.alloc(32, n).toString('base64')}`).join(','),
};

function faultsOf(env: Record<string, string>, processName: 'staff-api' | 'worker' = 'staff-api') {
  try {
    loadConfig(env, processName);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('loadConfig', () => {
  it('has a value for everything on a bare machine', () => {
    const config = loadConfig(base, 'staff-api');
    expect(config).toMatchObject({
      host: '127.0.0.1',
      staffPort: 3000,
      portalPort: 3001,
      workerPort: 3002,
      staffPublicUrl: 'http://localhost:3000',
      databaseUrl: null,
      databaseOwnerUrl: null,
      demoCompany: true,
      sandboxEnabled: true,
      billingRunCron: '0 2 * * *',
      billingBatchSize: 500,
      production: false,
    });
  });

  it('migrates with the same login unless another is given', () => {
    const url = 'postgres://app@db.example.com/quittance';
    const owner = 'postgres://owner@db.example.com/quittance';
    expect(loadConfig({ ...base, DATABASE_URL: url }, 'cli').databaseOwnerUrl).toBe(url);
    const both = { ...base, DATABASE_URL: url, DATABASE_OWNER_URL: owner };
    expect(loadConfig(both, 'cli').databaseOwnerUrl).toBe(owner);
  });

  it('keeps the owner of the tables apart from the login of the processes in production', () => {
    const url = 'postgres://app:one@db.example.com/quittance';
    const same = { DATABASE_URL: url, DATABASE_OWNER_URL: 'postgres://app:two@db/quittance?x=y' };
    expect(faultsOf({ ...production, ...same })).toEqual([
      expect.stringContaining(
        'DATABASE_URL and DATABASE_OWNER_URL must sign in as different users',
      ),
    ]);
    expect(faultsOf({ ...base, ...same })).toEqual([]);
    const other = { ...same, DATABASE_OWNER_URL: 'postgres://owner@db.example.com/quittance' };
    expect(faultsOf({ ...production, ...other })).toEqual([]);
    const alone = loadConfig({ ...production, DATABASE_URL: url }, 'cli');
    expect(alone.databaseOwnerUrl).toBeNull();
  });

  it('makes the demonstration company only on the embedded database unless told', () => {
    const given = { ...base, DATABASE_URL: 'postgres://db.example.com/quittance' };
    expect(loadConfig(given, 'cli').demoCompany).toBe(false);
    expect(loadConfig({ ...given, DEMO_COMPANY: 'true' }, 'cli').demoCompany).toBe(true);
  });

  it('names every fault at once, without the values of secrets', () => {
    const faults = faultsOf({
      ...base,
      STAFF_PORT: '70000',
      LOG_LEVEL: 'loud',
      BILLING_RUN_CRON: 'daily',
      CORS_ORIGINS: 'https://app.example.com/path',
      SANDBOX_ENABLED: 'perhaps',
      DATABASE_URL: 'mysql://user:hidden@db/x',
      STAFF_TOKEN_SECRET: 'short',
    });
    expect(faults).toHaveLength(7);
    expect(faults).toContain('STAFF_PORT must be a whole number from 1 to 65535, and not "70000"');
    expect(faults.join()).not.toMatch(/hidden|short/);
  });

  it('refuses one port for two processes', () => {
    const faults = (env: Record<string, string>) => faultsOf({ ...base, ...env });
    expect(faults({ PORTAL_PORT: '3000' })).toEqual([
      'STAFF_PORT and PORTAL_PORT must not be the same',
    ]);
    expect(faults({ WORKER_PORT: '3001' })).toEqual([
      'PORTAL_PORT and WORKER_PORT must not be the same',
    ]);
    expect(faults({ WORKER_PORT: '0' })).toEqual([]);
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig({ ...base, STAFF_PORT: ' ' }, 'worker').staffPort).toBe(3000);
  });
});

describe('a data directory that cannot be used', () => {
  it('is named, once, and not the secrets that would be kept in it', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const [fault, ...others] = faultsOf({ DATA_DIR: join(file, 'data') });
    expect(fault).toMatch(/^DATA_DIR must be a directory this user may write in: ENOTDIR/);
    expect(others).toEqual([]);
  });
});

describe('secrets', () => {
  it('are generated once and kept from other users of the machine', () => {
    const first = loadConfig(base, 'staff-api').tokenSecret;
    expect(first?.length).toBeGreaterThanOrEqual(32);
    expect(loadConfig(base, 'staff-api').tokenSecret).toBe(first);
    expect(loadConfig(base, 'portal-api').tokenSecret).not.toBe(first);
    expect(statSync(join(directory, 'secrets.json')).mode & 0o077).toBe(0);
  });

  it('are not made to verify', () => {
    const bare = join(directory, 'bare');
    const config = loadConfig({ ...base, DATA_DIR: bare }, 'verify');
    expect([config.secretsKeys, existsSync(bare)]).toEqual([[], false]);
    const kept = loadConfig(base, 'cli').secretsKeys;
    expect(loadConfig(base, 'verify').secretsKeys).toEqual(kept);
  });

  it('must be given in production', () => {
    const { STAFF_TOKEN_SECRET: _staff, SECRETS_KEY: _key, ...rest } = production;
    const faults = faultsOf(rest);
    expect(faults).toHaveLength(2);
    expect(faults[0]).toMatch(/^STAFF_TOKEN_SECRET must be set in production/);
  });

  it('must be long in production', () => {
    const faults = faultsOf({ ...production, STAFF_TOKEN_SECRET: 'short' });
    expect(faults).toEqual(['STAFF_TOKEN_SECRET must have 32 characters or more']);
  });

  it('must differ between the hosts', () => {
    const faults = faultsOf({ ...production, PORTAL_TOKEN_SECRET: production.STAFF_TOKEN_SECRET });
    expect(faults).toEqual(['STAFF_TOKEN_SECRET and PORTAL_TOKEN_SECRET must not be the same']);
  });

  it('of the hosts are no business of the worker', () => {
    const { STAFF_TOKEN_SECRET: _staff, PORTAL_TOKEN_SECRET: _portal, ...rest } = production;
    expect(faultsOf(rest, 'worker')).toEqual([]);
    expect(loadConfig(production, 'worker').tokenSecret).toBeNull();
  });

  it('at rest are encrypted with the first key and read with all', () => {
    const { secretsKeys } = loadConfig(production, 'worker');
    expect(secretsKeys.map(({ id, key }) => [id, key[0]])).toEqual([
      ['k2', 2],
      ['k1', 1],
    ]);
  });

  it('at rest need keys of 32 bytes', () => {
    const faults = faultsOf({ ...production, SECRETS_KEY: 'k1:c2hvcnQ=' });
    expect(faults).toHaveLength(1);
    expect(faults[0]).not.toContain('c2hvcnQ=');
  });

  it('at rest need another id for each key, as values are sealed with it', () => {
    const [first, second] = production.SECRETS_KEY.replace('k2:', 'k1:').split(',');
    expect(faultsOf({ ...production, SECRETS_KEY: `${first},${second}` })).toEqual([
      'SECRETS_KEY must give each key an id of its own; k1 stands twice',
    ]);
  });
});

it('.env.example is what the settings say', () => {
  expect(readFileSync(resolve('.env.example'), 'utf8')).toBe(envExample());
});

it.each([true, false])(
  'a line of .env.example that announces no example shows what holds without it (production: %s)',
  (isProduction) => {
    const settings = Object.values(SETTINGS) as Setting<unknown>[];
    const others = envExample()
      .split('\n\n')
      .filter((part) => !part.includes('For example:\n'))
      .flatMap((part) => /^#([A-Z_]+)=(.+)$/m.exec(part)?.slice(1, 3) ?? [])
      .filter((_, i, all) => i % 2 === 0 && all[i + 1] !== undefined);
    const wrong = others.filter((variable) => {
      const setting = settings.find((each) => each.variable === variable);
      const holds = setting?.fallback({ production: isProduction, embedded: !isProduction });
      return JSON.stringify(setting?.read(setting.example)) !== JSON.stringify(holds);
    });
    expect(others.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  },
);

describe('e-mail', () => {
  it('leaves by the mail server, else to the mailbox for development, else not at all', () => {
    const from = { MAIL_FROM: 'billing@example.com' };
    const smtpUrlOf = (env: Record<string, string>) =>
      loadConfig({ ...production, ...from, ...env }, 'worker').smtpUrl;
    expect(smtpUrlOf({ SMTP_URL: 'smtps://u:p@mail.example.com', DEV_MAILBOX_PORT: '1025' })).toBe(
      'smtps://u:p@mail.example.com',
    );
    expect(smtpUrlOf({ DEV_MAILBOX_PORT: '1025' })).toBe('smtp://127.0.0.1:1025');
    expect(smtpUrlOf({})).toBeNull();
  });

  it('needs an address to come from, and one that is nothing else', () => {
    const server = { ...production, SMTP_URL: 'smtp://mail.example.com' };
    expect(faultsOf(server)).toEqual(['MAIL_FROM must be set beside SMTP_URL']);
    const faults = faultsOf({ ...server, MAIL_FROM: 'Billing <billing@example.com>' });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^MAIL_FROM must be an e-mail address/);
  });
});
