import type { Tx } from '@quittance/database';
import { addSeconds, type Instant } from '@quittance/kernel';
import { createRecords, updateRecords } from '@quittance/objects';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { faults, TestRules } from '../testing/test-rules.js';
import type { WorkflowDefinition } from '../rules/rule.js';
import { RunTimedRules } from './run-timed.js';
import { WorkflowSubjects } from '../workflows/workflow-subjects.js';

let t: TestDatabase;
let rules: TestRules;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  rules = await TestRules.open(t);
});
afterAll(() => t?.close());

const HOUR = 3_600;
const after = (hours: number): Instant => addSeconds(rules.ctx.now, hours * HOUR);
const run = (at: Instant) =>
  new RunTimedRules(t.db, rules.models, new WorkflowSubjects()).runOnce(at);

/** A rule about tasks that marks each time it has run. */
function rule(more: Partial<WorkflowDefinition> = {}, name = 'Late') {
  const formula = 'BLANKVALUE(description, "") & "x"';
  const actions = [{ kind: 'set_field', field: 'description', formula }] as const;
  const timed = { trigger: 'date', field: 'dueDate', offset: 1, unit: 'days' } as const;
  const definition = { ...timed, condition: null, actions, ...more } as const;
  return rules.rule('workflow', name, definition, 'task');
}
const task = (subject: string, dueDate: string) =>
  rules.make({ subject, dueDate }, [], { object: 'task' });
const move = (id: RecordId, dueDate: string) =>
  rules.write((tx, of) => updateRecords(tx, of, [{ id, patch: { dueDate } }]), { object: 'task' });
const marks = async () =>
  Object.fromEntries(
    (
      await rules.rows<{ subject: string; description: string | null }>(
        'select subject, description from crm.task order by subject',
      )
    ).map(({ subject, description }) => [subject, description]),
  );
/** The day so many days from the test's own. */
const day = (days: number) => after(24 * days).slice(0, 10);

describe('a rule that waits for a date', () => {
  it('runs once for each record when its time has come, and says so in its log', async () => {
    await rule();
    await task('Soon', day(0));
    await task('Later', day(3));
    expect(await run(after(0))).toBe(0);
    const morning = `${day(1)}T12:00:00.000Z` as Instant;
    expect(await run(morning)).toBe(1);
    expect(await run(morning)).toBe(0);
    expect(await marks()).toEqual({ Later: null, Soon: 'x' });
    expect(await rules.runs()).toMatchObject([
      { ruleName: 'Late', outcome: 'done', error: null, eventType: 'date' },
    ]);
    expect(await run(`${day(4)}T12:00:00.000Z` as Instant)).toBe(1);
    expect(await marks()).toEqual({ Later: 'x', Soon: 'x' });
  });

  it('goes with its field: put off it waits, moved again it runs again', async () => {
    await rule();
    const { id } = await task('Moved', day(0));
    await move(id, day(2));
    expect(await run(`${day(1)}T12:00:00.000Z` as Instant)).toBe(0);
    expect(await run(`${day(3)}T12:00:00.000Z` as Instant)).toBe(1);
    await move(id, day(5));
    expect(await run(`${day(6)}T12:00:00.000Z` as Instant)).toBe(1);
    await move(id, day(5));
    expect(await run(`${day(6)}T13:00:00.000Z` as Instant)).toBe(0);
    expect(await marks()).toEqual({ Moved: 'xx' });
  });

  it('that is told another time runs at that, also where it ran at the one before', async () => {
    const { id } = await rule();
    await task('Soon', day(0));
    const noon = (days: number) => `${day(days)}T12:00:00.000Z` as Instant;
    expect(await run(noon(1))).toBe(1);
    const condition = 'subject = "Soon"';
    const patch = (definition: Partial<WorkflowDefinition>) =>
      rules.update.execute(rules.ctx, 'workflow', id, { definition }, null);
    await patch({ condition });
    expect(await run(noon(1))).toBe(0);
    await patch({ offset: 3 });
    expect([await run(noon(2)), await run(noon(3))]).toEqual([0, 1]);
  });

  it('is shared by two that look at once, and done once', async () => {
    await rule();
    for (let i = 0; i < 12; i += 1) await task(`T${i}`, day(0));
    const noon = `${day(1)}T12:00:00.000Z` as Instant;
    const ran = await Promise.all([run(noon), run(noon), run(noon)]);
    expect(ran.reduce((sum, each) => sum + each, 0)).toBe(12);
    expect(new Set(Object.values(await marks()))).toEqual(new Set(['x']));
  });

  it('runs for nothing due before it was made, and for what is a little late', async () => {
    await task('Old', day(-2));
    await rule({ offset: 0 });
    expect(await run(after(1))).toBe(0);
    await task('Today', day(1));
    expect(await run(`${day(2)}T12:00:00.000Z` as Instant)).toBe(1);
    await task('Missed', day(3));
    expect(await run(`${day(7)}T12:00:00.000Z` as Instant)).toBe(0);
    expect(await marks()).toEqual({ Missed: null, Old: null, Today: 'x' });
  });

  it('is asked whether it holds by then, and not again where it does not', async () => {
    await rule({ condition: 'subject <> "Done"', offset: -2, unit: 'hours' });
    const { id } = await task('Open', day(2));
    await task('Done', day(2));
    const before = addSeconds(`${day(2)}T00:00:00.000Z` as Instant, -HOUR);
    expect(await run(addSeconds(before, -2 * HOUR))).toBe(0);
    expect(await run(before)).toBe(2);
    expect(await run(before)).toBe(0);
    expect(await marks()).toEqual({ Done: null, Open: 'x' });
    expect((await rules.runs()).map(({ recordId }) => recordId)).toEqual([id]);
  });

  it('reaches those behind a set of records that fail for no reason of the business', async () => {
    await rule();
    const due = (dueDate: string, n: number) =>
      Array.from({ length: n }, (_, i) => ({ subject: `T${dueDate} ${i}`, dueDate }));
    const make = (tx: Tx, of: CompanyObject) =>
      createRecords(tx, of, due(day(0), 200)).then((first) => first.map(({ id }) => id));
    const broken = new Set<string>(await rules.write(make, { object: 'task' }));
    await task('Behind', day(1));
    const ok = Promise.resolve({});
    const subjects = new WorkflowSubjects();
    subjects.register({
      object: 'task',
      events: {},
      lock: (_, id) => (broken.has(id) ? Promise.reject(new Error('a defect')) : ok),
      setFields: () => Promise.resolve(),
    });
    const timed = new RunTimedRules(t.db, rules.models, subjects);
    const noon = `${day(2)}T12:00:00.000Z` as Instant;
    await expect(timed.runOnce(noon)).rejects.toThrow('a defect');
    expect((await rules.runs()).map(({ ruleName }) => ruleName)).toEqual(['Late']);
    broken.clear();
    expect(await timed.runOnce(noon)).toBe(200);
  });

  it.each([
    ['takes too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
    ['is held by others', Object.assign(new Error('lock time-out'), { code: '55P03' })],
  ])('stops neither records nor rules behind a record that %s', async (_, fault) => {
    await rule();
    await rule({ offset: 2 }, 'Later');
    const { id: broken } = await task('Broken', day(1));
    await task('Behind', day(1));
    const subjects = new WorkflowSubjects();
    subjects.register({
      object: 'task',
      events: {},
      lock: (_tx, id) => (id === broken ? Promise.reject(fault) : Promise.resolve({})),
      setFields: () => Promise.resolve(),
    });
    const timed = new RunTimedRules(t.db, rules.models, subjects);
    await expect(timed.runOnce(`${day(3)}T12:00:00.000Z` as Instant)).rejects.toMatchObject({
      status: 503,
    });
    // Each of the two rules has come to what is behind.
    expect((await rules.runs()).map(({ ruleName }) => ruleName)).toEqual(['Late', 'Later']);
  });

  it('leaves all for later where the database is away', async () => {
    await rule();
    const own = new Set<string>();
    for (const subject of ['First', 'Second']) own.add((await task(subject, day(0))).id);
    // Those of other companies are tried beside.
    let tried = 0;
    const subjects = new WorkflowSubjects();
    subjects.register({
      object: 'task',
      events: {},
      lock: (_, id) => {
        tried += Number(own.has(id));
        return Promise.reject(Object.assign(new Error('shut down'), { code: '57P01' }));
      },
      setFields: () => Promise.resolve(),
    });
    const timed = new RunTimedRules(t.db, rules.models, subjects);
    const ran = timed.runOnce(`${day(2)}T12:00:00.000Z` as Instant);
    await expect(ran).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(tried).toBe(1);
  });

  it.each([
    [{ field: 'subject' }, '/field type'],
    [{ field: null }, '/field required'],
    [{ offset: null }, '/offset required'],
    [{ unit: null }, '/unit required'],
    [{ offset: 4_000 }, '/offset range'],
    [{ timing: 'before_save' as const }, '/timing unexpected'],
    [{ trigger: 'update' as const, field: null }, '/offset unexpected /unit unexpected'],
  ])('%j is refused with its place', async (more, expected) => {
    const found = await faults(rule(more));
    expect(found.slice(1).join(' ')).toBe(expected);
  });
});
