import { READY } from './serve-jobs.js';
import { PoolFailure, ThreadPool, type PoolSettings } from './thread-pool.js';

interface Job {
  readonly say?: string;
  readonly wait?: number;
  readonly crash?: boolean;
  readonly spin?: boolean;
  /** Parts that are each said to be begun after so many milliseconds of work. */
  readonly parts?: readonly number[];
}

/** A thread that does as it is told. */
const THREAD = `
  const { parentPort, threadId, workerData } = require('node:worker_threads');
  const work = (ms) => { for (const end = Date.now() + ms; Date.now() < end; ); };
  parentPort.on('message', ({ say, wait, crash, spin, parts = [] }) => {
    if (crash) throw new Error('crashed on purpose');
    parts.forEach((ms, i) => {
      work(ms);
      Atomics.store(workerData.progress, 0, i + 1);
    });
    while (spin);
    setTimeout(() => parentPort.postMessage({ answer: { say, threadId } }), wait ?? 0);
  });
  parentPort.postMessage('${READY}');`;

const open: ThreadPool<Job, { say: string; threadId: number }>[] = [];
afterEach(() => Promise.all(open.splice(0).map((pool) => pool.close())));

function poolOf(over: Partial<PoolSettings> = {}) {
  const settings = { file: THREAD, options: { eval: true }, threads: 2 };
  const pool = new ThreadPool<Job, { say: string; threadId: number }>({
    ...settings,
    mostWaiting: 10,
    patienceMs: 20_000,
    deadlineMs: 20_000,
    ...over,
  });
  open.push(pool);
  return pool;
}

const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof PoolFailure ? error.reason : `unexpected: ${error}`),
  );

describe('a pool of threads', () => {
  it('gives every job its own answer, with no more threads than it may have', async () => {
    const pool = poolOf();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => pool.run({ say: String(i) })),
    );
    expect(answers.map(({ say }) => say)).toEqual(Array.from({ length: 10 }, (_, i) => String(i)));
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(2);
    expect(pool.load).toBe(0);
  });

  it('puts another thread in the place of one that crashes', async () => {
    const pool = poolOf({ threads: 1 });
    const crash = reasonOf(pool.run({ crash: true }));
    const next = pool.run({ say: 'still here' });
    expect(await crash).toBe('crashed');
    expect((await next).say).toBe('still here');
  });

  it('ends a thread whose job takes too long, and goes on', async () => {
    const pool = poolOf({ threads: 1, deadlineMs: 2_000 });
    expect(await reasonOf(pool.run({ spin: true }))).toBe('late');
    expect((await pool.run({ say: 'next' })).say).toBe('next');
  });

  it('does not keep a job waiting for ever either', async () => {
    const pool = poolOf({ threads: 1, patienceMs: 500, deadlineMs: 1_500 });
    const both = [pool.run({ spin: true }), pool.run({ say: 'too late' })].map(reasonOf);
    expect(await Promise.all(both)).toEqual(['late', 'impatient']);
    expect(pool.load).toBe(0);
  });

  it('refuses a job when too many wait', async () => {
    const pool = poolOf({ threads: 1, mostWaiting: 1 });
    await pool.run({});
    const running = pool.run({ wait: 300 });
    const waiting = pool.run({ say: 'patient' });
    expect(await reasonOf(pool.run({ say: 'one more' }))).toBe('full');
    expect((await waiting).say).toBe('patient');
    await running;
  });

  it('counts what waits by its weight, and lets one wait alone whatever it weighs', async () => {
    const pool = poolOf({ threads: 1, mostWaiting: 5 });
    await pool.run({});
    const running = pool.run({ wait: 300 });
    const heavy = pool.run({ say: 'heavy' }, { weight: 9 });
    expect(await reasonOf(pool.run({}))).toBe('full');
    await Promise.all([running, heavy]);
    const others = [
      pool.run({ wait: 300 }),
      pool.run({}, { weight: 3 }),
      pool.run({}, { weight: 2 }),
    ];
    expect(await reasonOf(pool.run({}))).toBe('full');
    await Promise.all(others);
    await expect(pool.run({ say: 'again' }, { weight: 5 })).resolves.toMatchObject({
      say: 'again',
    });
  });

  it('gives a job its whole time to run, however long it has waited', async () => {
    const pool = poolOf({ threads: 1, deadlineMs: 2_000 });
    const all = Array.from({ length: 5 }, () => pool.run({ wait: 500, say: 'done' }));
    expect((await Promise.all(all)).map(({ say }) => say)).toEqual(Array(5).fill('done'));
  });

  it('answers everybody when it is closed', async () => {
    const pool = poolOf({ threads: 1 });
    const jobs = [pool.run({ wait: 10_000 }), pool.run({})].map(reasonOf);
    await pool.close();
    expect(await Promise.all(jobs)).toEqual(['closed', 'closed']);
    expect(await reasonOf(pool.run({}))).toBe('closed');
  });

  it('gives each part of a job its whole time, and says at which one it was given up', async () => {
    const pool = poolOf({ threads: 1, deadlineMs: 2_000 });
    await pool.run({});
    const parts = [700, 700, 700, 700];
    expect((await pool.run({ parts, say: 'done' })).say).toBe('done');
    const stuck = pool.run({ parts: [1, 1, 1], spin: true });
    await expect(stuck).rejects.toMatchObject({ reason: 'late', part: 3 });
  });

  it('tells who waits when no thread can be started, instead of trying for ever', async () => {
    const pool = poolOf({ file: `throw new Error('broken')` });
    expect(await Promise.all([pool.run({}), pool.run({})].map(reasonOf))).toEqual([
      'crashed',
      'crashed',
    ]);
  });
});

describe('a pool that several owners share', () => {
  it('serves another owner beside one whose jobs never end', async () => {
    const pool = poolOf({ threadsPerOwner: 1, deadlineMs: 1_500 });
    const stuck = [1, 2, 3].map(() => reasonOf(pool.run({ spin: true }, { owner: 'a' })));
    const served = await Promise.all(
      ['b', 'c', 'b'].map((owner) => pool.run({ say: owner }, { owner })),
    );
    expect(served.map(({ say }) => say)).toEqual(['b', 'c', 'b']);
    expect(pool.load).toBe(3);
    expect(await Promise.all(stuck)).toEqual(['late', 'late', 'late']);
  });

  it('lets nobody fill it for the others', async () => {
    const pool = poolOf({ threads: 1, mostWaiting: 5, mostWaitingPerOwner: 2 });
    await pool.run({});
    const running = pool.run({ wait: 300 }, { owner: 'a' });
    const waiting = [1, 2].map(() => pool.run({}, { owner: 'a' }));
    expect(await reasonOf(pool.run({}, { owner: 'a' }))).toBe('full');
    await expect(pool.run({ say: 'b' }, { owner: 'b' })).resolves.toMatchObject({ say: 'b' });
    await Promise.all([running, ...waiting]);
  });
});
