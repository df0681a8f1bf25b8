import type { BillingRunId } from '@quittance/billing/host';
import type { Ctx } from '@quittance/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEveryNode, startNodes } from '../../support/cluster/citus-nodes';
import { makeRoles } from '../../support/cluster/cluster-database';
import { expectInvariants } from '../../support/invariants';
import { stopCommands } from '../../support/started-product';
import { startWorker } from '../../support/worker-process';
import { OWNER } from '../../../apps/cli/src/embedded/roles.js';
import { ended, givenDueSchedules, queueRun, traceOf } from '../due-schedules';
import { describeOnCluster, type ClusterStage } from './cluster-stage';

const COMPANIES = 10;
const SCHEDULES = 2000;

interface Queued {
  readonly ctx: Ctx;
  readonly runId: BillingRunId;
}

/** Ten companies on both nodes with as many due schedules each, and a run of each in the queue. */
async function queued(stage: ClusterStage): Promise<Queued[]> {
  const all: Queued[] = [];
  while (all.length < COMPANIES || (await nodesWith(stage, all)) < 2) {
    const { ctx } = await givenDueSchedules(stage.t, SCHEDULES);
    all.push({ ctx, runId: await queueRun(stage.t, ctx, { asOf: '2026-02-01' }) });
  }
  return all;
}

/** Every schedule has its invoice, none has two, the run counts them and the numbers have no gap. */
async function expectBilled(stage: ClusterStage, all: readonly Queued[]): Promise<void> {
  for (const { ctx, runId } of all) {
    const { status, error, invoiced, failed } = await ended(stage.t, ctx, runId);
    const { invoices, periods, lastNumber, completedRuns } = await traceOf(stage.t, ctx);
    expect({
      status,
      error,
      invoiced,
      failed,
      invoices,
      periods,
      lastNumber,
      completedRuns,
    }).toEqual({
      status: 'completed',
      error: null,
      invoiced: SCHEDULES,
      failed: 0,
      invoices: SCHEDULES,
      periods: SCHEDULES,
      lastNumber: 'INV-002000',
      completedRuns: 1,
    });
  }
  await stopCommands();
  await expectInvariants(stage.t);
}

const invoicesOf = async ({ ask }: ClusterStage, all: readonly Queued[]): Promise<number> => {
  const ids = all.map(({ ctx }) => ctx.companyId);
  const [counted] = await ask<{ count: number }>(
    'select count(*)::int from receivables.invoice where company_id = any($1)',
    { params: [ids] },
  );
  return counted?.count ?? 0;
};

/** Waits until a quarter of a run is done, and expects that not all of it is. */
async function untilMidway(stage: ClusterStage, all: readonly Queued[]): Promise<void> {
  const whole = all.length * SCHEDULES;
  let done = 0;
  for (let waited = 0; done < whole / 4 && waited < 60_000; waited += 50) {
    await sleep(50);
    done = await invoicesOf(stage, all);
  }
  expect(done).toBeGreaterThanOrEqual(whole / 4);
  expect(done).toBeLessThan(whole);
}

/** On how many nodes invoices of these companies are. */
async function nodesWith({ ask }: ClusterStage, all: readonly Queued[]): Promise<number> {
  const ids = all.map(({ ctx }) => ctx.companyId);
  const [counted] = await ask<{ count: number }>(
    `select count(distinct s.nodeport)::int from unnest($1::uuid[]) as c(id)
     join citus_shards s on s.table_name = 'receivables.invoice'::regclass
       and s.shardid = get_shard_id_for_distribution_column('receivables.invoice', c.id)`,
    { params: [ids] },
  );
  return counted?.count ?? 0;
}

describeOnCluster('a billing run on a cluster', (stage) => {
  afterEach(() => stopCommands());

  test('bills ten companies on two nodes, each schedule once', async () => {
    const all = await queued(stage());
    startWorker(stage().t, { WORKER_CONCURRENCY: '2' });
    await expectBilled(stage(), all);
    expect(await invoicesOf(stage(), all)).toBe(all.length * SCHEDULES);
  });

  test.each([
    ['a worker node', 1],
    ['the coordinator', 0],
  ])('is whole and exact when %s was killed in the midst of it', async (_, node) => {
    const { t, nodes } = stage();
    const all = await queued(stage());
    startWorker(t, { WORKER_CONCURRENCY: '2' });
    await untilMidway(stage(), all);
    await nodes.crash(node);
    await sleep(2000);
    await nodes.start(node);
    await expectBilled(stage(), all);
  });

  test('goes on while a node is added and takes its share of the shards', async () => {
    const all = await queued(stage());
    startWorker(stage().t, { WORKER_CONCURRENCY: '2' });
    await untilMidway(stage(), all);
    const added = await addNode(stage());
    try {
      await stage().ask(`select rebalance_table_shards(shard_transfer_mode := 'force_logical')`);
      await expectBilled(stage(), all);
      expect(await added.shards()).toBeGreaterThan(0);
    } finally {
      await added.leave();
    }
  });
});

/** A third node for the workers, with the roles and an empty database of the same name. */
async function addNode({ binaries, database, ask }: ClusterStage) {
  const home = mkdtempSync(join(tmpdir(), 'quittance-cluster-'));
  const node = await startNodes(binaries, home, 1);
  const [url = ''] = node.adminUrls;
  const { port } = new URL(url);
  await makeRoles(node.adminUrls);
  await onEveryNode(node.adminUrls, 'postgres', [`create database ${database} owner ${OWNER}`]);
  await onEveryNode(node.adminUrls, database, ['create extension citus']);
  // The copy of a database is known to its nodes by the name of what it was copied from.
  await ask(
    `update pg_dist_object set objid = (select oid from pg_database where datname = $1)
     where classid = 'pg_database'::regclass`,
    { params: [database] },
  );
  await ask(`select citus_add_node('127.0.0.1', ${port})`);
  return {
    shards: async () => {
      const [counted] = await ask<{ count: number }>(
        `select count(*)::int from citus_shards
         where table_name = 'receivables.invoice'::regclass and nodeport = ${port}`,
      );
      return counted?.count ?? 0;
    },
    leave: async () => {
      // What a shard left behind where it came from goes once nobody reads it any more.
      const drain = async (): Promise<boolean> => {
        await ask('call citus_cleanup_orphaned_resources()');
        await ask(`select citus_drain_node('127.0.0.1', ${port}, 'block_writes')`);
        return true;
      };
      const left = (error: unknown) => {
        if (String(error).includes('could not be cleaned up')) return false;
        throw error;
      };
      await vi.waitUntil(() => drain().catch(left), { timeout: 60_000, interval: 1000 });
      await ask(`select citus_remove_node('127.0.0.1', ${port})`);
      await node.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
