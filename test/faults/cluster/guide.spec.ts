import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAccount } from '../../../apps/cli/src/embedded/account.js';
import type { Binaries } from '../../../apps/cli/src/embedded/binaries.js';
import { citusPrograms } from '../../support/cluster/citus-programs';
import { onEveryNode, startNodes, type CitusNodes } from '../../support/cluster/citus-nodes';
import { commandsOf } from '../../support/guide';
import { runCommand, stopCommands } from '../../support/started-product';
import { testDatabase, type TestDatabase } from '../../support/test-database';
import { SERVER_VARIABLE, asAdmin } from '../../support/test-server';
import { startWorker } from '../../support/worker-process';
import { ended, givenDueSchedules, queueRun } from '../due-schedules';

const PAGE = 'operations.md';
const DATABASE = 'quittance';
const SCHEDULES = 300;

/** `name = 'value'` of a file of settings. */
function settingsOf(heading: string, fence: string): Record<string, string> {
  const lines = commandsOf(PAGE, heading, fence).split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([\w.]+) = (.+)$/.exec(line) ?? [];
      return [name, value.replace(/^'(.*)'$/, '$1')];
    }),
  );
}

const root = mkdtempSync(join(tmpdir(), 'quittance-guide-'));
chmodSync(root, 0o711);
const BACKUP = join(root, 'backup');
mkdirSync(BACKUP);
const archive = { archive_mode: 'on', archive_command: 'cp %p "$PWD-wal/%f"' };

/** Four servers, of which three become a cluster, and a fifth that is one by itself. */
interface Machines {
  readonly nodes: CitusNodes;
  readonly old: CitusNodes;
  readonly programs: Binaries;
}

let machines: Machines;

const urlOf = (node: number, login = 'postgres', database = DATABASE): string => {
  const url = new URL(machines.nodes.adminUrls[node] ?? '');
  url.username = login;
  url.pathname = `/${database}`;
  return url.href;
};

/** Statements of the guide, with the servers of the test in place of its names. */
function statementsOf(heading: string, fence: string): string[] {
  const ports = machines.nodes.adminUrls.map((url) => new URL(url).port);
  const text = commandsOf(PAGE, heading, fence).replace(
    /'pg-(\d)', 5432/g,
    (_, node: string) => `'127.0.0.1', ${ports[Number(node)]}`,
  );
  return text.split(';').filter((each) => each.trim() !== '');
}

async function onNode(node: number, statements: readonly string[]): Promise<void> {
  await asAdmin(urlOf(node), async (admin) => {
    for (const statement of statements) await admin.query(statement);
  });
}

/** A server with roles, the database and the extension, as the guide has them made. */
async function prepare(node: number): Promise<void> {
  const [url = ''] = machines.nodes.adminUrls.slice(node);
  const roles = statementsOf('Start a cluster', 'sql every-node');
  await onEveryNode([url], 'postgres', roles);
  await onEveryNode([url], DATABASE, ['create extension citus']);
}

const environment = () => ({
  DATABASE_URL: urlOf(0, 'quittance'),
  DATABASE_OWNER_URL: urlOf(0, 'quittance_owner'),
  DATA_DIR: join(root, 'data'),
});

/** What a reader of the guide types at a shell. */
async function type(commands: string, env: Readonly<Record<string, string>>) {
  const path = `${machines.programs.bin}:${process.env.PATH}`;
  const shell = spawn('bash', ['-e', '-c', commands], {
    env: { ...environment(), BACKUP, PATH: path, HOME: root, ...env },
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (text: Buffer) => (said += text.toString()));
  }
  const [code] = (await once(shell, 'close')) as [number];
  return { code, said };
}

async function succeed(name: string): Promise<string> {
  const command = runCommand(name, environment());
  expect([await command.ended(), command.output()]).toEqual([0, expect.any(String)]);
  return command.output();
}

const count = (text: string): Promise<number> =>
  asAdmin(urlOf(0), async (admin) => {
    const { rows } = await admin.query<{ count: number }>(`select count(*)::int from ${text}`);
    return rows[0]?.count ?? -1;
  });

/** A company on a server by itself, billed there. */
async function worked(t: TestDatabase): Promise<void> {
  const { ctx } = await givenDueSchedules(t, SCHEDULES);
  const id = await queueRun(t, ctx, { asOf: '2026-02-01' });
  startWorker(t);
  expect(await ended(t, ctx, id)).toMatchObject({ status: 'completed', invoiced: SCHEDULES });
  await stopCommands();
}

describe('a cluster as the guide makes it', async () => {
  const programs = await citusPrograms(join(tmpdir(), 'quittance-citus'));
  const missing = 'missing' in programs ? programs.missing : undefined;
  if (missing) process.stderr.write(`\n*** SKIPPED: a cluster by the guide. ${missing}\n\n`);

  describe.skipIf(missing)('of the servers of this machine', () => {
    const usual = process.env[SERVER_VARIABLE];
    let old: TestDatabase;

    beforeAll(async () => {
      if (!('binaries' in programs)) return;
      const settings = settingsOf('Start a cluster', 'ini every-node');
      for (let node = 0; node < 4; node += 1) {
        mkdirSync(join(root, `node-${node}-wal`));
        const account = serverAccount(undefined);
        if (account) chownSync(join(root, `node-${node}-wal`), account.uid, account.gid);
      }
      const nodes = await startNodes(programs.binaries, root, 4, { ...settings, ...archive });
      const single = await startNodes(programs.binaries, join(root, 'old'), 1);
      machines = { nodes, old: single, programs: programs.binaries };
    });
    afterEach(stopCommands);
    afterAll(async () => {
      await old?.close();
      process.env[SERVER_VARIABLE] = usual;
      await machines?.old.stop();
      await machines?.nodes.stop();
      rmSync(root, { recursive: true, force: true });
    });

    test('takes over an installation, and bills there what is due next', async () => {
      for (const node of [0, 1, 2]) await prepare(node);
      await onNode(0, statementsOf('Start a cluster', 'sql coordinator'));
      await succeed('migrate');
      old = await onServerByItself(machines.old);
      await worked(old);
      const move = commandsOf(PAGE, 'Move an installation onto it', 'sh move');
      const { code, said } = await type(move, {
        OLD_OWNER_URL: old.boundOwnerUrl,
        COORDINATOR_URL: urlOf(0),
      });
      expect([code, said]).toEqual([0, expect.stringMatching(/All \d+ invariants hold\./)]);
      expect(await count('receivables.invoice')).toBe(SCHEDULES);
    });

    test('has a node more, to which shards have moved', async () => {
      await prepare(3);
      // Which shards move is for Citus to choose: with one company all but one are empty.
      await onNode(0, statementsOf('Add a node', 'sql add-node'));
      const port = new URL(urlOf(3)).port;
      const moved = `citus_shards where table_name = 'billing.schedule'::regclass
        and nodeport = ${port}`;
      expect(await count(moved)).toBeGreaterThan(0);
      expect(await count(`(${statementsOf('Add a node', 'sql where').join()}) w`)).toBe(1);
      await succeed('verify');
    });

    test('goes back to the point at which all nodes were saved', async () => {
      const save = commandsOf(PAGE, 'Back up all nodes to one point', 'sh base-backup');
      for (const node of [0, 1, 2, 3]) {
        const env = { NODE: `node-${node}`, NODE_URL: urlOf(node, 'postgres', 'postgres') };
        expect(await type(save, env)).toEqual({ code: 0, said: '' });
      }
      const invoice = `update receivables.invoice set notes = 'kept'`;
      await onNode(0, [
        invoice,
        ...statementsOf('Back up all nodes to one point', 'sql restore-point'),
        invoice.replace('kept', 'lost'),
      ]);
      await onEveryNode(machines.nodes.adminUrls, 'postgres', ['select pg_switch_wal()']);
      await restoreNodes();
      expect(await count(`receivables.invoice where notes = 'kept'`)).toBe(SCHEDULES);
      await succeed('verify');
    });
  });
});

/** The test's database on a server that is no cluster, as the product is used to. */
async function onServerByItself(server: CitusNodes): Promise<TestDatabase> {
  const [adminUrl = ''] = server.adminUrls;
  const login = (name: string) => adminUrl.replace('postgres@', `${name}@`);
  const all = statementsOf('Start a cluster', 'sql every-node');
  const roles = all.filter((each) => !each.includes('create database'));
  await onEveryNode([adminUrl], 'postgres', [
    ...roles,
    'create database template_of_old owner quittance_owner',
  ]);
  const known = { adminUrl, ownerUrl: login('quittance_owner'), appUrl: login('quittance') };
  const settings = { ...environment(), DATABASE_OWNER_URL: known.ownerUrl };
  const owner = settings.DATABASE_OWNER_URL.replace(/postgres$/, 'template_of_old');
  const migrated = runCommand('migrate', {
    ...settings,
    DATABASE_OWNER_URL: owner,
    DATABASE_URL: owner.replace('quittance_owner', 'quittance'),
  });
  expect([await migrated.ended(), migrated.output()]).toEqual([0, expect.any(String)]);
  process.env[SERVER_VARIABLE] = JSON.stringify({ ...known, template: 'template_of_old' });
  return testDatabase({ apart: true });
}

/** Each node from its copy and its archive. */
async function restoreNodes(): Promise<void> {
  const { nodes } = machines;
  await nodes.stop();
  const account = serverAccount(undefined);
  for (const node of [0, 1, 2, 3]) {
    const directory = join(root, `node-${node}`);
    renameSync(directory, `${directory}-before`);
    await type(`cp -a "$BACKUP/node-${node}" "${directory}"`, {});
    const settings = commandsOf(PAGE, 'Back up all nodes to one point', 'ini restore');
    writeFileSync(join(directory, 'postgresql.auto.conf'), settings);
    writeFileSync(join(directory, 'recovery.signal'), '');
    if (account) await type(`chown -R ${account.uid}:${account.gid} "${directory}"`, {});
    await nodes.start(node);
  }
}
