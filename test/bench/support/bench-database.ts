import { migrate } from '@quittance/database/host';
import { startEmbedded } from '../../../apps/cli/src/embedded/embedded.js';
import { newId } from '@quittance/kernel';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { allMigrations } from '../../../apps/cli/src/assembly.js';
import { pinnedPostgres } from '../../support/pinned-postgres.js';

/** A migrated database of one benchmark. */
export interface BenchDatabase {
  /** The applications' login. */
  readonly url: string;
  /** A login that is bound to no company, for what is prepared and looked at. */
  readonly ownerUrl: string;
  close(): Promise<void>;
}

/** What an operator sets on a server of a few gigabytes; every commit reaches the disk. */
const SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  jit: 'off',
};

/**
 * A database on the given server (`DATABASE_URL`) or on one of our own, with the durability of
 * production: every commit reaches the disk.
 */
export async function benchDatabase(): Promise<BenchDatabase> {
  const given = process.env.DATABASE_URL;
  const server = given
    ? { adminUrl: given, ownerUrl: given, url: given, stop: async () => undefined }
    : await startEmbedded({
        dataDir: resolve(`node_modules/.cache/quittance-bench/postgres-${pinnedPostgres()}`),
        settings: SETTINGS,
      });
  const name = `quittance_bench_${newId().replaceAll('-', '').slice(-12)}`;
  const owner = new URL(server.ownerUrl).username;
  await asAdmin(server.adminUrl, `create database ${name} owner ${owner}`);
  await migrate(inDatabase(server.ownerUrl, name), allMigrations);
  return {
    url: inDatabase(server.url, name),
    ownerUrl: inDatabase(server.adminUrl, name),
    close: async () => {
      await asAdmin(server.adminUrl, `drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

function inDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
