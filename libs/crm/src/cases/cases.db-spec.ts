import { addSeconds, newId, type Ctx, type DomainError } from '@quittance/kernel';
import type { RecordId, RecordView } from '@quittance/metadata';
import { proveSequences } from '@quittance/numbering/host';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';
import { outcomeOfWork } from '../testing/outcome-of.js';
import { CASE_OPERATIONS, CASE_STATUSES, type CaseOperation, type CaseStatus } from './case.js';
import { readCaseSla } from './case-sla.queries.js';
import { CommentCase } from './comment-case.js';
import { MarkMissedTimes } from './mark-missed-times.js';
import { MoveCase } from './move-case.js';
import { SaveSlaPolicy } from './save-sla-policy.js';

let t: TestDatabase;
let crm: CrmRecords;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  crm = crmRecords(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
});

/** The same actor so many minutes later. */
const later = (minutes: number): Ctx => ({ ...ctx, now: addSeconds(ctx.now, minutes * 60) });
const at = (minutes: number) => later(minutes).now;

function open(over = {}): Promise<RecordView> {
  return crm.make(ctx, 'case', { subject: 'It does not work', ...over });
}

function move({ id }: RecordView, operation: CaseOperation, as = ctx, resolution?: string) {
  const said = resolution === undefined ? {} : { resolution };
  const input = { id, expectedVersion: null, operation, ...said };
  return new MoveCase(t.db, crm.models).execute(as, input);
}

function comment({ id }: RecordView, visibility: 'public' | 'internal', as = ctx) {
  return new CommentCase(t.db, crm.models).execute(as, { caseId: id, body: 'Hello', visibility });
}

function refusal(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: DomainError) => error,
  );
}

/** Two hours to answer, ten to solve, for every priority but urgent ones: one and four. */
async function savePolicy(): Promise<void> {
  const targets = [
    { priority: 'urgent', firstResponseMinutes: 60, resolutionMinutes: 240 },
    { priority: null, firstResponseMinutes: 120, resolutionMinutes: 600 },
  ];
  await new SaveSlaPolicy(t.db).execute(ctx, { targets, hours: null }, null);
}

describe('a new case', () => {
  it('has a number, and times from its priority', async () => {
    await savePolicy();
    expect(await open({ priority: 'urgent' })).toMatchObject({
      number: 'CAS-000001',
      status: 'new',
      firstResponseDueAt: at(60),
      resolutionDueAt: at(240),
      firstResponseBreached: false,
    });
    expect(await open()).toMatchObject({ number: 'CAS-000002', resolutionDueAt: at(600) });
  });

  it('leaves no gap in the numbers, also where one is refused or deleted', async () => {
    const [first] = await Promise.all([open(), open(), open()]);
    await refusal(open({ priority: 'strange' }));
    if (first) await crm.remove(ctx, 'case', first.id);
    await open();
    const proofs = await t.db.read(ctx, (tx) => proveSequences(tx, 'case'));
    expect(proofs).toMatchObject([{ first: '1', last: '4', faults: [] }]);
  });

  it.each([
    [{ priority: 'strange' }, '/priority'],
    [{ origin: 'strange' }, '/origin'],
    [{ accountId: newId() }, '/accountId'],
    [{ number: 'CAS-1' }, '/number'],
    [{ status: 'closed' }, '/status'],
  ])('is refused with %j', async (over, pointer) => {
    expect((await refusal(open(over))).options.errors?.map((each) => each.pointer)).toEqual([
      pointer,
    ]);
  });
});

describe('the states of a case', () => {
  const RESULT: Record<CaseOperation, Partial<Record<CaseStatus, CaseStatus>>> = {
    open: { new: 'open', waiting: 'open' },
    wait: { new: 'waiting', open: 'waiting' },
    resolve: { new: 'resolved', open: 'resolved', waiting: 'resolved' },
    reopen: { resolved: 'open', closed: 'open' },
    close: { resolved: 'closed' },
  };
  const WAY: Record<CaseStatus, CaseOperation[]> = {
    new: [],
    open: ['open'],
    waiting: ['wait'],
    resolved: ['resolve'],
    closed: ['resolve', 'close'],
  };

  it.each(CASE_STATUSES)('that is %s are left as the table says', async (status) => {
    for (const operation of CASE_OPERATIONS) {
      const one = await open();
      for (const step of WAY[status]) await move(one, step);
      const to = RESULT[operation][status];
      const outcome = outcomeOfWork(move(one, operation).then((moved) => moved.status));
      expect(await outcome).toBe(to ?? 'case_status_conflict');
    }
  });

  it('are told', async () => {
    const one = await open();
    for (const step of ['open', 'wait', 'resolve', 'close', 'reopen'] as const) {
      await move(one, step);
    }
    const told = await t.db.read(ctx, (tx) =>
      tx.rows<{ type: string }>(
        `select type from outbox.event where type like 'case.%' and record_id = $1 order by id`,
        [one.id],
      ),
    );
    expect(told.map(({ type }) => type)).toEqual([
      'case.opened',
      'case.waiting',
      'case.resolved',
      'case.closed',
      'case.reopened',
    ]);
  });

  it('keep how it was solved until it is opened again', async () => {
    const one = await open();
    expect((await move(one, 'resolve', ctx, 'Restarted')).resolution).toBe('Restarted');
    expect(await move(one, 'reopen')).toMatchObject({ resolution: null, resolvedAt: null });
  });
});

describe('service times', () => {
  beforeEach(savePolicy);

  it('stand still while the customer is waited for', async () => {
    const one = await open();
    await move(one, 'wait', later(30));
    const going = await move(one, 'open', later(1030));
    expect(going).toMatchObject({
      firstResponseDueAt: at(1120),
      resolutionDueAt: at(1600),
      pausedSeconds: 60_000,
      waitingSince: null,
    });
  });

  it('are met by the first public word and by the solution', async () => {
    const one = await open();
    await comment(one, 'internal', later(10));
    expect((await crm.read(ctx, 'case', one.id)).firstRespondedAt).toBeNull();
    await comment(one, 'public', later(20));
    await comment(one, 'public', later(200));
    expect(await crm.read(ctx, 'case', one.id)).toMatchObject({
      status: 'open',
      firstRespondedAt: at(20),
      firstResponseBreached: false,
    });
    expect(await move(one, 'resolve', later(599))).toMatchObject({
      resolvedAt: at(599),
      resolutionBreached: false,
    });
  });

  it('are missed by what comes too late', async () => {
    const one = await open();
    await comment(one, 'public', later(121));
    expect(await move(one, 'resolve', later(601))).toMatchObject({
      firstResponseBreached: true,
      resolutionBreached: true,
    });
  });

  it('go on where they were when a solved case is opened again', async () => {
    const one = await open();
    await move(one, 'resolve', later(100));
    expect(await move(one, 'reopen', later(5100))).toMatchObject({
      resolutionDueAt: at(5600),
      firstRespondedAt: at(100),
    });
  });

  it('follow a new priority from the beginning, with the time waited', async () => {
    const one = await open();
    await move(one, 'wait', later(10));
    await move(one, 'open', later(40));
    const changed = await crm.change(later(50), 'case', one.id, { priority: 'urgent' });
    expect(changed).toMatchObject({ firstResponseDueAt: at(90), resolutionDueAt: at(270) });
    expect(await crm.change(later(100), 'case', one.id, { priority: 'low' })).toMatchObject({
      firstResponseDueAt: at(150),
      firstResponseBreached: false,
    });
  });

  it('pass in the hours of the company only', async () => {
    const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));
    const targets = [{ priority: null, firstResponseMinutes: 60, resolutionMinutes: 600 }];
    await new SaveSlaPolicy(t.db).execute(ctx, { targets, hours }, null);
    // Monday 09:00, in the company's zone: an hour, and a day and two hours.
    expect(await open()).toMatchObject({
      firstResponseDueAt: '2026-03-02T10:00:00.000Z',
      resolutionDueAt: '2026-03-03T11:00:00.000Z',
    });
  });

  it('tell where the clocks are', async () => {
    const one = await open();
    const sla = (minutes: number) =>
      t.db.read(later(minutes), async (tx) =>
        readCaseSla(tx, await crm.models.object(tx, 'case'), one.id as RecordId),
      );
    expect(await sla(90)).toMatchObject({
      firstResponse: { state: 'running', minutesLeft: 30 },
      resolution: { state: 'running', minutesLeft: 510 },
    });
    expect((await sla(130)).firstResponse).toMatchObject({ state: 'breached', minutesLeft: -10 });
  });

  it('are marked as missed once, and told', async () => {
    const missed = await open();
    const waiting = await open();
    await move(waiting, 'wait', later(10));
    const sweep = (minutes: number) =>
      new MarkMissedTimes(t.db, crm.models).execute(later(minutes));
    expect([await sweep(120), await sweep(121), await sweep(122), await sweep(601)]).toEqual([
      0, 1, 0, 1,
    ]);
    expect(await crm.read(ctx, 'case', missed.id)).toMatchObject({
      firstResponseBreached: true,
      resolutionBreached: true,
    });
    const told = await t.db.read(ctx, (tx) =>
      tx.rows(`select record_id as id from outbox.event where type = 'case.time_missed'`),
    );
    expect(told).toEqual([{ id: missed.id }, { id: missed.id }]);
  });
});

describe('the word of a customer', () => {
  it('ends the waiting and brings back what was solved', async () => {
    const actor = { kind: 'portal', id: null, name: 'Customer' } as const;
    const customer = (minutes: number): Ctx => ({ ...later(minutes), actor });
    const one = await open();
    await move(one, 'wait');
    await comment(one, 'public', customer(10));
    expect(await crm.read(ctx, 'case', one.id)).toMatchObject({
      status: 'open',
      firstRespondedAt: null,
    });
    await move(one, 'resolve');
    await comment(one, 'public', customer(20));
    expect((await crm.read(ctx, 'case', one.id)).status).toBe('open');
  });
});

describe('the policy of service times', () => {
  const save = (input: Parameters<SaveSlaPolicy['execute']>[1], version: number | null = null) =>
    new SaveSlaPolicy(t.db).execute(ctx, input, version);
  const target = { priority: null, firstResponseMinutes: 1, resolutionMinutes: null };

  it('is refused twice the same priority and hours that overlap or end early', async () => {
    const error = await refusal(
      save({
        targets: [target, target],
        hours: [
          { day: 1, from: '09:00', to: '12:00' },
          { day: 1, from: '11:00', to: '13:00' },
          { day: 2, from: '09:00', to: '09:00' },
        ],
      }),
    );
    expect(error.options.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/targets/1/priority unique',
      '/hours/1/to overlap',
      '/hours/2/to min',
    ]);
  });

  it('is not lost to somebody who saw an older one', async () => {
    expect((await save({ targets: [target], hours: null }, 0)).version).toBe(1);
    const error = await refusal(save({ targets: [], hours: null }, 0));
    expect(error.code).toBe('precondition_failed');
    expect((await save({ targets: [], hours: null }, 1)).version).toBe(2);
  });
});
