import { listPage, parseListRequest } from '@quittance/lists';
import { manualClock } from '@quittance/kernel/host';
import { addSeconds, newId, type Ctx } from '@quittance/kernel';
import { sql } from '@quittance/database';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { RecordId, CompanyObject } from '@quittance/metadata';
import type { Field, FieldType } from '@quittance/fields';
import { recordList } from '../list/record-list.js';
import { createRecords } from '../records/create-records.js';
import { deleteRecords } from '../records/delete-records.js';
import { updateRecords } from '../records/update-records.js';
import { TestShop } from '../testing/test-objects.js';

const STOCK = 2500;
let t: TestDatabase;
let shop: TestShop;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  shop = await new TestShop(t, ctx).open();
});

afterAll(async () => {
  await shop?.close();
  await t?.close();
});

/** Parts that were there before anybody thought of an index; the member counts from 0. */
async function stockUp(
  member: string,
  values = (n: string) => `'v' || (${n} % 50)`,
): Promise<void> {
  await shop.owner.query(
    `insert into shop.part (company_id, id, version, name, place, custom, created_at, updated_at)
     select $1, gen_random_uuid(), 1, 'Old', '{}', jsonb_build_object($2::text, ${values('n')}),
       now(), now() from generate_series(1, ${STOCK}) as n`,
    [ctx.companyId, member],
  );
}

const object = () => shop.object('part');
const indexOf = async ({ name }: Field) => {
  const storage = (await object()).fields.get(name)?.storage;
  return storage?.kind === 'custom' ? storage.index : null;
};
const create = (input: object) =>
  shop.write('part', async (tx, of) => (await createRecords(tx, of, [input as never]))[0]);

async function find(filter: unknown, of?: CompanyObject) {
  const found = of ?? (await object());
  const list = recordList(found.model, found);
  const request = parseListRequest(list as never, { filter: JSON.stringify(filter) });
  const page = await t.db.read(ctx, (tx) => listPage(tx, list, request));
  return 'total' in page ? page.total : 0;
}

/** What the side table says differs from what the documents say, either way round. */
async function gaps({ name, storage }: Field): Promise<number> {
  if (storage.kind !== 'custom') throw new Error('Not a custom field');
  const { rows } = await shop.owner.query(
    `select count(*)::int as gaps from (select t.id, t.custom ->> $2 as v from shop.part t
       where t.company_id = $1 and t.deleted_at is null) d
     full join (select record_id, text_value from objects.field_value
       where company_id = $1 and field_id = $3) s on s.record_id = d.id
     where s.record_id is null or d.id is null or d.v is distinct from s.text_value`,
    [ctx.companyId, name, storage.fieldId],
  );
  return rows[0].gaps;
}

describe('marking a field of many records as indexed', () => {
  it('lets lists read the documents until the side table is whole, as records change', async () => {
    await stockUp('zone__c');
    const field = await shop.define('part', 'zone__c', 'text', { indexed: true });
    const filter = { field: 'zone__c', op: 'eq', value: 'v7' };
    const expected = STOCK / 50;
    expect([await indexOf(field), await find(filter)]).toEqual(['building', expected]);
    const changes = (async () => {
      for (let i = 0; i < 30; i += 1) {
        const made = await create({ name: 'New', zone__c: 'fresh' });
        const { rows } = await shop.owner.query(
          `select id from shop.part where deleted_at is null and name = 'Old'
           order by random() limit 2`,
        );
        await shop.write('part', (tx, of) =>
          updateRecords(tx, of, [{ id: rows[0].id, patch: { name: 'New', zone__c: 'moved' } }]),
        );
        await shop.write('part', (tx, of) =>
          deleteRecords(
            tx,
            of,
            [made?.id as RecordId, rows[1].id].slice(i % 2).map((id) => ({ id })),
          ).catch(() => []),
        );
      }
    })();
    await Promise.all([changes, shop.build(), shop.build()]);
    expect([await indexOf(field), await gaps(field)]).toEqual(['ready', 0]);
    expect(await find({ field: 'zone__c', op: 'eq', value: 'moved' })).toBe(
      (
        await shop.owner.query(
          `select 1 from shop.part where deleted_at is null and custom ->> 'zone__c' = 'moved'`,
        )
      ).rows.length,
    );
  });

  it('misses no record of a process that has not heard of it yet', async () => {
    const stale = await object();
    const field = await shop.define('part', 'late__c', 'text', { indexed: true });
    await shop.build();
    await t.db.write(ctx, (tx) => createRecords(tx, stale, [{ name: 'By a stale process' }]));
    expect(await gaps(field)).toBe(0);
    expect(await find({ not: { field: 'late__c', op: 'isSet' } })).toBe(
      await find({ field: 'id', op: 'isSet' }),
    );
  });

  it('waits for a transaction that began to write before it was marked', async () => {
    const stale = await object();
    let goOn = () => undefined as void;
    const held = new Promise<void>((resolve) => (goOn = () => resolve()));
    let slow: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      slow = t.db.write(ctx, async (tx) => {
        await createRecords(tx, stale, [{ name: 'Slow' }]);
        begun();
        await held;
      });
    });
    const field = await shop.define('part', 'waited__c', 'text', { indexed: true });
    const clock = manualClock(ctx.now);
    for (let i = 0; i < 5; i += 1) await shop.builder.buildOnce(clock);
    expect(await indexOf(field)).toBe('building');
    goOn();
    await slow;
    await shop.build();
    expect([await indexOf(field), await gaps(field)]).toEqual(['ready', 0]);
  });

  it('is undone and done again without left-overs', async () => {
    const field = await shop.define('part', 'again__c', 'text', { indexed: true });
    await shop.build();
    const made = await create({ name: 'Again', again__c: 'one' });
    await shop.letGo('part', field);
    await shop.build();
    expect(await indexOf(field)).toBe('none');
    const { rows } = await shop.owner.query(
      `select 1 from objects.field_value where field_id = $1`,
      [field.storage.kind === 'custom' ? field.storage.fieldId : null],
    );
    expect(rows).toEqual([]);
    await shop.write('part', (tx, of) =>
      updateRecords(tx, of, [{ id: made?.id as RecordId, patch: { again__c: 'two' } }]),
    );
    await shop.keep('part', field, true);
    await shop.build();
    expect([await indexOf(field), await gaps(field)]).toEqual(['ready', 0]);
  });
});

describe('a reference whose index is not whole', () => {
  const make = async (input: object = {}) => (await create({ name: 'Pointed', ...input }))?.id;
  const remove = (id?: RecordId) =>
    shop.write('part', (tx, of) => deleteRecords(tx, of, [{ id: id as RecordId }]));
  const there = async (id?: RecordId) =>
    (
      await shop.owner.query(`select custom from shop.part where id = $1 and deleted_at is null`, [
        id,
      ])
    ).rows[0]?.custom;

  it('keeps, takes along and clears what points at a deleted record all the same', async () => {
    const ways = { kept__c: 'restrict', gone__c: 'cascade', freed__c: 'clear' } as const;
    const fields: Field[] = [];
    for (const [name, onDelete] of Object.entries(ways)) {
      const settings = { target: 'part', onDelete };
      fields.push(await shop.define('part', name, 'lookup', { settings }));
    }
    const beginAnew = async () => {
      for (const field of fields) {
        await shop.letGo('part', field);
        await shop.keep('part', field, false);
      }
      await shop.owner.query(`delete from objects.reference`);
    };
    await shop.build();
    const target = await make();
    const kept = await make({ kept__c: target });
    const [gone, freed] = [await make({ gone__c: target }), await make({ freed__c: target })];
    await beginAnew();
    await expect(remove(target)).rejects.toMatchObject({ code: 'record_referenced' });
    await shop.build();
    expect(await there(kept)).toMatchObject({ kept__c: target });
    await beginAnew();
    await remove(kept);
    await remove(target);
    expect(await there(gone)).toBeUndefined();
    expect((await there(freed)).freed__c ?? null).toBeNull();
    await shop.build();
  });
});

describe('marking a field as unique', () => {
  const stateOf = async ({ storage }: Field) =>
    (
      await shop.owner.query(
        `select state from objects.field_index where field_id = $1 and purpose = 'unique'`,
        [storage.kind === 'custom' ? storage.fieldId : null],
      )
    ).rows[0]?.state;

  it('refuses what exists already', async () => {
    await stockUp('tag__c', (n) => `'t' || ${n}`);
    const field = await shop.define('part', 'tag__c', 'text', { unique: true });
    await shop.build();
    expect(await stateOf(field)).toBe('ready');
    await expect(create({ name: 'Twice', tag__c: 't5' })).rejects.toMatchObject({
      options: { errors: [{ pointer: '/tag__c', code: 'unique' }] },
    });
  });

  it('fails where two records have the same value already', async () => {
    await create({ name: 'One', zone__c: 'twin' });
    await create({ name: 'Two', zone__c: 'twin' });
    const zone = (await object()).fields.get('zone__c') as Field;
    await shop.keep('part', { ...zone, unique: true }, true);
    await shop.build();
    expect(await stateOf(zone)).toBe('failed');
    const taken = { options: { errors: [{ pointer: '/zone__c', code: 'unique' }] } };
    await expect(create({ name: 'Three', zone__c: 'twin' })).rejects.toMatchObject(taken);
    expect(await create({ name: 'Four', zone__c: newId() })).toMatchObject({ name: 'Four' });
  });

  it('refuses what is taken while it is built, also of two who ask at once', async () => {
    await stockUp('badge__c', (n) => `'Old' || ${n} || '@example.com'`);
    const field = await shop.define('part', 'badge__c', 'email', { unique: true });
    expect(await stateOf(field)).toBe('building');
    const taken = { options: { errors: [{ pointer: '/badge__c', code: 'unique' }] } };
    await expect(create({ name: 'Late', badge__c: 'OLD7@example.com' })).rejects.toMatchObject(
      taken,
    );
    const value = `${newId()}@example.com`;
    await shop.letGo('part', field);
    await shop.keep('part', field, false);
    expect(await stateOf(field)).toBe('emptying');
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => create({ name: 'At once', badge__c: value })),
    );
    const reasons = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(reasons).toMatchObject([taken, taken, taken]);
    const made = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const id = made[0]?.id as RecordId;
    const patch = { name: 'Again', badge__c: value };
    await shop.write('part', (tx, of) => updateRecords(tx, of, [{ id, patch }]));
    await shop.build();
    expect(await stateOf(field)).toBe('ready');
  });

  /** Unique fields whose side tables hold nothing as yet: the documents alone answer. */
  const unsettled = async (types: Readonly<Record<string, FieldType>>) => {
    const fields = [];
    for (const [name, type] of Object.entries(types)) {
      fields.push(await shop.define('part', name, type, { unique: true }));
    }
    await shop.build();
    for (const field of fields) {
      await shop.letGo('part', field);
      await shop.keep('part', field, false);
      expect(await stateOf(field)).toBe('emptying');
    }
    return fields;
  };

  /** Saves these in a transaction; answers how many locks by one key it holds, as no cluster's. */
  const locksOf = (input: readonly object[]) =>
    shop.write('part', async (tx, of) => {
      await createRecords(tx, of, input as never);
      const { held } = await tx.one<{ held: number }>(
        sql(`select count(*)::int as held from pg_locks
          where locktype = 'advisory' and objsubid = 1 and pid = pg_backend_pid()`),
      );
      return held;
    });

  it('locks fields that are set while they are built, not each value', async () => {
    const fields = await unsettled({ plate__c: 'text', seal__c: 'email' });
    const parts = Array.from({ length: 40 }, (_, i) => ({
      name: `Part ${i}`,
      plate__c: newId(),
      seal__c: `${newId()}@example.com`,
    }));
    expect(await locksOf(parts)).toBe(2);
    expect(await locksOf([{ name: 'Untouched', zone__c: newId() }])).toBe(1);
    expect(await locksOf([{ name: 'Untouched' }])).toBe(0);
    // Each is compared with its own field, and told of it.
    const [one, two] = parts;
    const crossed = {
      name: 'Crossed',
      plate__c: one?.seal__c,
      seal__c: two?.seal__c.toUpperCase(),
    };
    await expect(create(crossed)).rejects.toMatchObject({
      options: { errors: [{ pointer: '/seal__c', code: 'unique' }] },
    });
    const twins = ['One', 'Two'].map((name) => ({ name, plate__c: 'twin' }));
    await expect(
      shop.write('part', (tx, of) => createRecords(tx, of, twins as never)),
    ).rejects.toMatchObject({ options: { errors: [{ pointer: '/1/plate__c', code: 'unique' }] } });
    await shop.build();
    for (const field of fields) expect(await stateOf(field)).toBe('ready');
    expect(await locksOf([{ name: 'Settled', plate__c: newId() }])).toBe(0);
  });

  it('refuses a value that a record of the same set has and keeps', async () => {
    await unsettled({ stamp__c: 'text', label__c: 'text' });
    const [first, second] = [
      await create({ name: 'First', stamp__c: 'kept' }),
      await create({ name: 'Second' }),
    ];
    const [low, high] = [first?.id as RecordId, second?.id as RecordId].toSorted();
    // Whichever has the value: neither place in the set is a way around.
    for (const [holder, taker] of [
      [low, high],
      [high, low],
    ]) {
      const is = (id?: string) => ({ id: id as RecordId });
      await shop.write('part', (tx, of) =>
        updateRecords(tx, of, [{ ...is(taker), patch: { stamp__c: null } }]),
      );
      await shop.write('part', (tx, of) =>
        updateRecords(tx, of, [{ ...is(holder), patch: { stamp__c: 'kept' } }]),
      );
      await expect(
        shop.write('part', (tx, of) =>
          updateRecords(tx, of, [
            { ...is(holder), patch: { label__c: newId() } },
            { ...is(taker), patch: { stamp__c: 'kept' } },
          ]),
        ),
      ).rejects.toMatchObject({ options: { errors: [{ pointer: '/1/stamp__c' }] } });
    }
    await shop.build();
  });

  it('takes an e-mail address in any writing for the same', async () => {
    await shop.define('part', 'mail__c', 'email', { unique: true });
    const box = newId();
    await create({ name: 'A', mail__c: `${box}@Example.com` });
    await expect(
      create({ name: 'B', mail__c: `${box.toUpperCase()}@example.com` }),
    ).rejects.toThrow();
  });
});

describe('an index that cannot be built', () => {
  it('is told, keeps no other waiting, and is tried again later', async () => {
    await stockUp('worn__c', () => `'no number'`);
    const worn = await shop.define('part', 'worn__c', 'number', { indexed: true });
    const behind = await shop.define('part', 'behind__c', 'text', { indexed: true });
    const clock = manualClock(ctx.now);
    const told: string[] = [];
    const rounds = async (count: number) => {
      for (let i = 0; i < count; i += 1) {
        await shop.builder.buildOnce(clock, (error) => told.push(String(error)));
      }
    };
    // Whoever writes elsewhere on this server holds the rounds up: their transaction is older.
    const built = (field: Field) => {
      const isReady = async () => {
        await rounds(3);
        return (await indexOf(field)) === 'ready';
      };
      return vi.waitUntil(isReady, { timeout: 60_000, interval: 10 });
    };
    await built(behind);
    expect(await indexOf(worn)).toBe('building');
    const id = worn.storage.kind === 'custom' ? worn.storage.fieldId : '';
    expect(told).toEqual([expect.stringContaining(`The index of field ${id} of part (value)`)]);
    clock.set(addSeconds(ctx.now, 31));
    await rounds(3);
    expect(told).toHaveLength(2);
    await shop.owner.query(`update shop.part set custom = custom - 'worn__c'`);
    clock.set(addSeconds(ctx.now, 90));
    await rounds(3);
    expect(await indexOf(worn)).toBe('building');
    clock.set(addSeconds(ctx.now, 92));
    await built(worn);
    expect(told).toHaveLength(2);
  });
});
