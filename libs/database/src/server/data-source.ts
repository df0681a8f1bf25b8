import type { Random } from '@quittance/work';
import { DataSource, type EntitySchema } from 'typeorm';
import { hasCitus, onCitus } from './citus.js';
import { clusterSession } from './cluster-session.js';
import { Database } from '../database.js';
import { CorkedClient } from '../corked-client.js';
import { pgTypes } from '../rows/pg-types.js';
import type { Migration } from './migration.js';

export type { Migration };

/** The role that requests and jobs run as: it owns nothing and bypasses nothing. */
export const APP_ROLE = 'quittance_app';

/**
 * A setting by which the owner of the tables says that it means every company: migrations, the
 * doors, `verify`, and whoever backs up. It lets nobody through but the owner.
 */
export const EVERY_COMPANY = 'app.every_company';

export type Entity = EntitySchema | (new () => object);

export interface ConnectionSettings {
  /** `postgres://…` of a login that is, or may become (`SET ROLE`), the application role. */
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  /** A process refuses a login that is stronger than it must be; elsewhere it warns. */
  readonly production?: boolean;
  /** How long transactions wait before they run again; the process's own chance unless given. */
  readonly random?: Random;
  /**
   * Where the database is a cluster, its statements may be such that every machine is asked: for
   * tests that look at what was written.
   */
  readonly asksEveryMachine?: boolean;
}

/**
 * How long a transaction may stand still: a process that is stopped or whose machine is paused
 * holds its locks as long, and others are to go on within ten seconds. Nobody outside is called
 * while one is open, so a healthy one never comes near.
 */
const IDLE_TRANSACTION_MS = 8000;

/** What the application's sessions set for themselves; behind a pooler their login has to. */
export const OF_SESSION: readonly string[] = [
  `-c role=${APP_ROLE}`,
  '-c timezone=UTC',
  // Compiling a count of a long list costs more than the count.
  '-c jit=off',
  '-c lock_timeout=5000',
  '-c statement_timeout=30000',
  `-c idle_in_transaction_session_timeout=${IDLE_TRANSACTION_MS}`,
];

/** Connects as the application role, with the time-outs of every session. */
export async function connect(
  settings: ConnectionSettings,
  entities: readonly Entity[],
): Promise<Database> {
  const ofCluster = settings.asksEveryMachine ? [] : await clusterSession(settings.url);
  const dataSource = new DataSource({
    type: 'postgres',
    url: settings.url,
    entities: [...entities] as never,
    applicationName: settings.applicationName,
    installExtensions: false,
    extra: {
      max: settings.poolSize,
      types: pgTypes,
      pipeline: true,
      Client: CorkedClient,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 60_000,
      options: [...OF_SESSION, ...ofCluster].join(' '),
    },
  });
  await dataSource.initialize();
  return new Database(dataSource, settings.random, await hasCitus(dataSource));
}

/** Where the migrations that have run are kept. */
export const MIGRATION_TABLE = 'quittance_migration';

/** Any number of processes may call it at once: an advisory lock lets one migrate. */
const MIGRATION_LOCK = 7_210_431_907;

/** Brings the schema up to date as its owner. Answers the names of the migrations it ran. */
export async function migrate(
  ownerUrl: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: ownerUrl,
    migrations: migrations.map(onCitus) as never,
    migrationsTableName: MIGRATION_TABLE,
    migrationsTransactionMode: 'each',
    installExtensions: false,
    // What a migration fills or changes, it does for all companies.
    extra: { options: `-c ${EVERY_COMPANY}=on` },
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    return (await dataSource.runMigrations()).map(({ name }) => name);
  } finally {
    await lock.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => undefined);
    await lock.release();
    await dataSource.destroy();
  }
}
