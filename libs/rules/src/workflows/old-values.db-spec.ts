import { bulkCtx } from '@quittance/kernel';
import { attemptCreates, updateRecords, attemptUpdates } from '@quittance/objects';
import type { RecordId } from '@quittance/metadata';
import { CreateField, DefinedMetadata } from '@quittance/customization/host';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { WorkflowAction, WorkflowDefinition } from '../rules/rule.js';
import { faults, TestRules } from '../testing/test-rules.js';

let t: TestDatabase;
let rules: TestRules;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  rules = await TestRules.open(t);
});
afterAll(() => t?.close());

const set = (field: string, formula: string): WorkflowAction => ({
  kind: 'set_field',
  field,
  formula,
});

function rule(
  name: string,
  actions: readonly WorkflowAction[],
  more: Partial<WorkflowDefinition> = {},
  object = 'lead',
) {
  const definition = { trigger: 'update', field: null, condition: null, actions, ...more } as const;
  return rules.rule('workflow', name, definition, object);
}

const titles = async () =>
  (await rules.rows<{ title: string | null }>('select title from crm.lead order by id')).map(
    ({ title }) => title,
  );
const ran = async () => (await rules.runs()).map(({ ruleName }) => ruleName);

const BEGUN = 'AND(ISCHANGED(status), PRIORVALUE(status) = "new")';
const STORY = 'BLANKVALUE(title, "") & PRIORVALUE(status) & ">" & status & ";"';

describe('what a change did', () => {
  it('is asked for by conditions and formulas', async () => {
    await rule('Begun', [set('title', STORY)], { condition: BEGUN });
    const { id } = await rules.make({ name: 'Ada' });
    await rules.change(id, { name: 'Ada L.' });
    await rules.dispatch();
    expect(await titles()).toEqual([null]);
    await rules.change(id, { status: 'working' });
    await rules.dispatch();
    expect(await titles()).toEqual(['new>working;']);
    await rules.change(id, { status: 'qualified' });
    await rules.dispatch();
    expect(await titles()).toEqual(['new>working;']);
  });

  it('is that of the change that called, also where others wait behind it', async () => {
    const story = 'BLANKVALUE(title, "") & PRIORVALUE(status) & ";"';
    await rule('Story', [set('title', story)], { condition: 'ISCHANGED(status)' });
    await rule('Begun', [set('companyName', 'status')], { condition: BEGUN });
    const { id } = await rules.make({ name: 'Ada' });
    for (const status of ['working', 'qualified', 'unqualified']) {
      await rules.change(id, { status });
    }
    await rules.dispatch();
    expect(await titles()).toEqual(['new;working;qualified;']);
    expect((await ran()).toSorted()).toEqual(['Begun', 'Story', 'Story', 'Story']);
    expect(await rules.rows('select company_name as now from crm.lead')).toEqual([
      { now: 'unqualified' },
    ]);
  });

  it('left what it did not touch as it was then, whatever has become of it since', async () => {
    const known = [set('title', 'BLANKVALUE(title, "") & PRIORVALUE(companyName) & ";"')];
    await rule('Renamed', known, { condition: 'ISCHANGED(name)' });
    const { id } = await rules.make({ name: 'A', companyName: 'one' });
    await rules.change(id, { name: 'B' });
    await rules.change(id, { companyName: 'two' });
    await rules.change(id, { name: 'C' });
    await rules.change(id, { companyName: 'three' });
    await rules.dispatch();
    expect(await titles()).toEqual(['one;two;']);
  });

  it('is the same for every rule that it calls, also after one has set the field', async () => {
    await rule('Close', [set('status', '"unqualified"')], { condition: BEGUN });
    await rule('Tell', [set('title', STORY)], { condition: BEGUN });
    await rule('Again', [set('companyName', 'PRIORVALUE(status)')], {
      condition: 'AND(ISCHANGED(status), status = "unqualified", PRIORVALUE(status) = "working")',
    });
    const { id } = await rules.make({ name: 'Ada' });
    await rules.change(id, { status: 'working' });
    await rules.dispatch();
    expect(await ran()).toEqual(['Close', 'Tell', 'Again']);
    expect(await titles()).toEqual(['new>unqualified;']);
    expect(await rules.rows('select company_name as was from crm.lead')).toEqual([
      { was: 'working' },
    ]);
  });

  it('is none of a new record', async () => {
    const blank = 'AND(ISNEW(), NOT(ISCHANGED(status)), ISBLANK(PRIORVALUE(status)))';
    await rule('New', [set('title', '"new"')], { trigger: 'save', condition: blank });
    await rule('Old', [set('companyName', '"old"')], {
      trigger: 'save',
      condition: 'AND(NOT(ISNEW()), ISCHANGED(name))',
    });
    const { id } = await rules.make({ name: 'Ada', status: 'working' });
    await rules.dispatch();
    expect(await ran()).toEqual(['New']);
    await rules.change(id, { name: 'Ada L.' });
    await rules.dispatch();
    expect(await ran()).toEqual(['New', 'Old']);
  });

  it('lets a rule put back what was there, but not over what was written since', async () => {
    const back = [set('title', 'PRIORVALUE(title)')];
    const keep = await rule('Keep', back, {
      condition: 'AND(ISCHANGED(title), title <> PRIORVALUE(title))',
    });
    const { id } = await rules.make({ name: 'Ada', title: 'Dr' });
    await rules.change(id, { title: 'Prof' });
    await rules.dispatch();
    expect(await titles()).toEqual(['Dr']);
    await rules.remove.execute(rules.ctx, 'workflow', keep.id, null);
    await rule('Blind', back, { condition: 'ISCHANGED(name)' });
    await rules.change(id, { name: 'Ada L.' });
    await rules.change(id, { title: 'Typed' });
    await rules.dispatch();
    expect(await titles()).toEqual(['Typed']);
  });

  it('is known of custom fields of every kind that formulas know', async () => {
    rules = await TestRules.open(t, new DefinedMetadata());
    const create = new CreateField(t.db, rules.models);
    await create.execute(rules.ctx, 'lead', { name: 'size__c', label: 'Size', type: 'number' });
    await create.execute(rules.ctx, 'lead', { name: 'on__c', label: 'On', type: 'date' });
    const sum = 'TEXT(size__c - PRIORVALUE(size__c)) & " " & TEXT(PRIORVALUE(on__c))';
    await rule('Grown', [set('title', sum)], { condition: 'size__c > PRIORVALUE(size__c)' });
    const { id } = await rules.make({ name: 'Ada', size__c: '1.5', on__c: '2026-03-31' });
    await rules.change(id, { size__c: '4', on__c: null });
    await rules.dispatch();
    expect(await titles()).toEqual(['2.5 2026-03-31']);
  });

  it('is not known of what an older version announced', async () => {
    await rule('Begun', [set('title', '"begun"')], { condition: BEGUN });
    await rule('Blank', [set('companyName', '"blank"')], {
      condition: 'AND(ISCHANGED(status), ISBLANK(PRIORVALUE(status)))',
    });
    const { id } = await rules.make({ name: 'Ada' });
    await rules.change(id, { status: 'working' });
    await rules.write((tx) => tx.run('update outbox.event set before = null'));
    await rules.dispatch();
    expect(await ran()).toEqual(['Blank']);
  });
});

describe('what many changes did', () => {
  it('is told of each, of a bulk change and of an import, in one statement for all', async () => {
    await rule('Begun', [set('title', STORY)], { condition: BEGUN });
    const by = bulkCtx(rules.ctx);
    const names = Array.from({ length: 30 }, (_, n) => `L${n}`);
    const made = await rules.write(
      (tx, object) =>
        attemptCreates(
          tx,
          object,
          names.map((name, n) => ({ name, status: n < 10 ? 'qualified' : 'new' })),
        ),
      { by },
    );
    const updates = made.map(({ record }) => ({
      id: record?.id as RecordId,
      patch: { status: 'working' },
    }));
    const rest = updates.slice(20);
    await rules.write((tx, object) => updateRecords(tx, object, updates.slice(0, 20)), { by });
    await rules.write((tx, object) => attemptUpdates(tx, object, rest), { by });
    await rules.dispatch();
    const told = await titles();
    expect(told.slice(0, 10)).toEqual(Array(10).fill(null));
    expect(told.slice(10)).toEqual(Array(20).fill('new>working;'));
  });
});

describe('a validation rule', () => {
  const definition = {
    formula: 'OR(ISNEW(), NOT(ISCHANGED(status)), PRIORVALUE(status) <> "qualified")',
    message: 'A qualified lead stays qualified.',
    field: 'status',
  };

  it('asks what a change does, before it is saved', async () => {
    await rules.rule('validation', 'Stays', definition);
    const { id } = await rules.make({ name: 'Ada', status: 'qualified' });
    expect(await faults(rules.change(id, { name: 'Ada L.' }))).toEqual(['fine']);
    expect(await faults(rules.change(id, { status: 'working', title: 'Dr' }))).toEqual([
      'validation_failed',
      '/status validation_rule',
    ]);
    const other = await rules.make({ name: 'Eve' });
    expect(await faults(rules.change(other.id, { status: 'working' }))).toEqual(['fine']);
    expect(await faults(rules.change(other.id, { status: 'qualified' }))).toEqual(['fine']);
  });

  it('knows what is new', async () => {
    const formula = 'IF(ISNEW(), status = "new", ISBLANK(PRIORVALUE(title)) = FALSE)';
    await rules.rule('validation', 'Begins', { ...definition, formula });
    expect(await rules.batch([{ name: 'A' }, { name: 'B', status: 'working' }])).toEqual([
      'A',
      'validation_failed',
    ]);
  });
});

describe('what is refused', () => {
  it('is anything but a field of the record itself that is not computed', async () => {
    rules = await TestRules.open(t, new DefinedMetadata());
    const create = new CreateField(t.db, rules.models);
    const twice = { formula: 'score * 2', resultType: 'number' } as const;
    const formula = { name: 'twice__c', label: 'Twice', type: 'formula', settings: twice } as const;
    await create.execute(rules.ctx, 'lead', formula);
    const refusedIn = (condition: string) =>
      faults(rule('R', [set('title', '"x"')], { condition }));
    expect(await refusedIn('ISCHANGED(twice__c)')).toEqual([
      'validation_failed',
      '/condition formula_argument_type',
    ]);
    expect(await refusedIn('ISCHANGED(owner.name)')).toEqual([
      'validation_failed',
      '/condition formula_argument_type',
    ]);
    expect(await refusedIn('ISCHANGED(status)')).toEqual(['fine']);
  });

  it.each([
    ['a formula', { type: 'formula', settings: { formula: 'PRIORVALUE(score)' } }],
    ['a stored one', { type: 'formula', settings: { formula: 'PRIORVALUE(score)', stored: true } }],
    ['a condition', { type: 'text', requiredWhen: 'ISCHANGED(status)' }],
  ] as const)('is the question in %s of a field', async (_, field) => {
    rules = await TestRules.open(t, new DefinedMetadata());
    const create = new CreateField(t.db, rules.models);
    const made = create.execute(rules.ctx, 'lead', { name: 'x__c', label: 'X', ...field });
    const [code, ...pointers] = await faults(made);
    expect(code).toBe('validation_failed');
    expect(pointers).toEqual([expect.stringMatching(/formula_only_in_rules$/)]);
  });
});
