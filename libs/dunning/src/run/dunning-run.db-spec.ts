import { parseInstant, type Ctx } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { beginRun } from './begin-run.js';
import {
  joinRun,
  leaveRun,
  readDunningRun,
  runningRun,
  startDunningRun,
} from './dunning-run.repository.js';

let t: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  ctx = await t.newCompany();
});
afterAll(async () => {
  await t?.close();
});

const DAY = parseLocalDate('2026-03-02');

/** A run that was begun, and joined by one more. */
const shared = () =>
  t.db.write(ctx, async (tx) => {
    await startDunningRun(tx, DAY, null);
    const run = await runningRun(tx);
    if (!run || !(await joinRun(tx, run))) throw new Error('There is no run to join');
    return run.id;
  });

describe('a run that several work at', () => {
  it('ends with the last of them, and not with the first', async () => {
    const id = await shared();
    const leave = () => t.db.write(ctx, (tx) => leaveRun(tx, id, true));
    expect(await leave()).toBeUndefined();
    expect(await t.db.read(ctx, runningRun)).toMatchObject({ id, finishedAt: null });
    expect(await leave()).toMatchObject({ id, status: 'completed' });
  });

  it('waits for whoever carries it on where the last has left in the midst of it', async () => {
    const id = await shared();
    const leave = (through: boolean) => t.db.write(ctx, (tx) => leaveRun(tx, id, through));
    await leave(true);
    expect(await leave(false)).toBeUndefined();
    expect(await t.db.read(ctx, runningRun)).toMatchObject({ id });
    const begun = await t.db.write(
      { ...ctx, now: parseInstant('2026-12-01T00:00:00.000Z') },
      (tx) => beginRun(tx, { asOf: DAY, carryOn: true }),
    );
    expect(begun).toMatchObject({ run: { id } });
    expect(await leave(true)).toMatchObject({ id, status: 'completed' });
  });
});

it('a run of a company that is closed ends, and is not carried on', async () => {
  const id = await shared();
  await t.db.write(ctx, (tx) => tx.run('update company.company set active = false'));
  const later = { ...ctx, now: parseInstant('2026-12-01T00:00:00.000Z') };
  const begun = await t.db.write(later, (tx) => beginRun(tx, { asOf: DAY, carryOn: true }));
  expect(begun).toBeNull();
  expect(await t.db.read(ctx, (tx) => readDunningRun(tx, id))).toMatchObject({ status: 'failed' });
});
