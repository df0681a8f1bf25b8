import { APP_ROLE } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, serverAccount } from '../../../apps/cli/src/embedded/account.js';
import { program } from '../../../apps/cli/src/embedded/binaries.js';
import { startCluster, stopCluster, type Cluster } from '../../../apps/cli/src/embedded/cluster.js';
import { freePort } from '../../../apps/cli/src/embedded/state.js';
import { commandsOf } from '../../support/guide';
import { expectInvariants } from '../../support/invariants';
import { givenDueSchedules, queueRun, ended } from '../due-schedules';
import { startWorker } from '../../support/worker-process';
import { stopCommands } from '../../support/started-product';
import { NODE_SETTINGS } from '../../support/cluster/citus-nodes';
import { describeOnCluster, type ClusterStage } from './cluster-stage';

const PAGE = 'operations.md';
const SCHEDULES = 50;

/** Where a company is: the shard of its own row, and the port of its node. */
interface Place {
  readonly shard: string;
  readonly port: string;
}

async function placeOf({ ask }: ClusterStage, { companyId }: Ctx): Promise<Place> {
  const [found] = await ask<Place>(
    `select s.shardid::text as shard, s.nodeport::text as port from citus_shards s
     where s.table_name = 'company.company'::regclass
       and s.shardid = get_shard_id_for_distribution_column('company.company', $1::uuid)`,
    { params: [companyId] },
  );
  if (!found) throw new Error('The company is on no shard');
  return found;
}

const portsOf = ({ nodes }: ClusterStage) => nodes.adminUrls.map((url) => new URL(url).port);

async function bill(stage: ClusterStage, ctx: Ctx): Promise<void> {
  const id = await queueRun(stage.t, ctx, { asOf: '2026-02-01' });
  startWorker(stage.t);
  const { status, invoiced } = await ended(stage.t, ctx, id);
  expect({ status, invoiced }).toEqual({ status: 'completed', invoiced: SCHEDULES });
  await stopCommands();
}

/** Copies a node as the guide says, and starts the copy behind it. */
async function startStandby({ binaries }: ClusterStage, nodeUrl: string) {
  const home = mkdtempSync(join(tmpdir(), 'quittance-standby-'));
  chmodSync(home, 0o711);
  const account = serverAccount(undefined);
  if (account) chownSync(home, account.uid, account.gid);
  const standby: Cluster = { directory: join(home, 'standby'), binaries, account };
  const command = commandsOf(PAGE, 'When a node is lost', 'sh standby')
    .replace('"$STANDBY"', standby.directory)
    .replace('"$NODE_URL"', nodeUrl);
  const [name = '', ...args] = command.split(/\s+/).filter((word) => word !== '\\');
  const copied = await run(account, join(binaries.bin, name), args);
  expect(copied).toMatchObject({ code: 0 });
  const port = await freePort();
  await startCluster(standby, port, NODE_SETTINGS);
  const close = async () => {
    await stopCluster(standby);
    rmSync(home, { recursive: true, force: true });
  };
  return { standby, port, close };
}

describeOnCluster('what an operator does about nodes of a cluster', (stage) => {
  let own: Ctx;
  let place: Place;

  beforeAll(async () => {
    ({ ctx: own } = await givenDueSchedules(stage().t, SCHEDULES));
    place = await placeOf(stage(), own);
  });
  afterEach(() => stopCommands());

  test('a company gets a shard of its own, which moves to another node', async () => {
    const to = portsOf(stage()).find((port, node) => node > 0 && port !== place.port);
    const statements = commandsOf(PAGE, 'A company of its own', 'sql own-shard')
      .replaceAll('018f…', own.companyId)
      .replace(`'pg-1', 5432`, `'127.0.0.1', ${place.port}`)
      .replace(`'pg-2', 5432`, `'127.0.0.1', ${to}`)
      .split(';');
    for (const each of statements) if (each.trim() !== '') await stage().ask(each);
    const moved = await placeOf(stage(), own);
    expect(moved).toEqual({ shard: expect.not.stringMatching(place.shard), port: to });
    place = moved;
    await bill(stage(), own);
  });

  test('its rows there are shown to nobody else', async () => {
    const [shard] = await stage().ask<{ name: string }>(
      `select shard_name('billing.schedule'::regclass,
         get_shard_id_for_distribution_column('billing.schedule', $1::uuid)) as name`,
      { params: [own.companyId] },
    );
    const seenBy = (companyId: string) =>
      stage().ask(`select count(*)::int as count from ${shard?.name}`, {
        node: portsOf(stage()).indexOf(place.port),
        login: APP_ROLE,
        before: `set citus.override_table_visibility = off; set app.company_id = '${companyId}'`,
      });
    const { companyId: other } = await stage().t.newCompany();
    expect(await seenBy(own.companyId)).toEqual([{ count: SCHEDULES }]);
    expect(await seenBy(other)).toEqual([{ count: 0 }]);
  });

  test('a standby stands in for a node that is lost', async () => {
    const { nodes, ask } = stage();
    const node = portsOf(stage()).indexOf(place.port);
    const behind = await startStandby(stage(), nodes.adminUrls[node] ?? '');
    try {
      const { ctx: late } = await givenDueSchedules(stage().t, SCHEDULES);
      await untilSent(stage(), node);
      await nodes.crash(node);
      const { standby, port } = behind;
      const args = ['-D', standby.directory, '-w', '-s', 'promote'];
      const promoted = await run(standby.account, program(standby.binaries, 'pg_ctl'), args);
      expect(promoted).toMatchObject({ code: 0 });
      const update = commandsOf(PAGE, 'When a node is lost', 'sql standby')
        .replace(`'pg-1b', 5432`, `'127.0.0.1', ${port}`)
        .replace(`nodename = 'pg-1'`, `nodeport = ${place.port}`);
      await ask(update);
      expect((await placeOf(stage(), own)).port).toBe(String(port));
      await bill(stage(), late);
      await expectInvariants(stage().t);
    } finally {
      // What is looked at behind the tests, and dropped, is on the nodes of the stage.
      await nodes.start(node);
      await ask(
        `select citus_update_node(nodeid, '127.0.0.1', ${place.port}) from pg_dist_node
         where nodeport = ${behind.port}`,
      );
      await behind.close();
    }
  });
});

/**
 * Waits until its standby has written all of a node's log: of what commits do not wait for, too,
 * which is not on the disk of the node itself yet.
 */
async function untilSent({ ask }: ClusterStage, node: number): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const [state] = await ask<{ sent: boolean }>(
      `select pg_current_wal_insert_lsn() <= flush_lsn as sent from pg_stat_replication`,
      { node },
    );
    if (state?.sent) return;
    await sleep(100);
  }
  throw new Error('The standby does not follow');
}
