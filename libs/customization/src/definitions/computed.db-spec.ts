import { type Ctx, type UserId, newId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { RecordView } from '@quittance/metadata';
import { readRecords } from '@quittance/objects';
import type { FieldSettings } from '@quittance/fields';
import { Workshop } from './testing/a-workshop.js';

let t: TestDatabase;
let w: Workshop;

beforeAll(async () => {
  t = await testDatabase();
  w = await Workshop.open(t);
  await w.newObject('project__c');
  await w.newObject('task__c');
  const target = { target: 'project__c' };
  await w.define('task__c', { name: 'project__c', type: 'lookup', settings: target });
  await w.define('task__c', { name: 'hours__c', type: 'number' });
  await w.define('task__c', { name: 'due__c', type: 'date' });
  await w.define('task__c', { name: 'done__c', type: 'boolean' });
});

afterAll(async () => {
  await w?.close();
  await t?.close();
});

const formula = (object: string, name: string, text: string, more: FieldSettings = {}) =>
  w.define(object, { name, type: 'formula', settings: { formula: text, ...more } });

const rollup = (name: string, settings: FieldSettings) =>
  w.define('project__c', {
    name,
    type: 'rollup',
    settings: { child: 'task__c', childField: 'project__c', ...settings },
  });

function owning(ctx: Ctx, userId: UserId): Ctx {
  const permissions = { ...ctx.permissions, scope: () => 'own' as const };
  return Object.freeze({ ...ctx, userId, permissions });
}

describe('a formula', () => {
  test('is evaluated when the record is read, one upon the other', async () => {
    await formula('task__c', 'double__c', 'hours__c * 2');
    await formula('task__c', 'text__c', '"Is " & TEXT(double__c)');
    const task = await w.make('task__c', { name: 'T', hours__c: '1.5' });
    expect(task).toMatchObject({ double__c: '3', text__c: 'Is 3' });
    expect(await w.get('task__c', task.id)).toMatchObject({ double__c: '3', text__c: 'Is 3' });
    const changed = await w.change('task__c', task.id, { hours__c: '10' });
    expect(changed).toMatchObject({ double__c: '20', text__c: 'Is 20' });
  });

  test('takes what is empty for zero in arithmetic, unless it says that it is blank', async () => {
    const settings = { formula: 'hours__c + 1', stored: true };
    await w.define('task__c', { name: 'zero__c', type: 'formula', settings });
    await formula('task__c', 'blank__c', 'hours__c + 1', { stored: true, blankAs: 'blank' });
    await w.build();
    await rollup('zeros__c', { function: 'sum', of: 'zero__c' });
    await rollup('blanks__c', { function: 'sum', of: 'blank__c' });
    await w.build();
    const project = await w.make('project__c', { name: 'Blank' });
    const base = { name: 'T', project__c: project.id };
    const task = await w.make('task__c', base);
    expect(task).toMatchObject({ zero__c: '1', blank__c: null });
    await w.make('task__c', { ...base, hours__c: '4' });
    expect(await w.get('project__c', project.id)).toMatchObject({ zeros__c: '6', blanks__c: '5' });
    await w.updateField.execute(
      w.ctx,
      'task__c',
      'zero__c',
      { settings: { blankAs: 'blank' } },
      null,
    );
    await w.build();
    expect(await w.get('task__c', task.id)).toMatchObject({ zero__c: null });
    expect(await w.get('project__c', project.id)).toMatchObject({ zeros__c: '5' });
  });

  test('that cannot be evaluated is empty, and the record is read', async () => {
    await formula('task__c', 'ratio__c', '1 / hours__c');
    const task = await w.make('task__c', { name: 'T', hours__c: '0' });
    expect(task['ratio__c']).toBeNull();
  });

  test('reaches through one lookup, no farther than the actor may see', async () => {
    await w.define('project__c', { name: 'budget__c', type: 'number' });
    await formula('task__c', 'of__c', 'project__c.name & "!"');
    await formula('task__c', 'left__c', 'project__c.budget__c - 3');
    const project = await w.make('project__c', { name: 'Moon' });
    const task = await w.make('task__c', { name: 'T', project__c: project.id });
    expect(task).toMatchObject({ of__c: 'Moon!', left__c: '-3' });
    const stranger = newId<'user'>();
    await w.shop.owner.query(
      `insert into identity.staff_user (company_id, id, email, name, created_at, updated_at)
       values ($1, $2, 'stranger@example.com', 'Jo', now(), now())`,
      [w.ctx.companyId, stranger],
    );
    await w.change('task__c', task.id, { ownerId: stranger });
    const seen = await w.get('task__c', task.id, owning(w.ctx, stranger));
    // No zero stands for what is there and out of sight.
    expect(seen).toMatchObject({ project__c: project.id, of__c: '!', left__c: null });
  });

  test('is never computed from itself, over lookups and roll-ups neither', async () => {
    const first = await formula('project__c', 'first__c', '1');
    await formula('project__c', 'second__c', 'first__c + 1');
    const settings = { formula: 'second__c + 1' };
    const change = w.updateField.execute(w.ctx, 'project__c', first.name, { settings }, null);
    await expect(change).rejects.toMatchObject({
      options: { errors: [{ pointer: '/settings/formula', code: 'cycle' }] },
    });
    await expect(formula('task__c', 'self__c', 'self__c + 1')).rejects.toThrow();
    await expect(formula('task__c', 'far__c', 'project__c.second__c')).rejects.toThrow();
  });

  test('that is stored is in the document, of older records too once it is built', async () => {
    const older = await w.make('task__c', { name: 'Older', hours__c: '4' });
    await formula('task__c', 'kept__c', 'hours__c + 1', { stored: true });
    const newer = await w.make('task__c', { name: 'Newer', hours__c: '6' });
    const values = async () => {
      const { rows } = await w.shop.owner.query<{ id: string; value: string | null }>(
        `select r.id, v.number_value::text as value from objects.record r
         left join customization.field f on f.company_id = r.company_id and f.name = 'kept__c'
         left join objects.field_value v on v.company_id = r.company_id
           and v.field_id = f.id and v.record_id = r.id
         where r.id = any($1) order by r.name`,
        [[older.id, newer.id]],
      );
      return rows.map(({ value }) => value);
    };
    expect(await values()).toEqual(['7', null]);
    expect(await w.get('task__c', older.id)).toMatchObject({ kept__c: '5' });
    await w.build();
    expect(await values()).toEqual(['7', '5']);
    await w.change('task__c', older.id, { hours__c: '9' });
    expect(await values()).toEqual(['7', '10']);
  });

  test('that is stored is recomputed when its definition changes, and those upon it', async () => {
    await formula('task__c', 'base__c', 'hours__c * 10', { stored: true });
    await formula('task__c', 'upon__c', 'base__c + 1', { stored: true });
    const task = await w.make('task__c', { name: 'Kept', hours__c: '2' });
    await w.build();
    const documents = async () => {
      const { rows } = await w.shop.owner.query<{ base: string | null; upon: string | null }>(
        `select custom ->> 'base__c' as base, custom ->> 'upon__c' as upon
         from objects.record where id = $1`,
        [task.id],
      );
      return rows[0];
    };
    expect(await documents()).toEqual({ base: '20', upon: '21' });
    const settings = { formula: 'hours__c * 100' };
    await w.updateField.execute(w.ctx, 'task__c', 'base__c', { settings }, null);
    await w.build();
    expect(await documents()).toEqual({ base: '200', upon: '201' });
    await w.deleteField.execute(w.ctx, 'task__c', 'base__c');
    await w.build();
    expect(await documents()).toMatchObject({ upon: null });
  });

  test('makes a field required where it is true', async () => {
    await w.define('task__c', { name: 'why__c', type: 'text', requiredWhen: 'hours__c > 100' });
    await expect(w.make('task__c', { name: 'T', hours__c: '101' })).rejects.toMatchObject({
      options: { errors: [{ pointer: '/why__c', code: 'required' }] },
    });
    const task = await w.make('task__c', { name: 'T', hours__c: '100' });
    await expect(w.change('task__c', task.id, { hours__c: '101' })).rejects.toThrow();
    await w.change('task__c', task.id, { hours__c: '101', why__c: 'Big' });
  });
});

describe('a roll-up', () => {
  const tasks = async (project: string, ...hours: (string | null)[]) => {
    for (const hours__c of hours) {
      await w.make('task__c', {
        name: 'T',
        project__c: project,
        hours__c,
        done__c: hours__c === '3',
      });
    }
  };

  test('counts, adds up, averages and finds the ends of the children there are', async () => {
    await rollup('count__c', { function: 'count' });
    await rollup('sum__c', { function: 'sum', of: 'hours__c' });
    await rollup('average__c', { function: 'average', of: 'hours__c' });
    await rollup('min__c', { function: 'min', of: 'hours__c' });
    await rollup('last__c', { function: 'max', of: 'due__c' });
    const filter = { field: 'done__c', op: 'eq', value: true };
    await rollup('done__c', { function: 'sum', of: 'hours__c', filter });
    await formula('project__c', 'left__c', 'sum__c - done__c');
    const project = await w.make('project__c', { name: 'P' });
    const none = { count__c: '0', sum__c: '0', average__c: null, min__c: null, last__c: null };
    expect(await w.get('project__c', project.id)).toMatchObject(none);
    await tasks(project.id, '1', '2.5', '3', null);
    await w.make('task__c', { name: 'Dated', project__c: project.id, due__c: '2026-12-24' });
    expect(await w.get('project__c', project.id)).toMatchObject({
      count__c: '5',
      sum__c: '6.5',
      average__c: '2.1666666667',
      min__c: '1',
      last__c: '2026-12-24',
      done__c: '3',
      left__c: '3.5',
    });
  });

  test('leaves out what the actor may not see', async () => {
    const project = await w.make('project__c', { name: 'P' });
    await tasks(project.id, '1', '2');
    const stranger = newId<'user'>();
    await w.shop.owner.query(
      `insert into identity.staff_user (company_id, id, email, name, created_at, updated_at)
       values ($1, $2, 'second@example.com', 'Jo', now(), now())`,
      [w.ctx.companyId, stranger],
    );
    await w.change('project__c', project.id, { ownerId: stranger });
    const seen = await w.get('project__c', project.id, owning(w.ctx, stranger));
    expect(seen).toMatchObject({ count__c: '0', sum__c: '0' });
  });

  test('over many parents takes one statement', async () => {
    const projects: RecordView[] = [];
    for (let i = 0; i < 5; i += 1) projects.push(await w.make('project__c', { name: `P${i}` }));
    for (const [i, { id }] of projects.entries()) await tasks(id, String(i));
    const counted: string[] = [];
    const object = await t.db.read(w.ctx, (tx) => w.models.object(tx, 'project__c'));
    const read = await t.db.read(w.ctx, (tx) => {
      const spied = Object.assign(Object.create(tx) as typeof tx, {
        rows: (statement: { text: string }, params: unknown[]) => {
          counted.push(statement.text);
          return tx.rows(statement as never, params);
        },
      });
      return readRecords(
        spied,
        object,
        projects.map(({ id }) => id),
      );
    });
    expect(read.map((each) => each['sum__c'])).toEqual(['0', '1', '2', '3', '4']);
    const rollups = [...object.fields.values()].filter(({ type }) => type === 'rollup').length;
    expect(counted).toHaveLength(1 + rollups);
  });

  test('that is stored follows its children in the same transaction', async () => {
    const project = await w.make('project__c', { name: 'Old' });
    await tasks(project.id, '2');
    await rollup('kept__c', { function: 'sum', of: 'hours__c', stored: true });
    await w.build();
    const kept = async (id: string) => {
      const { rows } = await w.shop.owner.query(
        `select r.custom ->> 'kept__c' as document, v.number_value::text as indexed, r.version
         from objects.record r join customization.field f on f.company_id = r.company_id
           and f.name = 'kept__c' and f.object = 'project__c'
         left join objects.field_value v on v.company_id = r.company_id
           and v.field_id = f.id and v.record_id = r.id where r.id = $1`,
        [id],
      );
      return rows[0];
    };
    expect(await kept(project.id)).toEqual({ document: '2', indexed: '2', version: 1 });
    const task = await w.make('task__c', { name: 'T', project__c: project.id, hours__c: '5' });
    expect(await kept(project.id)).toMatchObject({ document: '7', indexed: '7' });
    await w.change('task__c', task.id, { hours__c: '6' });
    expect(await kept(project.id)).toMatchObject({ document: '8' });
    const other = await w.make('project__c', { name: 'Other' });
    await w.change('task__c', task.id, { project__c: other.id });
    expect([await kept(project.id), await kept(other.id)]).toMatchObject([
      { document: '2' },
      { document: '6' },
    ]);
    await w.remove('task__c', task.id);
    expect(await kept(other.id)).toMatchObject({ document: '0', indexed: '0' });
    expect(await w.get('project__c', other.id)).toMatchObject({ kept__c: '0', version: 1 });
  });

  test('that is stored of a record without children is what a filter for none finds', async () => {
    await rollup('many__c', { function: 'count', stored: true });
    await rollup('soonest__c', { function: 'min', of: 'due__c', stored: true });
    await w.build();
    const project = await w.make('project__c', { name: 'Childless' });
    const none = { many__c: '0', kept__c: '0', soonest__c: null };
    expect(project).toMatchObject(none);
    expect(await w.get('project__c', project.id)).toMatchObject(none);
    const { rows } = await w.shop.owner.query(
      `select v.number_value::text as value from objects.field_value v
       join customization.field f on f.company_id = v.company_id and f.id = v.field_id
       where v.record_id = $1 and f.name = 'many__c'`,
      [project.id],
    );
    expect(rows).toEqual([{ value: '0' }]);
    await w.change('project__c', project.id, { name: 'Still childless' });
    expect(await w.get('project__c', project.id)).toMatchObject(none);
  });

  test('that is stored counts both of two children made at once', async () => {
    const project = await w.make('project__c', { name: 'Race' });
    const made = Array.from({ length: 8 }, () =>
      w.make('task__c', { name: 'T', project__c: project.id, hours__c: '1' }),
    );
    await Promise.all(made);
    expect(await w.get('project__c', project.id)).toMatchObject({ kept__c: '8', sum__c: '8' });
  });

  test('of amounts in several currencies is empty', async () => {
    await w.define('part', {
      name: 'parts__c',
      type: 'rollup',
      settings: { child: 'part', childField: 'wholeId', function: 'sum', of: 'price' },
    });
    const whole = await w.make('part', { name: 'Whole' });
    const parts = (currency: string, price: string) =>
      w.make('part', { name: 'P', wholeId: whole.id, currency, price });
    await parts('EUR', '1.50');
    await parts('EUR', '2');
    expect(await w.get('part', whole.id)).toMatchObject({ parts__c: '3.5' });
    await parts('JPY', '300');
    expect(await w.get('part', whole.id)).toMatchObject({ parts__c: null });
  });
});

describe('a formula that is asked about', () => {
  const ask = (expression: string, sample?: object) =>
    w.checkFormula.execute(w.ctx, { object: 'task__c', expression, sample: sample as never });

  test('is answered with its type, what it names and what it comes to', async () => {
    expect(await ask('hours__c * 2')).toMatchObject({ valid: true, type: 'number', value: null });
    const answer = await ask('IF(project__c.name = "Moon", hours__c * 2, 0)', {
      hours__c: '1.5',
      project__c: { name: 'Moon' },
    });
    expect(answer).toMatchObject({
      valid: true,
      type: 'number',
      value: '3',
      fields: ['project__c.name', 'hours__c'],
      trace: { name: 'IF', evaluated: true, value: '3' },
    });
  });

  test('is answered with every fault and its place', async () => {
    expect(await ask('hours__c +\n nothing__c')).toMatchObject({
      valid: false,
      errors: [{ code: 'unknown_field', position: { line: 2, column: 2 } }],
    });
    expect(await ask('x'.repeat(100_000))).toMatchObject({
      valid: false,
      errors: [{ code: 'too_long' }],
    });
  });

  test('is evaluated on a stored record with other values on top', async () => {
    const task = await w.make('task__c', { name: 'T', hours__c: '4' });
    expect(await ask('hours__c', { id: task.id })).toMatchObject({ value: '4' });
    expect(await ask('double__c', { id: task.id, hours__c: '5' })).toMatchObject({ value: '10' });
    await expect(ask('hours__c', { hours__c: 'x', nonsense: 1 })).rejects.toMatchObject({
      options: { errors: [{ pointer: '/sample/hours__c' }, { pointer: '/sample/nonsense' }] },
    });
    await expect(ask('hours__c', { id: newId() })).rejects.toMatchObject({ code: 'not_found' });
  });
});
