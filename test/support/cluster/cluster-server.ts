import { migrate } from '@quittance/database/host';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allMigrations } from '../../../apps/cli/src/assembly.js';
import type { Binaries } from '../../../apps/cli/src/embedded/binaries.js';
import type { ServerSettings } from '../../../apps/cli/src/embedded/cluster.js';
import { LOGIN, OWNER } from '../../../apps/cli/src/embedded/roles.js';
import type { TestServer } from '../test-server.js';
import { startNodes, type CitusNodes } from './citus-nodes.js';
import { keepAsTemplate, makeDatabase, makeRoles } from './cluster-database.js';

/** A cluster with the migrated template on it. */
export interface ClusterServer {
  readonly nodes: CitusNodes;
  readonly server: TestServer;
  stop(): Promise<void>;
}

const TEMPLATE = 'quittance_template';

/** Starts a coordinator and two workers in a folder that is gone when they are stopped. */
export async function openClusterServer(
  binaries: Binaries,
  settings: ServerSettings = {},
): Promise<ClusterServer> {
  const home = mkdtempSync(join(tmpdir(), 'quittance-cluster-'));
  const nodes = await startNodes(binaries, home, 3, settings);
  const stop = async () => {
    await nodes.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const [adminUrl = ''] = nodes.adminUrls;
    const ownerUrl = loginOf(adminUrl, OWNER);
    await makeRoles(nodes.adminUrls);
    await makeDatabase(nodes.adminUrls, TEMPLATE);
    await migrate(ownerUrl.replace(/postgres$/, TEMPLATE), allMigrations);
    await keepAsTemplate(nodes.adminUrls, TEMPLATE);
    const server = {
      adminUrl,
      ownerUrl,
      appUrl: loginOf(adminUrl, LOGIN),
      template: TEMPLATE,
      nodes: nodes.adminUrls,
    };
    return { nodes, server, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function loginOf(adminUrl: string, login: string): string {
  const url = new URL(adminUrl);
  url.username = login;
  return url.href;
}
