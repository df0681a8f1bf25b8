import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { APP_ROLE, MIGRATION_TABLE } from './data-source.js';

const OLDEST = 150_000;
/** A server that starts, recovers or is not there yet. */
const NOT_YET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', '57P03']);

/**
 * Waits until the server of an address answers, and checks its version.
 * @throws Error in one sentence, without the password
 */
export async function awaitServer(url: string, seconds: number): Promise<void> {
  const { host, pathname } = new URL(url);
  for (let waited = 0; ; waited += 1) {
    try {
      const version = await serverVersion(url);
      if (version >= OLDEST) return;
      throw new Error(`PostgreSQL 15 or newer is needed at ${host}`);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === undefined) throw error;
      if (!NOT_YET.has(code) || waited >= seconds) {
        throw new Error(
          `The database${pathname} at ${host} does not let us in: ${message || code}`,
          {
            cause: error,
          },
        );
      }
    }
    await sleep(1000);
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
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
