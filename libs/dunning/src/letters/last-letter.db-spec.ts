import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { waitingFor } from '../../../../test/support/waiting.js';
import type { DunningRunId } from '../attempts/attempt.js';
import {
  claimLetter,
  claimLetters,
  lastLetters,
  takeBackClaims,
} from './last-letter.repository.js';

let t: TestDatabase;
let owner: Client;
let ctx: Ctx;
let accounts: AccountId[];

beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  ctx = await t.newCompany();
  accounts = await t.db.write(ctx, async (tx) => {
    const made: AccountId[] = [];
    for (const name of ['A', 'B', 'C']) made.push((await addAccount(tx, { name })).id);
    return made;
  });
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

async function newRun(): Promise<DunningRunId> {
  const id = newId<'dunning-run'>();
  await owner.query(
    `insert into dunning.run (company_id, id, run_key, as_of, status, actor, started_at, alive_at,
       finished_at)
     values ($1, $2::uuid, $2::uuid::text, '2026-03-02', 'completed', '{}', now(), now(), now())`,
    [ctx.companyId, id],
  );
  return id;
}

const occasion = (runId: DunningRunId, on = '2026-03-02') => ({
  runId,
  on: parseLocalDate(on),
  minimumGapDays: 3,
});
const claim = (runId: DunningRunId, on: string, ...of: readonly AccountId[]) =>
  t.db.write(ctx, (tx) => claimLetters(tx, occasion(runId, on), of));
const names = (claimed: ReadonlySet<AccountId>) =>
  accounts.flatMap((id, i) => (claimed.has(id) ? ['ABC'[i]] : [])).join('');

/** Waits until somebody waits for a lock that another transaction holds. */
async function somebodyWaits(): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 20) {
    if ((await waitingFor(t)) > 0) return;
    await sleep(20);
  }
  throw new Error('Nobody waits');
}

it('gives a customer to one run until the gap is over, and to it again and again', async () => {
  const [a, b, c] = accounts as [AccountId, AccountId, AccountId];
  const [one, two] = [await newRun(), await newRun()];
  expect(names(await claim(one, '2026-03-02', b, a, b))).toBe('AB');
  expect(names(await claim(one, '2026-03-02', a, b, c))).toBe('ABC');
  expect(names(await claim(two, '2026-03-04', a, b))).toBe('');
  expect(names(await claim(two, '2026-03-05', a))).toBe('A');
  // The run that had him before comes too late now.
  expect(names(await claim(one, '2026-03-05', a, b))).toBe('B');
  const found = await t.db.read(ctx, (tx) => lastLetters(tx, accounts));
  expect(found.get(a)).toEqual({ on: '2026-03-05', runId: two });
  expect(found.get(c)).toEqual({ on: '2026-03-02', runId: one });
});

it('lets the second of two runs at once wait, and then see the letter of the first', async () => {
  const [a, b] = accounts as [AccountId, AccountId, AccountId];
  const [one, two] = [await newRun(), await newRun()];
  let second: Promise<ReadonlySet<AccountId>> | undefined;
  await t.db.write(ctx, async (tx) => {
    expect(names(await claimLetters(tx, occasion(one), [a, b]))).toBe('AB');
    second = t.db.write(ctx, (other) => claimLetters(other, occasion(two), [b, a]));
    await somebodyWaits();
  });
  expect(names((await second) as ReadonlySet<AccountId>)).toBe('');
});

it('keeps a customer for a run while a transaction of it is open', async () => {
  const [a] = accounts as [AccountId, AccountId, AccountId];
  const [one, two] = [await newRun(), await newRun()];
  await claim(one, '2026-03-02', a);
  let second: Promise<boolean> | undefined;
  await t.db.write(ctx, async (tx) => {
    await claimLetters(tx, occasion(one), [a]);
    // As another process of the run, which shares him.
    await claim(one, '2026-03-02', a);
    second = t.db.write(ctx, (other) => claimLetter(other, occasion(two, '2026-03-05'), a));
    await somebodyWaits();
  });
  expect(await second).toBe(true);
});

it('frees a customer to whom no letter was written after all', async () => {
  const [a] = accounts as [AccountId, AccountId, AccountId];
  const [one, two] = [await newRun(), await newRun()];
  await claim(one, '2026-03-02', a);
  await t.db.write(ctx, (tx) => takeBackClaims(tx, [a]));
  expect((await t.db.read(ctx, (tx) => lastLetters(tx, [a]))).size).toBe(0);
  expect(names(await claim(two, '2026-03-02', a))).toBe('A');
});
