import { migrate } from '@quittance/database/host';
import { startEmbedded, type EmbeddedOptions } from '../../apps/cli/src/embedded/embedded.js';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { allMigrations } from '../../apps/cli/src/assembly.js';
import { copyDatabase, dropDatabase } from './cluster/cluster-database.js';
import { pinnedPostgres } from './pinned-postgres.js';

/** What test files need to know of the server; travels to the workers in the environment. */
export interface TestServer {
  readonly adminUrl: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly template: string;
  /** The superuser of each node where it is a cluster; `adminUrl` is the coordinator's. */
  readonly nodes?: readonly string[];
}

export const SERVER_VARIABLE = 'QUITTANCE_TEST_SERVER';
const TEMPLATE_LOCK = 7_210_431_909;
/** Other checkouts and edits in progress have templates of their own; older ones are dropped. */
const KEPT_TEMPLATES = 4;

/** Data of tests are not worth a disk's patience. */
const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  jit: 'off',
};

/**
 * Opens the given server or the pinned one as our own, and makes sure of the migrated template. One
 * that stands ready already, a cluster, is taken as it is.
 */
export async function openTestServer({
  dataDir = resolve(`node_modules/.cache/quittance-test/postgres-${pinnedPostgres()}`),
  settings = CARELESS,
}: Partial<Pick<EmbeddedOptions, 'dataDir' | 'settings'>> = {}): Promise<{
  stop(): Promise<void>;
}> {
  if (process.env[SERVER_VARIABLE]) return { stop: async () => undefined };
  const given = process.env.QUITTANCE_TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  const server = given
    ? { adminUrl: given, ownerUrl: given, url: given, stop: async () => undefined }
    : await startEmbedded({ dataDir, settings });
  const { adminUrl, ownerUrl, url: appUrl } = server;
  const template = await ensureTemplate(adminUrl, ownerUrl).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const known: TestServer = { adminUrl, ownerUrl, appUrl, template };
  process.env[SERVER_VARIABLE] = JSON.stringify(known);
  const stop = async () => {
    // What two runs at once do not get done here is done when the next one begins.
    await asAdmin(adminUrl, dropAbandoned).catch(() => undefined);
    await server.stop();
  };
  return { stop };
}

export function testServer(): TestServer {
  const known = process.env[SERVER_VARIABLE];
  if (!known) throw new Error('The global setup of the tests has not run');
  return JSON.parse(known) as TestServer;
}

/** The same login, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

export async function asAdmin<T>(adminUrl: string, work: (admin: Client) => Promise<T>) {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function ensureTemplate(adminUrl: string, ownerUrl: string): Promise<string> {
  return asAdmin(adminUrl, async (admin) => {
    await admin.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    await dropAbandoned(admin);
    const existing = await templates(admin);
    const fingerprint = migrationsFingerprint();
    const ready = existing.find((name) => name.endsWith(fingerprint));
    if (ready) return ready;
    for (const name of existing.slice(KEPT_TEMPLATES - 1)) {
      await admin.query(`drop database if exists ${name} with (force)`);
    }
    return buildTemplate(admin, ownerUrl, fingerprint);
  });
}

/** The name carries the age, so that the oldest can be told; it is given when all is in place. */
async function buildTemplate(admin: Client, ownerUrl: string, fingerprint: string) {
  const unfinished = `quittance_template_unfinished`;
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await admin.query(`create database ${unfinished} owner ${new URL(ownerUrl).username}`);
  await migrate(databaseUrl(ownerUrl, unfinished), allMigrations);
  const name = `quittance_template_${Date.now()}_${fingerprint}`;
  await admin.query(`alter database ${unfinished} rename to ${name}`);
  return name;
}

async function templates(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^quittance_template_[0-9]+_' order by 1 desc`,
  );
  return rows.map(({ datname }) => datname);
}

/** Databases of test processes that have ended without dropping them. */
async function dropAbandoned(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^quittance_test_[0-9]+_'`,
  );
  for (const { datname } of rows) {
    const pid = Number(datname.split('_')[2]);
    if (!isRunning(pid)) await admin.query(`drop database if exists ${datname} with (force)`);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Changes with the set of migrations, with their text and with what they are written in. */
function migrationsFingerprint(): string {
  const hash = createHash('sha256');
  hash.update(allMigrations.map(({ name }) => name).join());
  const files = readdirSync('libs', { recursive: true, encoding: 'utf8' })
    .filter((path) => /[\\/]migrations[\\/].+\.ts$/.test(path))
    .sort()
    .map((path) => join('libs', path));
  const tools = [
    'libs/database/src/server/company-table.ts',
    'libs/database/src/server/forced-rows.ts',
    'libs/money/src/currencies.ts',
  ];
  for (const path of [...files, ...tools]) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

/** A database on each machine that holds a part of it, by an address of it on one of them. */
export function onEachMachine(url: string): readonly string[] {
  const { nodes } = testServer();
  return nodes?.map((node) => databaseUrl(node, new URL(url).pathname.slice(1))) ?? [url];
}

/** Copies the migrated template, on every node where there are several. */
export async function copyTemplate(name: string): Promise<void> {
  const { adminUrl, ownerUrl, template, nodes } = testServer();
  if (nodes) return copyDatabase(nodes, template, name);
  const owner = new URL(ownerUrl).username;
  await asAdmin(adminUrl, (admin) =>
    admin.query(`create database ${name} template ${template} owner ${owner}`),
  );
}

/** Drops a copy, with who is connected to it. */
export async function dropCopy(name: string): Promise<void> {
  const { adminUrl, nodes } = testServer();
  if (nodes) return dropDatabase(nodes, name);
  await asAdmin(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`));
}
