import { migrate } from '@quittance/database/host';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allMigrations } from '../../../apps/cli/src/assembly.js';
import { serverAccount } from '../../../apps/cli/src/embedded/account.js';
import type { Binaries } from '../../../apps/cli/src/embedded/binaries.js';
import {
  createCluster,
  startCluster,
  stopCluster,
} from '../../../apps/cli/src/embedded/cluster.js';
import { freePort } from '../../../apps/cli/src/embedded/state.js';
import { LOGIN, OWNER } from '../../../apps/cli/src/embedded/roles.js';
import { onEveryNode } from '../../support/cluster/citus-nodes.js';
import { copyDatabase, makeRoles } from '../../support/cluster/cluster-database.js';
import { openClusterServer } from '../../support/cluster/cluster-server.js';
import { directoryOf } from '../support/processor-time.js';

/** A migrated database on one of the servers that are compared. */
export interface ComparedDatabase {
  /** The applications' login. */
  readonly url: string;
  /** A superuser, for what is prepared and looked at. */
  readonly adminUrl: string;
  /** Where the server that is connected to keeps its data, and where others of a cluster do. */
  readonly directories: readonly string[];
  close(): Promise<void>;
}

/** Alike on every server; every commit reaches the disk. */
const SETTINGS = {
  max_connections: 300,
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_level: 'logical',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  jit: 'off',
};

const NAME = 'bench';

/** PostgreSQL of the same programs by itself. */
export async function plainDatabase(binaries: Binaries): Promise<ComparedDatabase> {
  const home = mkdtempSync(join(tmpdir(), 'quittance-bench-'));
  const account = serverAccount(undefined);
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o711);
  if (account) await chown(home, account.uid, account.gid);
  const server = { directory: join(home, 'plain'), binaries, account };
  await createCluster(server, 'unused', false);
  await writeFile(join(server.directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  const port = await freePort();
  await startCluster(server, port, SETTINGS);
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await makeRoles([adminUrl]);
  await onEveryNode([adminUrl], 'postgres', [`create database ${NAME} owner ${OWNER}`]);
  await migrate(loginTo(adminUrl, OWNER), allMigrations);
  const close = async () => {
    await stopCluster(server);
    rmSync(home, { recursive: true, force: true });
  };
  return {
    url: loginTo(adminUrl, LOGIN),
    adminUrl: loginTo(adminUrl, 'postgres'),
    directories: [server.directory],
    close,
  };
}

/** A coordinator and two workers. */
export async function clusterDatabase(binaries: Binaries): Promise<ComparedDatabase> {
  const { nodes, server, stop } = await openClusterServer(binaries, SETTINGS);
  const { adminUrl } = server;
  await copyDatabase(nodes.adminUrls, server.template, NAME);
  return {
    url: loginTo(adminUrl, LOGIN),
    adminUrl: loginTo(adminUrl, 'postgres'),
    directories: await Promise.all(nodes.adminUrls.map(directoryOf)),
    close: stop,
  };
}

function loginTo(adminUrl: string, login: string): string {
  const url = new URL(adminUrl);
  url.username = login;
  url.pathname = `/${NAME}`;
  return url.href;
}
