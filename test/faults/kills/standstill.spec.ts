import { exampleOf } from '@quittance/contracts';
import { newId, systemClock, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMain, stopCommands, type Command } from '../../support/started-product.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { sampled } from '../../support/tier.js';
import { startWorker, workerSettings } from '../../support/worker-process.js';

const LONGEST_MS = 300_000;

let t: TestDatabase;
let dataDir: string;
/** Nothing a failed test started outlives it. */
const orphans: number[] = [];

beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quittance-standstill-'));
  // Workers go by the clock of the machine.
  t.clock.set(systemClock.now());
});
afterEach(async () => {
  await stopCommands();
  for (const pid of orphans.splice(0)) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});
afterAll(() => t.close());

/** Longer than a worker stands still as it starts on a machine that is busy. */
const STALL_SECONDS = '8';

function work(failpoint: string): Command {
  return startWorker(t, {
    DATA_DIR: dataDir,
    LOOP_STALL_SECONDS: STALL_SECONDS,
    FAILPOINT: failpoint,
  });
}

/** What the alert of a process says, which it ends itself with. */
async function standstillOf(command: Command): Promise<Record<string, unknown>> {
  await command.ended();
  expect(command.process.signalCode).toBe('SIGALRM');
  return alertOf(command, 'loop_stalled');
}

function alertOf(command: Command, name: string): Record<string, unknown> {
  const line = command
    .output()
    .split('\n')
    .find((each) => each.includes(`"msg":"${name}"`));
  if (line === undefined) throw new Error(`There is no ${name} in:\n${command.output()}`);
  return JSON.parse(line) as Record<string, unknown>;
}

async function until(fact: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await fact()); waited += 200) {
    if (waited > 120_000) throw new Error('It did not come to pass within two minutes');
    await sleep(200);
  }
}

/** Events that the worker listens to and has nothing to do about: nobody has such an invoice. */
async function announce(ctx: Ctx, ...recordIds: readonly string[]): Promise<void> {
  await t.db.write(ctx, async (tx) => {
    for (const recordId of recordIds) {
      const data = exampleOf('invoice.paid');
      emit(tx, { type: 'invoice.paid', object: 'invoice', recordId, data });
    }
  });
}

interface EventRow {
  readonly recordId: string;
  readonly state: string;
  readonly error: string | null;
}

function events(ctx: Ctx): Promise<EventRow[]> {
  return t.db.read(ctx, (tx) =>
    tx.rows<EventRow>(`select record_id as "recordId", state, last_error as error
      from outbox.event order by seq`),
  );
}

async function idsOf(ctx: Ctx): Promise<readonly string[]> {
  const statement = 'select id from outbox.event order by seq';
  return (await t.db.read(ctx, (tx) => tx.rows<{ id: string }>(statement))).map(({ id }) => id);
}

/** What the company's people read of it. */
function quarantined(ctx: Ctx): Promise<readonly { recordId: string }[]> {
  return t.db.read(ctx, (tx) =>
    tx.rows<{ recordId: string }>(
      `select record_id as "recordId" from audit.entry where action = 'work.quarantined'`,
    ),
  );
}

const finished = async (ctx: Ctx) => (await events(ctx)).every(({ state }) => state !== 'pending');

/** A worker that another process has started, which alone knows of it. */
async function startedByAnother(failpoint: string): Promise<{ starter: Command; pid: number }> {
  const env = { DATA_DIR: dataDir, LOOP_STALL_SECONDS: '0', SHUTDOWN_SECONDS: '1' };
  const settings = { ...workerSettings(t), ...env, FAILPOINT: failpoint };
  const starter = runMain('dist/test/faults/support/starter-of-one.js', settings);
  await starter.says('ready:');
  const pid = Number(/ready: (\d+)/.exec(starter.output())?.[1]);
  orphans.push(pid);
  return { starter, pid };
}

/** Ticks of a processor that its main thread has had. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12]);
}

describe('a worker that stands still', () => {
  test.each(sampled(['stall', 'freeze']))(
    'by a %s ends itself; what it was doing is dead after two ends, what is behind it is done',
    async (effect) => {
      const ctx = await t.newCompany();
      const [poison, ...good] = [newId(), newId(), newId()];
      await announce(ctx, poison, ...good);
      const id = (await idsOf(ctx))[0];
      const doomed = `handler.done(${poison}):${effect}`;
      const first = await standstillOf(work(doomed));
      const second = await standstillOf(work(doomed));
      // Inside one long step nobody can look: the second worker does one thing at a time.
      const guilty = { companyId: ctx.companyId, kind: 'event', id: id, set: 'event-set' };
      expect(first.work).toEqual(effect === 'stall' ? guilty : null);
      expect([second.work, second.alone]).toEqual([guilty, effect === 'freeze']);
      // Where it stood still, as far as anybody could look.
      const here = 'dist/libs/outbox/src/dispatch/hand-over.js';
      expect(String(first.stack).includes(here)).toBe(effect === 'stall');
      const third = work(doomed);
      await until(() => finished(ctx));
      expect(await events(ctx)).toEqual([
        { recordId: poison, state: 'dead', error: expect.stringContaining('standstill') },
        ...good.map((recordId) => ({ recordId, state: 'dispatched', error: null })),
      ]);
      await until(async () => (await quarantined(ctx)).length > 0);
      expect(await quarantined(ctx)).toEqual([{ recordId: id }]);
      expect(alertOf(third, 'work_quarantined')).toMatchObject({ companyId: ctx.companyId });
    },
    LONGEST_MS,
  );

  test(
    'ends when its starter is killed, though nobody limits how long it may',
    async () => {
      const ctx = await t.newCompany();
      const { starter, pid } = await startedByAnother('handler.done:stall');
      await announce(ctx, newId());
      const before = ticksOf(pid);
      await until(async () => ticksOf(pid) - before > 100);
      starter.process.kill('SIGKILL');
      await until(async () => !existsSync(`/proc/${pid}`));
      expect(alertOf(starter, 'orphan_ended')).toMatchObject({ process: 'worker' });
    },
    LONGEST_MS,
  );
});
