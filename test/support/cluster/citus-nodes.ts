import { chmodSync, mkdirSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { run, serverAccount } from '../../../apps/cli/src/embedded/account.js';
import { program, type Binaries } from '../../../apps/cli/src/embedded/binaries.js';
import {
  createCluster,
  startCluster,
  stopCluster,
  type Cluster,
  type ServerSettings,
} from '../../../apps/cli/src/embedded/cluster.js';
import { freePort } from '../../../apps/cli/src/embedded/state.js';

/** PostgreSQL servers of one Citus cluster; the first is the coordinator. */
export interface CitusNodes {
  /** The superuser of each, in the database `postgres`. */
  readonly adminUrls: readonly string[];
  /** Ends a node as a crash does. */
  crash(node: number): Promise<void>;
  start(node: number): Promise<void>;
  stop(): Promise<void>;
}

/** What docs/scaling.md tells an operator to set, and that data of tests need no disk's patience. */
export const NODE_SETTINGS = {
  shared_preload_libraries: 'citus',
  'citus.propagate_set_commands': 'local',
  'citus.shard_count': 4,
  'citus.shard_replication_factor': 1,
  'citus.node_conninfo': 'sslmode=disable',
  'citus.local_hostname': '127.0.0.1',
  'citus.enable_statistics_collection': 'off',
  'citus.max_cached_conns_per_worker': 2,
  max_connections: 300,
  max_prepared_transactions: 300,
  max_locks_per_transaction: 1024,
  max_worker_processes: 64,
  // Shards are moved to another node while they are written to.
  wal_level: 'logical',
  timezone: 'UTC',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  jit: 'off',
};

/** Nobody needs a password, nor who copies a server while it runs. */
const HBA = 'host all,replication all 127.0.0.1/32 trust\n';

/**
 * Starts so many nodes in `home`, on ports of loopback that are free; nobody needs a password.
 * @param settings what is another than in tests
 */
export async function startNodes(
  binaries: Binaries,
  home: string,
  count: number,
  settings: ServerSettings = {},
): Promise<CitusNodes> {
  const account = serverAccount(undefined);
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o711);
  if (account) await chown(home, account.uid, account.gid);
  const nodes: { readonly cluster: Cluster; readonly port: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const cluster = { directory: join(home, `node-${n}`), binaries, account };
    await createCluster(cluster, 'unused', false);
    await writeFile(join(cluster.directory, 'pg_hba.conf'), HBA);
    const port = await freePort();
    await startCluster(cluster, port, { ...NODE_SETTINGS, ...settings });
    nodes.push({ cluster, port });
  }
  const at = (node: number) => {
    const found = nodes[node];
    if (!found) throw new Error(`There is no node ${node}`);
    return found;
  };
  return {
    adminUrls: nodes.map(({ port }) => `postgres://postgres@127.0.0.1:${port}/postgres`),
    async crash(node) {
      const { cluster } = at(node);
      const args = ['-D', cluster.directory, '-m', 'immediate', '-s', 'stop'];
      await run(cluster.account, program(cluster.binaries, 'pg_ctl'), args);
    },
    start: async (node) => {
      await startCluster(at(node).cluster, at(node).port, { ...NODE_SETTINGS, ...settings });
    },
    stop: async () => {
      for (const { cluster } of nodes) await stopCluster(cluster);
    },
  };
}

/** Sends a statement to the database of this name on every node. */
export async function onEveryNode(
  adminUrls: readonly string[],
  database: string,
  statements: readonly string[],
): Promise<void> {
  await Promise.all(
    adminUrls.map(async (adminUrl) => {
      const url = new URL(adminUrl);
      url.pathname = `/${database}`;
      const client = new Client({ connectionString: url.href });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    }),
  );
}
