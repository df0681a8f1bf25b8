import {
  addSeconds,
  asId,
  parseInstant,
  systemClock,
  systemCtx,
  type Ctx,
} from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Standstill, Work } from './note.js';
import { atWork, learn, quarantineSeconds, setAside, worksAlone } from './watchdog.js';
import { jobOf, workOf } from './worked-on.js';

const NOW = parseInstant('2026-03-01T12:00:00Z');
const COMPANY = '0190a5b4-7c1e-7000-8000-000000000001';
const EVENT: Work = { companyId: COMPANY, kind: 'event', id: 'e1' };

function ctxOf({ kind, id }: Work): Ctx {
  return { ...systemCtx(asId(COMPANY), NOW, 'outbox'), unit: { kind, id } };
}

function end(work: Work | null): Standstill {
  const at = addSeconds(NOW, -60);
  return { what: 'standstill', at, process: '', seconds: 10, work, alone: false, stack: [] };
}

let said: string[];
beforeEach(() => {
  said = [];
});
afterEach(() => learn([], systemClock.now()));

it('does work that has never stood still', async () => {
  learn([end(EVENT)], NOW);
  expect(await atWork(ctxOf(EVENT), async () => 'done')).toBe('done');
});

it('refuses work that ended its process twice, until it is set aside', async () => {
  learn([end(EVENT), end(EVENT)], NOW);
  const ctx = ctxOf(EVENT);
  const work = async () => void said.push('begun');
  await expect(atWork(ctx, work)).rejects.toMatchObject({ code: 'work_quarantined' });
  expect([said, quarantineSeconds(ctx)]).toEqual([[], Number.POSITIVE_INFINITY]);
  setAside(ctx);
  await atWork(ctx, work);
  expect(said).toEqual(['begun']);
});

it('names the work of a context by its unit, and a job by its request id', () => {
  const ctx = ctxOf(EVENT);
  expect(workOf(ctx)).toEqual(EVENT);
  const request = { ...ctx, unit: { kind: 'request', id: 'GET /a' } };
  expect(workOf(request)).toEqual({
    companyId: COMPANY,
    kind: 'request',
    id: 'GET /a',
    by: 'system:',
  });
  const stranger = { ...request.unit, by: 'address:192.0.2.1' };
  const refused = { companyId: null, ...stranger };
  expect(workOf({ ...ctx, unit: stranger })).toEqual(refused);
  expect(workOf({ requestId: 'r1', unit: stranger })).toEqual(refused);
  const job = systemCtx(asId(COMPANY), NOW, `case-sweep-${COMPANY}`);
  expect([workOf(job), jobOf(job)]).toEqual([
    null,
    { companyId: COMPANY, kind: 'job', id: 'case-sweep' },
  ]);
});

describe('several works at once', () => {
  const work = (id: string) =>
    atWork(ctxOf({ ...EVENT, id }), async () => {
      said.push(`${id} begins`);
      await sleep(1);
      said.push(`${id} ends`);
      if (id === 'bad') throw new Error('as works do');
    });

  it('are done side by side', async () => {
    await Promise.all([work('a'), work('b')]);
    expect(said.slice(0, 2)).toEqual(['a begins', 'b begins']);
    expect(worksAlone(ctxOf(EVENT), 'event-set')).toBe(false);
  });

  it('are done one after another when nobody knows what stood still', async () => {
    learn([end(null)], NOW);
    expect(worksAlone(ctxOf(EVENT), 'event-set')).toBe(true);
    await Promise.allSettled([work('bad'), work('a'), work('b')]);
    const order = ['bad', 'a', 'b'].flatMap((id) => [`${id} begins`, `${id} ends`]);
    expect(said).toEqual(order);
  });

  it('do not wait for themselves', async () => {
    learn([end(null)], NOW);
    await atWork(ctxOf(EVENT), () => work('inner'));
    expect(said).toEqual(['inner begins', 'inner ends']);
  });
});
