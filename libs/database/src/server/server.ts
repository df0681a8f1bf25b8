import { CannotStart } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { APP_ROLE, EVERY_COMPANY, MIGRATION_TABLE } from './data-source.js';
import { saysNotMigrated, saysNotYet } from '../rows/not-yet.js';

const OLDEST = 150_000;
const RETRY_MS = 500;

/**
 * Waits until the server of an address answers, and checks its version.
 * @throws Error in one sentence, without the password
 */
export async function awaitServer(url: string, seconds: number): Promise<void> {
  const version = await withPatience(url, seconds, () => serverVersion(url));
  if (version < OLDEST) {
    throw new CannotStart(`PostgreSQL 15 or newer is needed at ${new URL(url).host}`);
  }
}

/**
 * Does what needs the server as soon as it answers and has what migrations make for a login.
 * @throws CannotStart with one sentence, without the password, when it does not in time or refuses
 *   us
 */
export async function withPatience<T>(
  url: string,
  seconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const { host, pathname } = new URL(url);
  const name = `The database${pathname} at ${host}`;
  const since = performance.now();
  for (let told = false; ; told = true) {
    try {
      return await work();
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const isOver = performance.now() - since >= seconds * 1000;
      const early = saysNotMigrated(error) ? 'is not migrated yet' : 'does not answer yet';
      const mayPass = saysNotYet(error) || saysNotMigrated(error);
      if (!mayPass && code === undefined) throw error;
      if (!mayPass || isOver) {
        const how = saysNotYet(error) ? 'was not reached' : 'does not let us in';
        throw new CannotStart(`${name} ${how}: ${message || code}`, { cause: error });
      }
      if (!told) process.stderr.write(`${name} ${early} (${message || code}); waiting …\n`);
    }
    await sleep(RETRY_MS);
  }
}

async function serverVersion(url: string): Promise<number> {
  return asClient(url, async (client) => {
    const answer = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    return answer.rows[0]?.version ?? 0;
  });
}

/** Lets the applications' login become the application role; as the owner, after the migrations. */
export async function admitLogin(ownerUrl: string, url: string): Promise<void> {
  const login = decodeURIComponent(new URL(url).username);
  if (!login || login === decodeURIComponent(new URL(ownerUrl).username)) return;
  await asClient(ownerUrl, async (owner) => {
    const member = await owner.query(`select pg_has_role($1, $2, 'member') as known`, [
      login,
      APP_ROLE,
    ]);
    if (member.rows[0]?.known !== true) {
      await owner.query(`grant ${APP_ROLE} to ${owner.escapeIdentifier(login)}`);
    }
  });
}

/** Lets a session of the owner see every company, for what asks about all of them at once. */
export async function seeEveryCompany(owner: Pick<Client, 'query'>): Promise<void> {
  await owner.query(`set ${EVERY_COMPANY} = 'on'`);
}

/** The names of the migrations that have run on a database; as its owner. */
export async function appliedMigrations(ownerUrl: string): Promise<string[]> {
  return asClient(ownerUrl, async (owner) => {
    const known = await owner.query('select to_regclass($1) is not null as known', [
      MIGRATION_TABLE,
    ]);
    if (known.rows[0]?.known !== true) return [];
    const applied = await owner.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
    return applied.rows.map(({ name }) => name);
  });
}

async function asClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A server that goes away between two statements is told by the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
