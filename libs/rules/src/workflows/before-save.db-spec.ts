import { attemptCreates } from '@quittance/objects';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { faults, TestRules } from '../testing/test-rules.js';
import type { WorkflowDefinition } from '../rules/rule.js';

let t: TestDatabase;
let rules: TestRules;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  rules = await TestRules.open(t);
});
afterAll(() => t?.close());

function rule(
  name: string,
  fields: Readonly<Record<string, string>>,
  more: Partial<WorkflowDefinition> = {},
) {
  const actions = Object.entries(fields).map(
    ([field, formula]) => ({ kind: 'set_field', field, formula }) as const,
  );
  const timing = 'before_save' as const;
  const definition = { trigger: 'save', timing, field: null, condition: null } as const;
  return rules.rule('workflow', name, { ...definition, actions, ...more });
}

const titles = () =>
  rules.rows('select title, company_name as company, version from crm.lead order by name');

describe('a rule before the save', () => {
  it('sets fields with what is written, and each sees what those before it did', async () => {
    await rule('R1', { title: '"1"' });
    await rule('R2', { companyName: '"saw " & title' }, { condition: 'title = "1"' });
    await rule('R3', { title: 'title & "3"' });
    expect(await rules.make({ name: 'Ada' })).toMatchObject({ title: '13', version: 1 });
    expect(await titles()).toEqual([{ title: '13', company: 'saw 1', version: 1 }]);
    const [told] = await rules.rows<{ data: object }>('select data from outbox.event');
    expect(told?.data).toMatchObject({ title: '13', companyName: 'saw 1' });
    expect(await rules.runs()).toEqual([]);
  });

  it('knows what the change is, and runs where its field changes', async () => {
    await rule(
      'Moved',
      { title: 'PRIORVALUE(name) & ">" & name' },
      {
        trigger: 'change',
        field: 'name',
      },
    );
    const { id } = await rules.make({ name: 'Ada' });
    await rules.change(id, { companyName: 'Acme' });
    expect(await rules.change(id, { name: 'Bea' })).toMatchObject({ title: 'Ada>Bea', version: 3 });
  });

  it('is judged like what was sent: by types, by lookups and by validation rules', async () => {
    await rule('Bad', { email: 'name' }, { condition: 'name = "Bad"' });
    await rule(
      'Lost',
      { ownerId: '"019a0000-0000-7000-8000-000000000000"' },
      {
        condition: 'name = "Lost"',
      },
    );
    await rule('Sir', { title: '"Sir"' }, { condition: 'name = "Sir"' });
    const about = { formula: 'title <> "Sir"', message: 'No.', field: 'title' };
    await rules.rule('validation', 'No sirs', about);
    expect(await faults(rules.make({ name: 'Bad' }))).toEqual([
      'validation_failed',
      '/email format',
    ]);
    expect(await faults(rules.make({ name: 'Lost' }))).toEqual([
      'reference_not_found',
      '/ownerId reference_not_found',
    ]);
    expect(await rules.batch([{ name: 'Sir' }, { name: 'Bad' }, { name: 'Fine' }])).toEqual([
      'validation_failed',
      'validation_failed',
      'Fine',
    ]);
  });

  it('holds in a batch for each record by itself', async () => {
    await rule('Upper', { title: 'UPPER(name)' });
    const inputs = ['a', 'b', 'c'].map((name) => ({ name }));
    const made = await rules.write((tx, object) => attemptCreates(tx, object, inputs));
    expect(made.map(({ record }) => record?.title)).toEqual(['A', 'B', 'C']);
  });

  it('sets what whoever saves may neither write nor see', async () => {
    await rule('Both', { title: '"A"', companyName: '"Acme"' });
    const kept = { hidden: new Set(['companyName']), unwritten: new Set(['companyName', 'title']) };
    const permissions = { ...rules.ctx.permissions, fields: () => kept };
    const by = { ...rules.ctx, permissions };
    expect(await faults(rules.make({ name: 'Ada', title: 'B' }, [], { by }))).toEqual([
      'validation_failed',
      '/title read_only',
    ]);
    expect(await rules.make({ name: 'Ada' }, [], { by })).toMatchObject({ title: 'A' });
    expect(await titles()).toEqual([{ title: 'A', company: 'Acme', version: 1 }]);
  });

  it('also holds for what a rule after a save writes', async () => {
    await rule('Upper', { title: 'UPPER(title)' });
    const actions = [{ kind: 'set_field', field: 'title', formula: '"from rule"' }] as const;
    const after = { trigger: 'create', field: null, condition: null, actions } as const;
    await rules.rule('workflow', 'After', after);
    await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect(await titles()).toEqual([expect.objectContaining({ title: 'FROM RULE' })]);
  });

  it('does nothing else than to set fields', async () => {
    const task = { kind: 'create_task', subject: 'S', description: null } as const;
    const actions = [{ ...task, dueInDays: null, ownerId: null }];
    expect(await faults(rule('Task', {}, { actions }))).toEqual([
      'validation_failed',
      '/actions/0/kind unexpected',
    ]);
  });
});
