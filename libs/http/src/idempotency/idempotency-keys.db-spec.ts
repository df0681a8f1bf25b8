import { watchFailpoints } from '@quittance/config/host';
import { newId, parseInstant, type Ctx, type DomainError } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { IdempotencyClaim } from './claim.js';
import { IdempotencyKeys } from './idempotency-keys.js';

let t: TestDatabase;
let owner: Client;
let keys: IdempotencyKeys;
let ctx: Ctx;

const PRINT = Buffer.alloc(32, 1);
const prints = (print = PRINT, rights = PRINT) => ({
  rights,
  fingerprint: () => print,
  wholeFingerprint: async () => print,
});
const ANSWER = {
  status: 201,
  contentType: 'application/json',
  location: null,
  etag: '"1"',
  body: '{"a":1}',
};

beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  keys = new IdempotencyKeys(t.db);
  ctx = withActor(await t.newCompany());
});

afterAll(async () => {
  await owner?.end();
  await t?.close();
});

function withActor(of: Ctx): Ctx {
  return { ...of, actor: { kind: 'staff', id: newId(), name: 'Clerk' } };
}

async function taken(of: Ctx, key: string): Promise<IdempotencyClaim> {
  const found = await keys.claim(of, key, prints());
  if (!('claim' in found)) throw new Error('The key was answered before');
  return found.claim;
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: DomainError) => error.code,
  );

/** Without the time zone of the session, by which a cluster changes no rows. */
const earlier = (column: string, interval: string) =>
  `(${column} at time zone 'UTC' - interval '${interval}') at time zone 'UTC'`;

test('of a hundred at once one takes the key', async () => {
  const key = newId();
  const claims = Array.from({ length: 100 }, () => keys.claim(ctx, key, prints()));
  const outcomes = await Promise.all(claims.map(refusal));
  expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['none', 'idempotency_key_in_flight']));
});

test('an answer is kept with the transaction that makes its effect, or not at all', async () => {
  const key = newId();
  const claim = await taken(ctx, key);
  const broken = t.db.write(ctx, async (tx) => {
    await keys.complete(tx, claim, ANSWER);
    throw new Error('after the answer was kept');
  });
  await expect(broken).rejects.toThrow(/after/);
  expect(await refusal(keys.claim(ctx, key, prints()))).toBe('idempotency_key_in_flight');
  await t.db.write(ctx, (tx) => keys.complete(tx, claim, ANSWER));
  const again = await keys.claim(ctx, key, prints());
  expect(again).toMatchObject({ stored: { status: 201, body: '{"a":1}', etag: '"1"' } });
});

test('what is yet to be shown is in flight for a minute, and then lost', async () => {
  const key = newId();
  const claim = await taken(ctx, key);
  await t.db.write(ctx, (tx) => keys.complete(tx, claim, { ...ANSWER, body: '', unshown: true }));
  expect(await refusal(keys.claim(ctx, key, prints()))).toBe('idempotency_key_in_flight');
  await owner.query(
    `update http.idempotency_key set locked_at = ${earlier('locked_at', '61 seconds')}
     where company_id = $1 and key = $2`,
    [ctx.companyId, key],
  );
  expect(await refusal(keys.claim(ctx, key, prints()))).toBe('idempotency_answer_lost');
  await keys.keep(claim, { ...ANSWER, body: '{"shown":1}' });
  expect(await keys.claim(ctx, key, prints())).toMatchObject({ stored: { body: '{"shown":1}' } });
});

test('a key that was let go is new', async () => {
  const key = newId();
  await keys.release(await taken(ctx, key));
  await expect(taken(ctx, key)).resolves.toBeDefined();
});

test('an answer that was kept cannot be let go', async () => {
  const key = newId();
  const claim = await taken(ctx, key);
  await keys.keep(claim, ANSWER);
  await keys.release(claim);
  expect(await keys.claim(ctx, key, prints())).toHaveProperty('stored');
  const other = keys.claim(ctx, key, prints(Buffer.alloc(32, 2)));
  expect(await refusal(other)).toBe('idempotency_key_reused');
});

test('whoever lost the key keeps nothing', async () => {
  const key = newId();
  const silent = await taken(ctx, key);
  await owner.query(
    `update http.idempotency_key set locked_at = ${earlier('locked_at', '61 seconds')}
     where key = $1`,
    [key],
  );
  const successor = await taken(ctx, key);
  const kept = (claim: IdempotencyClaim) =>
    t.db.write(ctx, (tx) => keys.complete(tx, claim, ANSWER));
  expect([await kept(silent), await kept(successor)]).toEqual([false, true]);
});

test('a key whose holder fell silent is held as long as its answer would be kept', async () => {
  const mine = withActor(await t.newCompany());
  await keys.claim(mine, 'refund', prints(), 72);
  await owner.query(
    `update http.idempotency_key set locked_at = ${earlier('locked_at', '30 hours')},
       expires_at = ${earlier('expires_at', '30 hours')} where company_id = $1`,
    [mine.companyId],
  );
  const another = keys.claim(mine, 'refund', prints(Buffer.alloc(32, 2)), 72);
  expect(await refusal(another)).toBe('idempotency_key_reused');
  expect(await keys.claim(mine, 'refund', prints(), 72)).toHaveProperty('claim');
});

describe('a key whose holder died', () => {
  const silence = (key: string) =>
    owner.query(
      `update http.idempotency_key set locked_at = ${earlier('locked_at', '61 seconds')}
        where key = $1`,
      [key],
    );
  const statesOf = async (...of: readonly string[]) => {
    const { rows } = await owner.query<{ state: string }>(
      `select state from http.idempotency_key where key = any($1) order by array_position($1, key)`,
      [of],
    );
    return rows.map(({ state }) => state);
  };
  const now = parseInstant('2026-03-02T09:00:00Z');

  test('is abandoned, in any company, and one that is at work is not', async () => {
    const [silent, elsewhere, atWork] = [newId(), newId(), newId()];
    await taken(ctx, silent);
    await taken(withActor(await t.newCompany()), elsewhere);
    await taken(ctx, atWork);
    await silence(silent);
    await silence(elsewhere);
    expect(await keys.abandonSilent(now)).toBeGreaterThanOrEqual(2);
    const states = await statesOf(silent, elsewhere, atWork);
    expect(states).toEqual(['abandoned', 'abandoned', 'in_progress']);
    expect(await keys.abandonSilent(now)).toBe(0);
  });

  test('is abandoned where another company fails, which is told', async () => {
    const [first, second] = [newId(), newId()];
    await taken(ctx, first);
    await taken(withActor(await t.newCompany()), second);
    await silence(first);
    await silence(second);
    // That of the company that is asked first.
    let isFirst = true;
    watchFailpoints((name) => {
      if (name !== 'transaction.begun' || !isFirst) return;
      isFirst = false;
      throw new Error('down');
    });
    const told: unknown[] = [];
    const abandoned = keys.abandonSilent(now, (error) => told.push(error));
    await abandoned.finally(() => watchFailpoints(undefined));
    expect(told).toMatchObject([{ message: 'down' }]);
    expect((await statesOf(first, second)).toSorted()).toEqual(['abandoned', 'in_progress']);
    await keys.abandonSilent(now);
  });

  test('is taken over by the same request, and by no other', async () => {
    const key = newId();
    await taken(ctx, key);
    await silence(key);
    await keys.abandonSilent(now);
    const other = keys.claim(ctx, key, prints(Buffer.alloc(32, 2)));
    expect(await refusal(other)).toBe('idempotency_key_reused');
    const successor = await taken(ctx, key);
    expect(await statesOf(key)).toEqual(['in_progress']);
    await keys.keep(successor, ANSWER);
    expect(await keys.claim(ctx, key, prints())).toMatchObject({ stored: { status: 201 } });
  });

  test('stays its own when it was only slow', async () => {
    const key = newId();
    const claim = await taken(ctx, key);
    await silence(key);
    await keys.abandonSilent(now);
    await t.db.write(ctx, (tx) => keys.renew(tx, claim));
    expect(await statesOf(key)).toEqual(['in_progress']);
    expect(await refusal(keys.claim(ctx, key, prints()))).toBe('idempotency_key_in_flight');
    await silence(key);
    await keys.abandonSilent(now);
    await keys.release(claim);
    expect(await statesOf(key)).toEqual([]);
  });
});

describe('a request that is saved step by step', () => {
  const silence = (key: string) =>
    owner.query(
      `update http.idempotency_key set locked_at = ${earlier('locked_at', '61 seconds')}
        where key = $1`,
      [key],
    );
  const add = (claim: IdempotencyClaim, at: number, told: unknown = `to ${at}`) =>
    t.db.write(ctx, (tx) => keys.addStep(tx, claim, { at, told }));

  test('goes on behind its steps once it is let go, and no other does', async () => {
    const key = newId();
    const claim = await taken(ctx, key);
    await add(claim, 500);
    await add(claim, 1000, { line: 1001 });
    await keys.release(claim);
    const other = keys.claim(ctx, key, prints(Buffer.alloc(32, 2)));
    expect(await refusal(other)).toBe('idempotency_key_reused');
    const again = await taken(ctx, key);
    expect(await keys.stepsOf(again)).toEqual([
      { at: 500, told: 'to 500', isTheirs: true },
      { at: 1000, told: { line: 1001 }, isTheirs: true },
    ]);
  });

  test('keeps a step with its transaction, which may run again, or not at all', async () => {
    const key = newId();
    const claim = await taken(ctx, key);
    const broken = t.db.write(ctx, async (tx) => {
      await keys.addStep(tx, claim, { at: 500, told: 'never' });
      throw new Error('behind the step');
    });
    await expect(broken).rejects.toThrow(/behind/);
    await add(claim, 500);
    await keys.release(claim);
    expect(await keys.stepsOf(await taken(ctx, key))).toMatchObject([{ at: 500, told: 'to 500' }]);
  });

  test('is told which steps were kept under other rights', async () => {
    const key = newId();
    const claim = await taken(ctx, key);
    await add(claim, 500);
    await keys.release(claim);
    const found = await keys.claim(ctx, key, prints(PRINT, Buffer.alloc(32, 9)));
    if (!('claim' in found)) throw new Error('It was answered before');
    expect(await keys.stepsOf(found.claim)).toMatchObject([{ at: 500, isTheirs: false }]);
  });

  test('forgets its steps with its answer', async () => {
    const key = newId();
    const claim = await taken(ctx, key);
    await add(claim, 500);
    await keys.keep(claim, ANSWER);
    const { rows } = await owner.query('select 1 from http.idempotency_step where key = $1', [key]);
    expect(rows).toEqual([]);
  });

  test('has nothing of one before it whose time is over', async () => {
    const key = newId();
    const old = await taken(ctx, key);
    await add(old, 300);
    await owner.query(
      `update http.idempotency_key set expires_at = now() - interval '1 second' where key = $1`,
      [key],
    );
    const fresh = await taken(ctx, key);
    expect(await keys.stepsOf(fresh)).toEqual([]);
    await add(fresh, 500);
    await keys.release(fresh);
    expect(await keys.stepsOf(await taken(ctx, key))).toMatchObject([{ at: 500 }]);
  });

  test('can neither keep a step nor commit anything once its key is taken over', async () => {
    const key = newId();
    const silent = await taken(ctx, key);
    await silence(key);
    await taken(ctx, key);
    expect(await refusal(add(silent, 500))).toBe('idempotency_key_in_flight');
    const renewed = t.db.write(ctx, (tx) => keys.renew(tx, silent));
    expect(await refusal(renewed)).toBe('idempotency_key_in_flight');
  });

  test('may write on behind its own answer', async () => {
    const claim = await taken(ctx, newId());
    await keys.keep(claim, ANSWER);
    expect(await refusal(t.db.write(ctx, (tx) => keys.renew(tx, claim)))).toBe('none');
  });

  test('keeps its key while it waits, and takes none back that is lost', async () => {
    const key = newId();
    const waiting = await taken(ctx, key);
    await silence(key);
    await keys.hold(waiting);
    expect(await refusal(keys.claim(ctx, key, prints()))).toBe('idempotency_key_in_flight');
    await silence(key);
    const successor = await taken(ctx, key);
    await silence(key);
    await keys.hold(waiting);
    expect(await keys.claim(ctx, key, prints())).toHaveProperty('claim');
    expect(successor.owner).not.toBe(waiting.owner);
  });
});

test('companies and principals do not meet', async () => {
  const key = newId();
  await taken(ctx, key);
  await expect(taken(withActor(ctx), key)).resolves.toBeDefined();
  const elsewhere: Ctx = { ...(await t.newCompany()), actor: ctx.actor };
  await expect(taken(elsewhere, key)).resolves.toBeDefined();
});

test('a day later the answers of the company are forgotten', async () => {
  const mine = withActor(await t.newCompany());
  for (const key of ['old', 'new']) await keys.keep(await taken(mine, key), ANSWER);
  await owner.query(
    `update http.idempotency_key set expires_at = now() - interval '1 second'
     where company_id = $1 and key = 'old'`,
    [mine.companyId],
  );
  expect(await keys.purge(mine)).toBe(1);
  expect(await keys.claim(mine, 'new', prints())).toHaveProperty('stored');
  const { rows } = await owner.query(
    `select round(extract(epoch from expires_at - now()) / 3600)::int as hours
     from http.idempotency_key where company_id = $1`,
    [mine.companyId],
  );
  expect(rows).toEqual([{ hours: 24 }]);
});

test('expired keys go in batches, so that what one has done stays done', async () => {
  const mine: Ctx = { ...(await t.newCompany()), actor: ctx.actor };
  await taken(mine, 'one');
  await owner.query(
    `insert into http.idempotency_key (company_id, principal_kind, principal_id, key, state, owner,
       locked_at, created_at, expires_at)
     select company_id, principal_kind, principal_id, 'old ' || n, state, owner, locked_at,
       created_at, now() - interval '1 second'
     from http.idempotency_key, generate_series(1, 2500) n where company_id = $1`,
    [mine.companyId],
  );
  let begun = 0;
  watchFailpoints((name) => {
    if (name === 'transaction.begun' && ++begun === 2) throw new Error('down');
  });
  const purged = keys.purge(mine).finally(() => watchFailpoints(undefined));
  await expect(purged).rejects.toThrow('down');
  expect(await keys.purge(mine)).toBe(500);
});
