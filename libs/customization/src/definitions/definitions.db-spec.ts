import type { DomainError } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { NewField } from './checks/field-input.js';
import { Workshop } from './testing/a-workshop.js';

let t: TestDatabase;
let w: Workshop;

beforeAll(async () => {
  t = await testDatabase();
  w = await Workshop.open(t);
});

afterAll(async () => {
  await w?.close();
  await t?.close();
});

async function refusal(work: Promise<unknown>): Promise<string[]> {
  const [result] = await Promise.allSettled([work]);
  if (result?.status !== 'rejected') throw new Error('It was expected to be refused');
  const { code, options, message } = result.reason as DomainError;
  if (!code) throw new Error(message);
  return [code, ...(options.errors ?? []).map((each) => `${each.pointer} ${each.code}`)];
}

const OPTIONS = [
  { code: 'a', label: 'A' },
  { code: 'b', label: 'B' },
];

describe('a custom field', () => {
  test('applies to records at once and is shown with its settings', async () => {
    const made = await w.define('part', {
      name: 'finish__c',
      type: 'picklist',
      settings: { options: OPTIONS },
      required: true,
    });
    expect(made).toMatchObject({ custom: true, version: 1, index: 'none', filterable: true });
    expect(await refusal(w.make('part', { name: 'Bolt', finish__c: 'c' }))).toEqual([
      'validation_failed',
      '/finish__c enum',
    ]);
    expect(await refusal(w.make('part', { name: 'Bolt' }))).toContain('/finish__c required');
    const record = await w.make('part', { name: 'Bolt', finish__c: 'a' });
    expect(await w.get('part', record.id)).toMatchObject({ finish__c: 'a' });
    await w.deleteField.execute(w.ctx, 'part', 'finish__c');
  });

  test('has everything that is wrong with it told at once', async () => {
    const wrong: NewField = {
      name: 'Nonsense',
      type: 'text',
      label: ' ',
      settings: { maxLength: 1000, colour: 'red' },
      indexed: true,
      requiredWhen: 'amount >',
      portals: { nobody: 'read' } as never,
    };
    expect((await refusal(w.createField.execute(w.ctx, 'part', wrong))).sort()).toEqual([
      '/label min_length',
      '/name format',
      '/portals/nobody unknown_field',
      '/requiredWhen formula_syntax',
      '/settings/colour unknown_field',
      '/settings/maxLength range',
      'malformed_request',
    ]);
  });

  test.each<[Partial<NewField>, string]>([
    [{ type: 'textarea', indexed: true }, '/indexed conflict'],
    [{ type: 'boolean', unique: true }, '/unique conflict'],
    [{ type: 'number', searched: true }, '/searched conflict'],
    [{ type: 'text', unique: true, portals: { customer: 'write' } }, '/portals conflict'],
    [{ type: 'text', unique: true, portals: { vendor: 'write' } }, '/portals conflict'],
    [{ type: 'auto_number', portals: { customer: 'write' } }, '/portals conflict'],
    [{ type: 'lookup', settings: { target: 'nothing' } }, '/settings/target reference'],
    [{ type: 'master_detail', settings: { target: 'note' } }, '/type conflict'],
    [{ type: 'picklist', settings: { master: 'planets' } }, '/settings/master enum'],
    [{ type: 'number', default: 'x' }, '/default format'],
    [{ type: 'picklist', settings: { master: 'rating' }, default: 'nobody' }, '/default enum'],
    [{ type: 'lookup', settings: { target: 'part' }, default: 'x' }, '/default conflict'],
    [
      { type: 'formula', settings: { formula: 'nothing + 1' } },
      '/settings/formula formula_unknown_field',
    ],
    [
      { type: 'formula', settings: { formula: 'weight + name' } },
      '/settings/formula formula_argument_type',
    ],
    [
      { type: 'formula', settings: { formula: 'TODAY()', stored: true } },
      '/settings/stored conflict',
    ],
    [{ type: 'formula', settings: { formula: '1' }, required: true }, '/required conflict'],
    [{ type: 'formula', settings: { formula: '1' }, indexed: true }, '/indexed conflict'],
    [
      { type: 'rollup', settings: { child: 'note', childField: 'title', function: 'count' } },
      '/settings/childField reference',
    ],
    [
      {
        type: 'rollup',
        settings: { child: 'note', childField: 'partId', function: 'sum', of: 'title' },
      },
      '/settings/of reference',
    ],
    [
      {
        type: 'rollup',
        settings: {
          child: 'note',
          childField: 'partId',
          function: 'count',
          filter: { field: 'x', op: 'eq', value: 1 },
        },
      },
      '/settings/filter/field unknown_field',
    ],
    [{ type: 'auto_number', settings: { format: 'no token' } }, '/settings/format format'],
  ])('like %j is refused with %s', async (given, expected) => {
    const field = { name: 'wrong__c', label: 'Wrong', ...given } as NewField;
    expect(await refusal(w.createField.execute(w.ctx, 'part', field))).toContain(expected);
  });

  test('keeps its name and values when it is deleted', async () => {
    await w.define('part', { name: 'gone__c', type: 'text' });
    const { id } = await w.make('part', { name: 'Bolt', gone__c: 'kept' });
    await w.deleteField.execute(w.ctx, 'part', 'gone__c');
    expect(await w.get('part', id)).not.toHaveProperty('gone__c');
    await w.change('part', id, { name: 'Nut' });
    const { rows } = await w.shop.owner.query(`select custom from shop.part where id = $1`, [id]);
    expect(rows[0]).toEqual({ custom: { gone__c: 'kept' } });
    const again = w.define('part', { name: 'gone__c', type: 'number' });
    expect(await refusal(again)).toEqual(['field_name_taken']);
    expect(await refusal(w.deleteField.execute(w.ctx, 'part', 'gone__c'))).toEqual(['not_found']);
  });

  test('of the system is neither changed nor deleted', async () => {
    expect(await refusal(w.deleteField.execute(w.ctx, 'part', 'name'))).toEqual([
      'field_is_standard',
    ]);
    const change = w.updateField.execute(w.ctx, 'part', 'name', { label: 'X' }, null);
    expect(await refusal(change)).toEqual(['field_is_standard']);
    expect(await refusal(w.define('note', { name: 'x__c', type: 'text' }))).toEqual([
      'object_not_customizable',
    ]);
  });

  test('is not lost to a change of somebody else', async () => {
    const { version } = await w.define('part', { name: 'raced__c', type: 'text' });
    await w.updateField.execute(w.ctx, 'part', 'raced__c', { label: 'First' }, version);
    const late = w.updateField.execute(w.ctx, 'part', 'raced__c', { label: 'Late' }, version);
    expect(await refusal(late)).toEqual(['precondition_failed']);
  });

  test('takes members of its settings one by one, and null clears one', async () => {
    await w.define('part', {
      name: 'code__c',
      type: 'text',
      settings: { minLength: 2, maxLength: 9 },
    });
    const settings = { minLength: null, pattern: '[a-z]+' };
    const after = await w.updateField.execute(w.ctx, 'part', 'code__c', { settings }, null);
    expect(after.settings).toEqual({ maxLength: 9, pattern: '[a-z]+' });
  });

  test('stands where it is put', async () => {
    await w.newObject('order__c');
    for (const name of ['a__c', 'b__c', 'c__c']) await w.define('order__c', { name, type: 'text' });
    const fields = await w.reorderFields.execute(w.ctx, 'order__c', ['c__c', 'a__c']);
    const customs = fields.filter(({ custom }) => custom).map(({ name }) => name);
    expect(customs).toEqual(['c__c', 'a__c', 'b__c']);
    expect(
      await refusal(w.reorderFields.execute(w.ctx, 'order__c', ['x', 'a__c', 'a__c'])),
    ).toEqual(['validation_failed', '/fields/0 reference', '/fields/2 unique']);
  });

  test('is one of 200 at most on an object, and one of 25 formulas', async () => {
    await w.newObject('full__c');
    for (let i = 0; i < 25; i += 1) {
      await w.define('full__c', { name: `f${i}__c`, type: 'formula', settings: { formula: '1' } });
    }
    const more = { name: 'more__c', type: 'formula', settings: { formula: '1' } } as const;
    expect(await refusal(w.define('full__c', more))).toEqual(['field_limit_reached']);
    await w.shop.owner.query(
      `insert into customization.field (company_id, id, object, name, position, label, type,
        settings,
         required, is_unique, indexed, searched, personal, portals, created_at, updated_at)
       select $1, gen_random_uuid(), 'full__c', 't' || n || '__c', n, 'T', 'text', '{}',
         false, false, false, false, false, '{}', now(), now() from generate_series(1, 175) n`,
      [w.ctx.companyId],
    );
    await w.updateObject.execute(w.ctx, 'full__c', { label: 'Full' }, null);
    const field = w.define('full__c', { name: 'last__c', type: 'text' });
    expect(await refusal(field)).toEqual(['field_limit_reached']);
  });

  test('writes the log and a revision', async () => {
    await w.define('part', { name: 'logged__c', type: 'text' });
    await w.updateField.execute(w.ctx, 'part', 'logged__c', { label: 'Logged' }, null);
    const { rows } = await w.shop.owner.query(
      `select e.action, r.name, r.after ->> 'label' as label from audit.entry e
       join configuration.revision r on r.company_id = e.company_id
         and r.subject_id = e.record_id and r.request_id = e.request_id
         and (r.before is null) = (e.action = 'custom_field.created')
       where e.company_id = $1 and r.name = 'part.logged__c' order by e.id`,
      [w.ctx.companyId],
    );
    expect(rows).toEqual([
      { action: 'custom_field.created', name: 'part.logged__c', label: 'logged__c' },
      { action: 'custom_field.updated', name: 'part.logged__c', label: 'Logged' },
    ]);
  });
});

describe('a destructive change', () => {
  test('of a unique field is refused while values are not, with how many', async () => {
    await w.define('part', { name: 'serial__c', type: 'text' });
    for (const serial__c of ['1', '1', '1', '2', '2', '3'])
      await w.make('part', { name: 'P', serial__c });
    const change = w.updateField.execute(w.ctx, 'part', 'serial__c', { unique: true }, null);
    await expect(change).rejects.toMatchObject({
      code: 'field_values_not_unique',
      params: { values: 2, records: 5, example: '1' },
    });
    const tried = await w.updateField.dryRun(w.ctx, 'part', 'serial__c', { unique: true });
    expect(tried).toMatchObject({ dryRun: true, possible: false });
  });

  test('of options is refused while they are chosen, and counted', async () => {
    await w.define('part', { name: 'grade__c', type: 'picklist', settings: { options: OPTIONS } });
    await w.define('part', {
      name: 'grades__c',
      type: 'multi_select',
      settings: { options: OPTIONS },
    });
    await w.make('part', { name: 'P', grade__c: 'a', grades__c: ['a', 'b'] });
    const only = { settings: { options: OPTIONS.slice(1) } };
    for (const name of ['grade__c', 'grades__c']) {
      expect(await refusal(w.updateField.execute(w.ctx, 'part', name, only, null))).toEqual([
        'option_in_use',
      ]);
      expect(await w.updateField.dryRun(w.ctx, 'part', name, only)).toMatchObject({
        possible: false,
        affected: [{ what: 'records', count: 1, names: ['a'] }],
      });
    }
    const off = { settings: { options: [{ ...OPTIONS[0], active: false }, OPTIONS[1]] } };
    const tried = await w.updateField.dryRun(w.ctx, 'part', 'grade__c', off);
    expect(tried).toMatchObject({ possible: true, affected: [{ count: 1 }] });
    await w.updateField.execute(w.ctx, 'part', 'grade__c', off, null);
    expect(await refusal(w.make('part', { name: 'P', grade__c: 'a' }))).toContain('/grade__c enum');
  });

  test('that narrows settings says how many records it would refuse', async () => {
    await w.define('part', { name: 'memo__c', type: 'text' });
    for (const memo__c of ['short', 'rather long', 'longer still'])
      await w.make('part', { name: 'P', memo__c });
    const tried = await w.updateField.dryRun(w.ctx, 'part', 'memo__c', {
      settings: { maxLength: 5 },
    });
    expect(tried).toEqual({
      dryRun: true,
      possible: true,
      refusal: null,
      affected: [{ what: 'records', count: 2, names: [] }],
    });
    expect((await w.definitions.field(w.ctx, 'part', 'memo__c')).settings).toEqual({});
  });

  test('says what names the field, what others know of it included', async () => {
    await w.define('part', { name: 'used__c', type: 'number' });
    await w.define('part', {
      name: 'twice__c',
      type: 'formula',
      settings: { formula: 'used__c * 2' },
    });
    await w.define('part', { name: 'why__c', type: 'text', requiredWhen: 'used__c > 5' });
    await w.make('part', { name: 'P', used__c: '1' });
    w.usage.register({
      usageOf: (_, { field }) =>
        Promise.resolve(field === 'used__c' ? [{ what: 'views', count: 3, names: ['Mine'] }] : []),
    });
    expect((await w.deleteField.dryRun(w.ctx, 'part', 'used__c')).affected).toEqual([
      { what: 'formulas', count: 1, names: ['part.twice__c'] },
      { what: 'records', count: 1, names: [] },
      { what: 'requirements', count: 1, names: ['part.why__c'] },
      { what: 'views', count: 3, names: ['Mine'] },
    ]);
    await w.deleteField.execute(w.ctx, 'part', 'used__c');
    const { id } = await w.make('part', { name: 'P' });
    expect(await w.get('part', id)).toMatchObject({ twice__c: null });
  });
});

describe('a custom object', () => {
  test('is served with its fields, and is gone with them', async () => {
    expect(await w.newObject('project__c')).toMatchObject({
      path: '/objects/project__c',
      resource: 'objects/project__c',
      owned: true,
    });
    await w.define('project__c', { name: 'budget__c', type: 'currency' });
    const made = await w.make('project__c', { name: 'Moon', budget__c: '5' });
    expect(await w.get('project__c', made.id)).toMatchObject({ name: 'Moon', budget__c: '5.00' });
    const tried = await w.deleteObject.dryRun(w.ctx, 'project__c');
    expect(tried.affected).toEqual([
      { what: 'fields', count: 1, names: ['budget__c'] },
      { what: 'records', count: 1, names: [] },
    ]);
    await w.deleteObject.execute(w.ctx, 'project__c');
    expect(await refusal(w.definitions.object(w.ctx, 'project__c'))).toEqual(['not_found']);
    expect(await refusal(w.newObject('project__c'))).toEqual(['object_name_taken']);
  });

  test('has a name, labels and nothing that is taken', async () => {
    const input = { name: 'Project', label: '', pluralLabel: 'x'.repeat(101) };
    expect(await refusal(w.createObject.execute(w.ctx, input))).toEqual([
      'validation_failed',
      '/name format',
      '/label min_length',
      '/pluralLabel max_length',
    ]);
  });

  test('stays while fields of others point at it', async () => {
    await w.newObject('target__c');
    await w.define('part', { name: 'aim__c', type: 'lookup', settings: { target: 'target__c' } });
    expect(await refusal(w.deleteObject.execute(w.ctx, 'target__c'))).toEqual([
      'object_referenced',
    ]);
    expect(await w.deleteObject.dryRun(w.ctx, 'target__c')).toMatchObject({ possible: false });
    await w.deleteField.execute(w.ctx, 'part', 'aim__c');
    await w.deleteObject.execute(w.ctx, 'target__c');
  });

  test('takes its records along when what they belong to is deleted', async () => {
    await w.newObject('box__c');
    await w.newObject('item__c');
    await w.define('item__c', {
      name: 'box__c',
      type: 'master_detail',
      settings: { target: 'box__c' },
    });
    expect(await refusal(w.make('item__c', { name: 'I' }))).toContain('/box__c required');
    const box = await w.make('box__c', { name: 'B' });
    const item = await w.make('item__c', { name: 'I', box__c: box.id });
    await w.remove('box__c', box.id);
    expect(await w.get('item__c', item.id)).toBeUndefined();
  });

  test('belongs to two others at most, and never to its own', async () => {
    for (const name of ['m1__c', 'm2__c', 'm3__c', 'child__c']) await w.newObject(name);
    const detail = (object: string, target: string) =>
      w.define(object, { name: `of_${target}`, type: 'master_detail', settings: { target } });
    await detail('child__c', 'm1__c');
    await detail('child__c', 'm2__c');
    expect(await refusal(detail('child__c', 'm3__c'))).toContain('/type max');
    expect(await refusal(detail('m1__c', 'child__c'))).toContain('/settings/target cycle');
  });

  test('numbers its records without gaps', async () => {
    await w.newObject('ticket__c');
    await w.define('ticket__c', {
      name: 'no__c',
      type: 'auto_number',
      settings: { format: 'T-{000}', start: 5 },
    });
    const first = await w.make('ticket__c', { name: 'A' });
    await expect(w.make('ticket__c', { name: '' })).rejects.toThrow();
    const second = await w.make('ticket__c', { name: 'B' });
    expect([first['no__c'], second['no__c']]).toEqual(['T-005', 'T-006']);
    expect(await refusal(w.change('ticket__c', first.id, { no__c: 'T-1' }))).toContain(
      '/no__c read_only',
    );
  });
});

test('an index that is asked for later is built beside the work that goes on', async () => {
  await w.define('part', { name: 'late__c', type: 'number' });
  const { id } = await w.make('part', { name: 'P', late__c: '7' });
  const marked = await w.updateField.execute(w.ctx, 'part', 'late__c', { indexed: true }, null);
  expect(marked.index).toBe('building');
  await w.build();
  expect((await w.definitions.field(w.ctx, 'part', 'late__c')).index).toBe('ready');
  const { rows } = await w.shop.owner.query(
    `select number_value as value from objects.field_value where record_id = $1`,
    [id],
  );
  expect(rows).toContainEqual({ value: '7' });
});

test('what one company defines is unknown to another', async () => {
  const other = await t.newCompany();
  const fields = await w.definitions.fields(other, 'part');
  expect(fields.filter(({ custom }) => custom)).toEqual([]);
});
