import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { citusPrograms } from '../../support/cluster/citus-programs';
import type { CitusNodes } from '../../support/cluster/citus-nodes';
import { openClusterServer } from '../../support/cluster/cluster-server';
import { testDatabase, type TestDatabase } from '../../support/test-database';
import { SERVER_VARIABLE, databaseUrl } from '../../support/test-server';
import type { Binaries } from '../../../apps/cli/src/embedded/binaries.js';

/** A cluster of a file's own, whose nodes may die: a coordinator and two workers. */
export interface ClusterStage {
  readonly t: TestDatabase;
  readonly binaries: Binaries;
  readonly nodes: CitusNodes;
  /** The name of the database, which is the same on every node. */
  readonly database: string;
  /** Asks the database of a node, as a login of one's choice; the first is the coordinator. */
  ask<Row extends object>(text: string, how?: AskedHow): Promise<Row[]>;
}

interface AskedHow {
  readonly node?: number;
  readonly params?: readonly unknown[];
  /** The superuser unless told. */
  readonly login?: string;
  /** Asked before it, in the same session. */
  readonly before?: string;
}

/** Tests on a cluster; where there can be none, they are skipped and that is said aloud. */
export function describeOnCluster(name: string, tests: (stage: () => ClusterStage) => void): void {
  describe(name, async () => {
    const programs = await citusPrograms(join(tmpdir(), 'quittance-citus'));
    const missing = 'missing' in programs ? programs.missing : undefined;
    if (missing) process.stderr.write(`\n*** SKIPPED: ${name}. ${missing}\n\n`);
    describe.skipIf(missing)('of a coordinator and two workers', () => {
      let stage: (ClusterStage & { close(): Promise<void> }) | undefined;
      beforeAll(async () => {
        if ('binaries' in programs) stage = await openStage(programs.binaries);
      });
      afterAll(() => stage?.close());
      tests(() => {
        if (!stage) throw new Error('The cluster has not started');
        return stage;
      });
    });
  });
}

async function openStage(binaries: Binaries) {
  const { nodes, server, stop } = await openClusterServer(binaries);
  const usual = process.env[SERVER_VARIABLE];
  const closeCluster = async () => {
    process.env[SERVER_VARIABLE] = usual;
    await stop();
  };
  process.env[SERVER_VARIABLE] = JSON.stringify(server);
  const t = await testDatabase({ apart: true }).catch(async (error: unknown) => {
    await closeCluster();
    throw error;
  });
  const database = new URL(t.url).pathname.slice(1);
  const ask: ClusterStage['ask'] = async (text, how = {}) => {
    const url = new URL(databaseUrl(nodes.adminUrls[how.node ?? 0] ?? '', database));
    url.username = how.login ?? url.username;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      if (how.before) await client.query(how.before);
      return (await client.query(text, how.params && [...how.params])).rows as never;
    } finally {
      await client.end();
    }
  };
  const close = async () => {
    try {
      await t.close();
    } finally {
      await closeCluster();
    }
  };
  return { t, binaries, nodes, database, ask, close };
}
