import { type Ctx, type DomainError, newId, notFound } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { RecordId, RecordView } from '@quittance/metadata';
import { TestRecords, faults, refusal } from '../testing/test-records.js';
import { attemptCreates } from './create-records.js';
import { attemptUpdates } from './update-records.js';

let t: TestDatabase;
let ctx: Ctx;
let parts: TestRecords;

beforeAll(async () => {
  t = await testDatabase();
  parts = await TestRecords.open(t);
  ctx = parts.ctx;
});

afterAll(async () => {
  await parts?.close();
  await t?.close();
});

describe('a record that is made', () => {
  it('has what was sent, its defaults, an owner and its stamps', async () => {
    const record = await parts.make({
      price: '12.50',
      currency: 'EUR',
      sizes: ['s'],
      colour__c: 'red',
    });
    expect(record).toMatchObject({
      version: 1,
      name: 'Bolt',
      kind: 'raw',
      price: '12.50',
      stock: 0,
      sizes: ['s'],
      colour__c: 'red',
      serial__c: null,
      ownerId: parts.me,
      createdBy: parts.me,
      createdAt: ctx.now,
      place: { city: null },
    });
    expect(await parts.get(record.id)).toEqual(record);
  });

  it('is logged and announced as it is', async () => {
    const record = await parts.make({ code: 'L-1' });
    expect(await parts.log(record.id)).toMatchObject([
      { action: 'part.created', before: null, after: { name: 'Bolt', code: 'L-1', kind: 'raw' } },
    ]);
    expect(await parts.events(record.id)).toEqual([{ type: 'record.created', data: record }]);
  });

  it('comes with many others in the same few statements', async () => {
    const statements = await parts.statements(() =>
      parts.create(
        Array.from({ length: 50 }, (_, i) => ({ name: `Many ${i}`, spare_for__c: null })),
      ),
    );
    const one = await parts.statements(() => parts.create([{ name: 'One' }]));
    expect(one).toBeGreaterThan(4);
    expect(statements).toBe(one);
  });

  it('is numbered in its order, without a gap where one is refused', async () => {
    const first = await parts.make();
    await refusal(
      parts.create([{ name: 'A' }, { name: 'B', serial__c: first.id }, { name: null }]),
    );
    const next = await parts.create([{ name: 'C' }, { name: 'D' }]);
    const seq = (record: RecordView) => Number(String(record.number__c).slice(2));
    expect(next.map(seq)).toEqual([seq(first) + 1, seq(first) + 2]);
  });

  it('refuses members that nobody knows with their pointers, and does nothing', async () => {
    expect(await faults(parts.create([{ name: 'X', nope: 1, __proto__x: 2 }]))).toEqual([
      'malformed_request',
      '/nope unknown_field',
      '/__proto__x unknown_field',
    ]);
  });

  it('tells everything that is wrong at once', async () => {
    const input = {
      kind: 'odd',
      stock: 5,
      weight: 'heavy',
      wholeId: newId(),
      spare_for__c: newId(),
      seen_by__c: newId(),
    };
    expect(new Set(await faults(parts.create([input])))).toEqual(
      new Set([
        'validation_failed',
        '/kind enum',
        '/stock read_only',
        '/weight format',
        '/name required',
        '/wholeId reference_not_found',
        '/spare_for__c reference_not_found',
        '/seen_by__c reference_not_found',
      ]),
    );
  });

  it('of several leads the pointers with its position', async () => {
    expect(await faults(parts.create([{ name: 'fine' }, {}]))).toEqual([
      'validation_failed',
      '/1/name required',
    ]);
  });

  it('may be given by an operation what nobody may send', async () => {
    const [record] = await parts.create([{ name: 'X', stock: 5 }], { trusted: true });
    expect(record).toMatchObject({ stock: 5 });
  });
});

describe('a record that is changed', () => {
  it('takes the members sent and keeps the others', async () => {
    const { id, ...before } = await parts.make({
      colour__c: 'red',
      place: { city: 'Graz', line1: 'A 1' },
    });
    const after = await parts.update(id, {
      weight: '1.50',
      place: { city: null },
      colour__c: null,
    });
    expect(after).toMatchObject({
      ...before,
      version: 2,
      weight: '1.5',
      colour__c: null,
      place: { city: null, line1: 'A 1' },
    });
    expect(await parts.get(id)).toEqual(after);
  });

  it('is logged with what it was and is, and announced whole', async () => {
    const { id } = await parts.make({ weight: '1' });
    const after = await parts.update(id, { weight: '2', colour__c: 'blue' });
    expect((await parts.log(id))[1]).toEqual({
      action: 'part.updated',
      before: { weight: '1', colour__c: null },
      after: { weight: '2', colour__c: 'blue' },
    });
    expect((await parts.events(id))[1]).toEqual({ type: 'record.updated', data: after });
  });

  it('stays as it is where nothing differs', async () => {
    const before = await parts.make({ weight: '1.0', place: { city: 'Graz' } });
    const after = await parts.update(before.id, {
      weight: 1,
      place: { city: 'Graz' },
      kind: 'raw',
    });
    expect(after).toEqual(before);
    expect(await parts.log(before.id)).toHaveLength(1);
  });

  it('is not changed at another version than expected', async () => {
    const { id } = await parts.make();
    await parts.update(id, { weight: '1' }, 1);
    expect((await refusal(parts.update(id, { weight: '2' }, 1))).code).toBe('precondition_failed');
    expect(await parts.get(id)).toMatchObject({ weight: '1', version: 2 });
  });

  it('keeps the values of fields that are no more', async () => {
    const { id } = await parts.make();
    await parts.shop.owner.query(
      `update shop.part set custom = custom || '{"old__c":"kept"}' where id = $1`,
      [id],
    );
    await parts.update(id, { colour__c: 'red' });
    const { rows } = await parts.shop.owner.query(`select custom from shop.part where id = $1`, [
      id,
    ]);
    expect(rows[0].custom).toMatchObject({ old__c: 'kept', colour__c: 'red' });
  });

  it('does not lose one of two changes at once', async () => {
    const { id } = await parts.make();
    await Promise.all([parts.update(id, { weight: '9' }), parts.update(id, { colour__c: 'red' })]);
    expect(await parts.get(id)).toMatchObject({ weight: '9', colour__c: 'red', version: 3 });
  });

  it('keeps amounts and their currency together', async () => {
    const { id } = await parts.make({ price: '12.50', currency: 'EUR' });
    expect(await faults(parts.update(id, { currency: 'JPY' }))).toContain('/price precision');
    expect(await parts.update(id, { currency: 'JPY', price: '13' })).toMatchObject({ price: '13' });
  });
});

describe('a set of which some are refused', () => {
  it('is saved without them, each with its reason', async () => {
    const taken = await parts.make({ code: 'T-1', serial__c: 'S-1' });
    const outcomes = await parts.shop.write('part', (tx, object) =>
      attemptCreates(tx, object, [
        { name: 'one' },
        { name: 'two', code: 'T-1' },
        { name: null },
        { name: 'four', serial__c: 'S-1' },
        { name: 'five', code: 'T-5' },
        { name: 'six', code: 'T-5' },
      ]),
    );
    const told = outcomes.map(({ record, error }) =>
      record
        ? record.name
        : error?.options.errors?.map(({ pointer, code }) => `${pointer} ${code}`),
    );
    expect(told).toEqual([
      'one',
      ['/code unique'],
      ['/name required'],
      ['/serial__c unique'],
      'five',
      ['/code unique'],
    ]);
    expect(await parts.log(outcomes[0]?.record?.id ?? '')).toHaveLength(1);
    expect(taken.version).toBe(1);
  });

  it('tells of each all that is wrong: what is taken and what its state forbids too', async () => {
    const taken = { code: 'B-1', serial__c: 'B-2' };
    await parts.make(taken);
    const free = await parts.make({ code: 'B-3' });
    const { hooks } = parts.shop;
    const places = [{ pointer: '/weight', code: 'locked', message: 'stays as it is' }];
    hooks.faults = async (_, records) =>
      records.map(({ after }) =>
        after.weight === '7' ? notFound({ object: 'part' }, { errors: places }) : null,
      );
    const told = (error: DomainError | undefined) => [
      error?.code,
      ...(error?.options.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort(),
    ];
    const all = ['/code unique', '/serial__c unique', '/weight locked'];
    try {
      const [made, alone] = await parts.shop.write('part', (tx, object) =>
        attemptCreates(tx, object, [
          { name: null, weight: '7', ...taken },
          { name: 'x', weight: '7' },
        ]),
      );
      expect(told(made?.error).sort()).toEqual(
        ['validation_failed', ...all, '/name required'].sort(),
      );
      expect(told(alone?.error)).toEqual(['not_found', '/weight locked']);
      const patch = { kind: 'none', weight: '7', ...taken };
      const [changed] = await parts.shop.write('part', (tx, object) =>
        attemptUpdates(tx, object, [{ id: free.id, patch }]),
      );
      expect(told(changed?.error).sort()).toEqual(
        ['validation_failed', ...all, '/kind enum'].sort(),
      );
      const one = await refusal(parts.create([{ name: null, ...taken }]));
      expect(told(one)).toEqual([
        'validation_failed',
        '/code unique',
        '/name required',
        '/serial__c unique',
      ]);
    } finally {
      delete hooks.faults;
    }
  });

  it('is halved until the one is found that a hook refuses', async () => {
    const refused = await parts.make();
    parts.shop.hooks.beforeUpdate = (_, changes) => {
      if (changes.some(({ before }) => before.id === refused.id))
        return parts.remove(newId<'record'>()) as never;
      return Promise.resolve([]);
    };
    const others = await parts.create([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const ids = [others[0], refused, others[1], others[2]].map((each) => each?.id as RecordId);
    const outcomes = await parts.shop
      .write('part', (tx, object) =>
        attemptUpdates(tx, object, [
          ...ids.map((id) => ({ id, patch: { weight: '3' } })),
          { id: newId<'record'>(), patch: {} },
        ]),
      )
      .finally(() => delete parts.shop.hooks.beforeUpdate);
    expect(outcomes.map(({ record, error }) => record?.weight ?? error?.code)).toEqual([
      '3',
      'not_found',
      '3',
      '3',
      'not_found',
    ]);
    expect((await parts.events(ids[0] ?? '')).length).toBe(2);
  });
});
