import { newId, type Ctx, type DomainError, type UserId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { insertUser } from '@quittance/identity';
import { CloneRecord } from '@quittance/mass/host';
import type { RecordView } from '@quittance/metadata';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';
import { outcomeOfWork } from '../testing/outcome-of.js';
import { CloseDeal } from './close-deal.js';
import { MoveDealStage } from './move-deal-stage.js';
import type { Stage } from './pipeline.js';
import { ReadForecast, type ForecastRequest } from './read-forecast.js';
import { defaultPipeline } from './stages.queries.js';

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

function deal(over = {}): Promise<RecordView> {
  return crm.make(ctx, 'deal', { name: 'Deal', ...over });
}

const ask = ({ id }: RecordView) => ({ id, expectedVersion: null });
const win = (one: RecordView, stageId?: string) =>
  new CloseDeal(t.db, crm.models).win(ctx, { ...ask(one), ...(stageId ? { stageId } : {}) });
const lose = (one: RecordView, lossReason = 'Price') =>
  new CloseDeal(t.db, crm.models).lose(ctx, { ...ask(one), lossReason });
const reopen = (one: RecordView) => new CloseDeal(t.db, crm.models).reopen(ctx, ask(one));
const move = (one: RecordView, stageId: string) =>
  new MoveDealStage(t.db, crm.models).execute(ctx, { ...ask(one), stageId });

const clone = ({ id }: RecordView) =>
  new CloneRecord(t.db, crm.models).execute(ctx, { object: 'deal', id, changes: {} });

function refusal(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: DomainError) => error,
  );
}

async function stages(): Promise<readonly Stage[]> {
  return (await t.db.write(ctx, defaultPipeline)).stages;
}

async function stage(name: string): Promise<string> {
  return (await stages()).find((each) => each.name === name)?.id ?? newId();
}

describe('a new deal', () => {
  it('stands at the start of the default pipeline, in the currency of the company', async () => {
    const [first] = await stages();
    expect(await deal({ amount: '10' })).toMatchObject({
      stageId: first?.id,
      probability: 10,
      probabilityOverridden: false,
      amount: '10.00',
      currency: 'EUR',
      status: 'open',
      stageEnteredAt: ctx.now,
      closedAt: null,
    });
  });

  it('makes the default pipeline once, however many are made at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => deal()));
    const found = await t.db.read(ctx, (tx) =>
      tx.rows('select name, is_default as "isDefault" from crm.pipeline'),
    );
    expect(found).toEqual([{ name: 'Sales', isDefault: true }]);
  });

  it.each([
    [{ stageId: newId() }, '/stageId', 'reference_not_found'],
    [{ pipelineId: newId() }, '/pipelineId', 'reference_not_found'],
    [{ currency: 'XXQ' }, '/currency', 'enum'],
    [{ currency: 'JPY', amount: '1.5' }, '/amount', 'precision'],
    [{ amount: '-1' }, '/amount', 'min'],
    [{ probability: 101 }, '/probability', 'max'],
    [{ accountId: newId() }, '/accountId', 'reference_not_found'],
    [{ status: 'won' }, '/status', 'read_only'],
  ])('is refused with %j', async (over, pointer, code) => {
    const { options } = await refusal(deal(over));
    expect(options.errors?.map((each) => [each.pointer, each.code])).toEqual([[pointer, code]]);
  });

  it('cannot begin at a stage that closes it', async () => {
    const stageId = await stage('Won');
    expect((await refusal(deal({ stageId }))).code).toBe('deal_stage_closes');
  });
});

describe('the probability of a deal', () => {
  it('is that of the stage until another is said, and again when that is taken back', async () => {
    const made = await deal();
    const said = await crm.change(ctx, 'deal', made.id, { probability: 33 });
    expect(said).toMatchObject({ probability: 33, probabilityOverridden: true });
    const moved = await move(made, await stage('Proposal'));
    expect(moved).toMatchObject({ probability: 33, probabilityOverridden: true });
    const back = await crm.change(ctx, 'deal', made.id, { probability: null });
    expect(back).toMatchObject({ probability: 50, probabilityOverridden: false });
  });

  it('follows a stage whose probability changes', async () => {
    const [open, told] = [await deal(), await deal({ probability: 70 })];
    const { id } = await t.db.write(ctx, defaultPipeline);
    const changed = (await stages()).map((each) => ({
      ...each,
      probability: each.name === 'Qualification' ? 15 : each.probability,
    }));
    await crm.change(ctx, 'pipeline', id, { stages: changed });
    expect((await crm.read(ctx, 'deal', open.id)).probability).toBe(15);
    expect((await crm.read(ctx, 'deal', told.id)).probability).toBe(70);
  });
});

describe('a deal', () => {
  it('moves between open stages, also of another pipeline', async () => {
    const made = await deal();
    const negotiation = await stage('Negotiation');
    expect(await move(made, negotiation)).toMatchObject({ stageId: negotiation, probability: 75 });
    const other = await crm.make(ctx, 'pipeline', { name: 'Other' });
    const [begin] = other.stages as unknown as Stage[];
    expect(await move(made, begin?.id ?? '')).toMatchObject({ pipelineId: other.id });
    expect((await refusal(move(made, await stage('Lost')))).code).toBe('deal_stage_closes');
    expect((await refusal(move(made, newId()))).code).toBe('reference_not_found');
  });

  it('that is closed is copied as one that begins', async () => {
    const made = await deal({ amount: '10', probability: 70 });
    expect(await clone(made)).toMatchObject({ amount: '10.00', probability: 70, status: 'open' });
    const copy = await clone(await win(made));
    expect(copy).toMatchObject({ status: 'open', stageId: made.stageId, probability: 10 });
  });

  it('is won, lost and opened again', async () => {
    const made = await deal({ probability: 5 });
    expect(await win(made)).toMatchObject({
      status: 'won',
      stageId: await stage('Won'),
      probability: 100,
      closedAt: ctx.now,
      closedOn: '2026-03-02',
    });
    expect(await reopen(made)).toMatchObject({
      status: 'open',
      stageId: (await stages())[0]?.id,
      probability: 10,
      closedAt: null,
      closedOn: null,
    });
    expect(await lose(made, 'Too dear')).toMatchObject({
      status: 'lost',
      probability: 0,
      lossReason: 'Too dear',
    });
    expect(await reopen(made)).toMatchObject({ status: 'open', lossReason: null });
  });

  it('allows what its status allows, and nothing else', async () => {
    const proposal = await stage('Proposal');
    const operations = {
      move: (one: RecordView) => move(one, proposal),
      win: (one: RecordView) => win(one),
      lose: (one: RecordView) => lose(one),
      reopen: (one: RecordView) => reopen(one),
    };
    const states = {
      open: deal,
      won: async () => win(await deal()),
      lost: async () => lose(await deal()),
    };
    const outcomes: unknown[] = [];
    for (const [status, make] of Object.entries(states)) {
      for (const [name, operation] of Object.entries(operations)) {
        const one = await make();
        outcomes.push([status, name, await outcomeOfWork(operation(one).then((to) => to.status))]);
      }
    }
    const refused = 'deal_status_conflict';
    expect(outcomes).toEqual([
      ['open', 'move', 'open'],
      ['open', 'win', 'won'],
      ['open', 'lose', 'lost'],
      ['open', 'reopen', refused],
      ['won', 'move', refused],
      ['won', 'win', refused],
      ['won', 'lose', refused],
      ['won', 'reopen', 'open'],
      ['lost', 'move', refused],
      ['lost', 'win', refused],
      ['lost', 'lose', refused],
      ['lost', 'reopen', 'open'],
    ]);
  });

  it('is won by one of two who close it at once', async () => {
    const made = await deal();
    const outcomes = await Promise.allSettled([win(made), lose(made)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('tells of its end', async () => {
    const made = await deal({ amount: '5' });
    await win(made);
    const events = await t.db.read(ctx, (tx) =>
      tx.rows(`select type, data->>'amount' as amount from outbox.event where type = 'deal.won'`),
    );
    expect(events).toEqual([{ type: 'deal.won', amount: '5.00' }]);
  });

  it('is not won at a stage of another kind', async () => {
    const error = await refusal(win(await deal(), await stage('Proposal')));
    expect(error.code).toBe('deal_stage_mismatch');
  });
});

describe('a pipeline', () => {
  it('keeps stages that deals stand in', async () => {
    const made = await deal();
    const { id } = await t.db.write(ctx, defaultPipeline);
    const [, ...rest] = await stages();
    const without = () => crm.change(ctx, 'pipeline', id, { stages: rest as never });
    const error = await refusal(without());
    expect([error.code, error.message]).toEqual([
      'pipeline_stage_in_use',
      'The stage Qualification has 1 deals: move them first.',
    ]);
    await move(made, rest[0]?.id ?? '');
    expect((await without()).stages).toHaveLength(5);
  });

  it('is the default one alone', async () => {
    const first = await t.db.write(ctx, defaultPipeline);
    const second = await crm.make(ctx, 'pipeline', { name: 'Second', isDefault: true });
    expect((await crm.read(ctx, 'pipeline', first.id)).isDefault).toBe(false);
    expect((await deal()).pipelineId).toBe(second.id);
    expect((await refusal(crm.remove(ctx, 'pipeline', second.id))).code).toBe('pipeline_in_use');
    await crm.remove(ctx, 'pipeline', first.id);
  });

  it('takes no deal while it is not active, and lets those in it go on', async () => {
    const other = await crm.make(ctx, 'pipeline', { name: 'Other' });
    const [begin, next] = (other.stages as unknown as Stage[]).map(({ id }) => id);
    const inside = await deal({ pipelineId: other.id });
    const outside = await deal();
    await crm.change(ctx, 'pipeline', other.id, { active: false });
    expect((await refusal(deal({ pipelineId: other.id }))).code).toBe('pipeline_inactive');
    expect((await refusal(move(outside, begin ?? ''))).code).toBe('pipeline_inactive');
    expect(await move(inside, next ?? '')).toMatchObject({ stageId: next });
    expect(await win(inside)).toMatchObject({ status: 'won' });
    expect(await reopen(inside)).toMatchObject({ status: 'open', pipelineId: other.id });
    const copy = await clone(inside);
    expect(copy).toMatchObject({ pipelineId: outside.pipelineId, stageId: outside.stageId });
  });

  it('that is the default one stays active', async () => {
    const { id } = await t.db.write(ctx, defaultPipeline);
    const [off, made] = [
      await refusal(crm.change(ctx, 'pipeline', id, { active: false })),
      await refusal(crm.make(ctx, 'pipeline', { name: 'Off', isDefault: true, active: false })),
    ];
    expect([off.code, made.code]).toEqual([
      'pipeline_default_inactive',
      'pipeline_default_inactive',
    ]);
    const resting = await crm.make(ctx, 'pipeline', { name: 'Resting', active: false });
    const chosen = await refusal(crm.change(ctx, 'pipeline', resting.id, { isDefault: true }));
    expect(chosen.code).toBe('pipeline_default_inactive');
    await crm.change(ctx, 'pipeline', resting.id, { isDefault: true, active: true });
    expect(await crm.change(ctx, 'pipeline', id, { active: false })).toMatchObject({
      isDefault: false,
      active: false,
    });
  });

  it('with deals stays', async () => {
    const other = await crm.make(ctx, 'pipeline', { name: 'Other' });
    await deal({ pipelineId: other.id });
    expect((await refusal(crm.remove(ctx, 'pipeline', other.id))).code).toBe('pipeline_in_use');
  });

  it('is refused what is no list of stages', async () => {
    const wrong = [{ name: 'Open', kind: 'maybe' }];
    const error = await refusal(crm.make(ctx, 'pipeline', { name: 'P', stages: wrong as never }));
    expect(error.code).toBe('validation_failed');
  });
});

describe('the forecast', () => {
  const ask = (over: Partial<ForecastRequest> = {}, as = ctx) =>
    new ReadForecast(t.db).execute(as, {
      groupBy: ['period'],
      period: 'month',
      from: '2026-01-01' as LocalDate,
      to: '2026-12-31' as LocalDate,
      ...over,
    });

  const expected = (date: string, amount: string, over = {}) =>
    deal({ expectedCloseDate: date, amount, ...over });

  it('sums what is open, weighted, won and lost by period and currency', async () => {
    await expected('2026-04-10', '100.01', { probability: 50 });
    await expected('2026-04-20', '200');
    await expected('2026-05-01', '1000', { currency: 'JPY', probability: 25 });
    await win(await expected('2026-09-01', '70'));
    await lose(await expected('2026-09-01', '30'));
    await expected('2027-01-01', '999');
    await deal({ amount: '5' });
    const { rows } = await ask();
    expect(rows).toEqual([
      row('2026-03-01', 'EUR', { won: '70.00', lost: '30.00', wonDeals: 1, lostDeals: 1 }),
      // 50.005 and 20 are added before they are rounded.
      row('2026-04-01', 'EUR', { pipeline: '300.01', weighted: '70.01', openDeals: 2 }),
      row('2026-05-01', 'JPY', { pipeline: '1000', weighted: '250', openDeals: 1 }, '0'),
    ]);
  });

  const row = (periodStart: string | null, currency: string, sums: object, none = '0.00') => ({
    periodStart,
    ownerId: null,
    pipelineId: null,
    pipelineName: null,
    currency,
    pipeline: none,
    weighted: none,
    won: none,
    lost: none,
    openDeals: 0,
    wonDeals: 0,
    lostDeals: 0,
    ...sums,
  });

  it('begins quarters and years with the fiscal year', async () => {
    await t.db.write(ctx, (tx) =>
      tx.run('update company.company set fiscal_year_start_month = 2 where id = $1', [
        ctx.companyId,
      ]),
    );
    await expected('2026-01-31', '1');
    await expected('2026-02-01', '2');
    const starts = async (period: 'quarter' | 'year') =>
      (await ask({ period })).rows.map(({ periodStart }) => periodStart);
    expect(await starts('quarter')).toEqual(['2025-11-01', '2026-02-01']);
    expect(await starts('year')).toEqual(['2025-02-01', '2026-02-01']);
  });

  it('is grouped by pipeline and shows its owner their own', async () => {
    const mine = newId<'user'>();
    const person = { id: mine, email: 'a@b.example', name: 'A', team: null, passwordHash: null };
    await t.db.write(ctx, (tx) => insertUser(tx, person));
    await expected('2026-04-10', '1', { ownerId: mine });
    await expected('2026-04-10', '2');
    const all = await ask({ groupBy: ['pipeline'] });
    expect(all.rows).toMatchObject([{ pipelineName: 'Sales', pipeline: '3.00', ownerId: null }]);
    const byOwner = await ask({ groupBy: ['owner'] });
    expect(byOwner.rows.map(({ ownerId, pipeline }) => [ownerId, pipeline])).toEqual([
      [mine, '1.00'],
      [null, '2.00'],
    ]);
    const permissions = { ...ctx.permissions, all: false, scope: () => 'own' as const };
    const own = await ask({ groupBy: [] }, { ...ctx, permissions, userId: mine as UserId });
    expect(own.rows).toMatchObject([{ pipeline: '1.00', openDeals: 1 }]);
  });

  it('is refused for days in the wrong order', async () => {
    const error = await refusal(ask({ to: '2025-12-31' as LocalDate }));
    expect(error.options.errors?.[0]).toMatchObject({ pointer: '/to', code: 'min' });
  });
});
