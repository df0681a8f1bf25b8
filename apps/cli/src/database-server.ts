import { ConfigError } from '@quittance/config/host';
import type { Config } from '@quittance/config';
import { awaitServer, notTheOwner } from '@quittance/database/host';
import { startEmbedded } from './embedded/embedded.js';

/** The PostgreSQL a command works on. */
export interface DatabaseServer {
  /** The applications' login. */
  readonly url: string;
  /** The login that owns the tables. */
  readonly ownerUrl: string;
  /** For people: which server this is, without a password. */
  readonly description: string;
  /** Fulfilled when an embedded server went away by itself. */
  readonly lost: Promise<void>;
  /** Ends this command's use of it; an embedded server that nobody else uses stops. */
  stop(): Promise<void>;
}

/** How long a given server may take to come up beside us. */
const PATIENCE_SECONDS = 30;

/** Processes with a pool each, and connections to spare for commands and for people. */
const POOLS = 3;
const SPARE_CONNECTIONS = 40;

/**
 * For short transactions on a machine of our own, where compiling queries costs more than it saves.
 */
function embeddedSettings({ databasePoolSize }: Config) {
  return {
    max_connections: POOLS * databasePoolSize + SPARE_CONNECTIONS,
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
  };
}

/**
 * The server of DATABASE_URL, or the embedded one of DATA_DIR, answering; as the owner, unless a
 * command works as the applications do. @throws ConfigError without an owner of the tables,
 * CannotStart where the embedded PostgreSQL does not fit the data of DATA_DIR
 */
export async function openDatabaseServer(
  config: Config,
  as: 'owner' | 'application' = 'owner',
): Promise<DatabaseServer> {
  const { databaseUrl } = config;
  if (databaseUrl === null) {
    const settings = embeddedSettings(config);
    const { dataDir, embeddedPostgres: programs } = config;
    const embedded = await startEmbedded({ dataDir, settings, programs });
    const { url, ownerUrl, version, lost, stop } = embedded;
    return { url, ownerUrl, lost, stop, description: `embedded PostgreSQL ${version}` };
  }
  if (as === 'owner' && config.databaseOwnerUrl === null) {
    throw new ConfigError([
      'DATABASE_OWNER_URL must be set in production: the login that owns the tables',
    ]);
  }
  const ownerUrl = config.databaseOwnerUrl ?? databaseUrl;
  await awaitServer(ownerUrl, PATIENCE_SECONDS);
  if (as === 'owner') await checkOwner(ownerUrl, databaseUrl);
  const { host, pathname } = new URL(databaseUrl);
  return {
    url: databaseUrl,
    ownerUrl,
    description: `PostgreSQL at ${host}${pathname}`,
    lost: new Promise(() => undefined),
    stop: async () => undefined,
  };
}

/**
 * Outside production DATABASE_URL stands in for the owner; its login may own nothing, as it should
 * be.
 */
async function checkOwner(ownerUrl: string, databaseUrl: string): Promise<void> {
  const who = await notTheOwner(ownerUrl);
  if (who === undefined) return;
  throw new ConfigError([
    ownerUrl === databaseUrl
      ? `DATABASE_OWNER_URL must be set: DATABASE_URL signs in as ${who}`
      : `DATABASE_OWNER_URL must be the login that owns the tables, and not ${who}`,
  ]);
}
