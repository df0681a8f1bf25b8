import { bumpMetadata } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { fieldStore, objectStore } from './definition-stores.js';
import { fieldsPart, objectsPart } from './definition-setup.js';
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

/** In a transaction that changes metadata, as reverting and importing do. */
const changing = <T>(work: (tx: Tx) => Promise<T>, ctx: Ctx = w.ctx) =>
  t.db.write(ctx, async (tx) => {
    await bumpMetadata(tx);
    return work(tx);
  });

const OPTIONS = [
  { code: 'z', label: 'Z' },
  { code: 'a', label: 'A', colour: '#00ff00' },
];

describe('a field that is put back', () => {
  const store = () => fieldStore(w.models);

  test('is byte for byte what it was, and works again', async () => {
    const { id } = await w.define('part', {
      name: 'state__c',
      type: 'picklist',
      settings: { options: OPTIONS },
      default: 'a',
      portals: { vendor: 'read' },
    });
    const before = await changing((tx) => store().read(tx, String(id)));
    await w.updateField.execute(w.ctx, 'part', 'state__c', { label: 'Other', default: null }, null);
    await w.deleteField.execute(w.ctx, 'part', 'state__c');
    expect(await changing((tx) => store().read(tx, String(id)))).toBeNull();
    await changing((tx) => store().restore(tx, String(id), before));
    const after = await changing((tx) => store().read(tx, String(id)));
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    expect(await w.make('part', { name: 'P' })).toMatchObject({ state__c: 'a' });
  });

  test('keeps its index while it was there all the time', async () => {
    const settings = { target: 'part', onDelete: 'restrict' };
    const { id } = await w.define('part', { name: 'held__c', type: 'lookup', settings });
    await w.build();
    const before = await changing((tx) => store().read(tx, String(id)));
    const cleared = { settings: { onDelete: 'clear' } };
    await w.updateField.execute(w.ctx, 'part', 'held__c', cleared, null);
    await changing((tx) => store().restore(tx, String(id), before));
    expect(await w.definitions.field(w.ctx, 'part', 'held__c')).toMatchObject({
      settings: { onDelete: 'restrict' },
      index: 'ready',
    });
  });

  test('is taken away where it was not there', async () => {
    const { id } = await w.define('part', { name: 'never__c', type: 'text' });
    await changing((tx) => store().restore(tx, String(id), null));
    await expect(w.definitions.field(w.ctx, 'part', 'never__c')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('is not put back where what it needs is gone', async () => {
    await w.define('part', { name: 'base__c', type: 'number' });
    const settings = { formula: 'base__c * 2' };
    const { id } = await w.define('part', { name: 'upon__c', type: 'formula', settings });
    const before = await changing((tx) => store().read(tx, String(id)));
    await w.deleteField.execute(w.ctx, 'part', 'upon__c');
    await w.deleteField.execute(w.ctx, 'part', 'base__c');
    const work = changing((tx) => store().restore(tx, String(id), before));
    await expect(work).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('keeps values unique that became so again', async () => {
    const { id } = await w.define('part', { name: 'sole__c', type: 'text', unique: true });
    await w.make('part', { name: 'P', sole__c: 'x' });
    const before = await changing((tx) => store().read(tx, String(id)));
    await w.updateField.execute(w.ctx, 'part', 'sole__c', { unique: false }, null);
    await w.make('part', { name: 'P', sole__c: 'x' });
    const work = changing((tx) => store().restore(tx, String(id), before));
    await expect(work).rejects.toMatchObject({ code: 'field_values_not_unique' });
  });
});

test('an object is not put back before the one that its fields point at', async () => {
  const store = objectStore(w.models);
  const made = { above: await w.newObject('above__c'), below: await w.newObject('below__c') };
  const settings = { target: 'above__c' };
  await w.define('below__c', { name: 'above__c', type: 'lookup', settings });
  const read = (id: unknown) => changing((tx) => store.read(tx, String(id)));
  const states = { above: await read(made.above.id), below: await read(made.below.id) };
  const items = await changing((tx) => objectsPart(w.models).read(tx));
  await w.deleteObject.execute(w.ctx, 'below__c');
  await w.deleteObject.execute(w.ctx, 'above__c');
  const back = (name: 'above' | 'below') =>
    changing((tx) => store.restore(tx, String(made[name].id), states[name]));
  const reason = { errors: [{ code: 'reference', message: expect.stringContaining('above__c') }] };
  await expect(back('below')).rejects.toMatchObject({
    code: 'validation_failed',
    options: reason,
  });
  const bring = (...names: string[]) =>
    changing((tx) =>
      objectsPart(w.models).apply(
        tx,
        names.map((name) => ({
          before: null,
          after: items.find((each) => each['name'] === name) ?? {},
        })),
      ),
    );
  await expect(bring('below__c')).rejects.toThrow();
  await bring('below__c', 'above__c');
  await w.deleteObject.execute(w.ctx, 'below__c');
  await w.deleteObject.execute(w.ctx, 'above__c');
  await back('above');
  await back('below');
  expect(await read(made.below.id)).toEqual(states.below);
});

test('an object that is put back has its records and fields again', async () => {
  const store = objectStore(w.models);
  const { id } = await w.newObject('back__c');
  await w.define('back__c', { name: 'x__c', type: 'text', indexed: true });
  const record = await w.make('back__c', { name: 'R', x__c: 'kept' });
  const before = await changing((tx) => store.read(tx, String(id)));
  await w.deleteObject.execute(w.ctx, 'back__c');
  await changing((tx) => store.restore(tx, String(id), before));
  const after = await changing((tx) => store.read(tx, String(id)));
  expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  expect(await w.get('back__c', record.id)).toMatchObject({ x__c: 'kept' });
  await w.build();
  expect(await w.definitions.field(w.ctx, 'back__c', 'x__c')).toMatchObject({ index: 'ready' });
});

describe('the set-up of a company', () => {
  test('is carried to another, whatever order its fields stand in', async () => {
    const from = await t.newCompany();
    const to = await t.newCompany();
    const define = (object: string, name: string, type: 'formula' | 'number', settings = {}) =>
      w.createField.execute(from, object, { name, label: name, type, settings });
    const input = { name: 'trip__c', label: 'Trip', pluralLabel: 'Trips', owned: false };
    await w.createObject.execute(from, input);
    await define('trip__c', 'zz_base__c', 'number');
    await define('trip__c', 'mm_mid__c', 'formula', { formula: 'zz_base__c + 1' });
    await define('trip__c', 'aa_top__c', 'formula', { formula: 'mm_mid__c * 2' });
    await define('part', 'aa_part__c', 'number', { scale: 3 });
    for (const part of [objectsPart(w.models), fieldsPart(w.models)]) {
      const items = await t.db.read(from, (tx) => part.read(tx));
      const changes = items.map((after) => ({ before: null, after }));
      await changing(async (tx) => {
        for (const change of changes) expect(await part.check(tx, change)).toEqual([]);
        await part.apply(tx, changes);
      }, to);
      expect(await t.db.read(to, (tx) => part.read(tx))).toEqual(items);
    }
    const fields = await w.definitions.fields(to, 'trip__c');
    expect(fields.filter(({ custom }) => custom).map(({ name }) => name)).toEqual([
      'zz_base__c',
      'mm_mid__c',
      'aa_top__c',
    ]);
  });

  test('changes what is there, and says what cannot be brought in', async () => {
    const part = fieldsPart(w.models);
    const company = await t.newCompany();
    await w.createField.execute(company, 'part', {
      name: 'size__c',
      label: 'Size',
      type: 'text',
      settings: { maxLength: 9 },
    });
    const [before] = await t.db.read(company, (tx) => part.read(tx));
    if (!before) throw new Error('The field is not in the set-up');
    const after = { ...before, label: 'Length', settings: { minLength: 2 } };
    await changing((tx) => part.apply(tx, [{ before, after }]), company);
    expect(await t.db.read(company, (tx) => part.read(tx))).toEqual([after]);
    const check = (item: object) =>
      t.db.read(company, async (tx) => part.check(tx, { before, after: { ...before, ...item } }));
    expect(await check({ type: 'number', more: 1, label: 5 })).toMatchObject([
      { pointer: '/more', code: 'unknown_field' },
      { pointer: '/label', code: 'type' },
    ]);
    expect(await check({ type: 'number' })).toMatchObject([{ pointer: '/type' }]);
    const odd = { ...before, name: 'odd__c', type: 'formula', settings: { formula: 'nothing' } };
    const work = changing((tx) => part.apply(tx, [{ before: null, after: odd }]), company);
    await expect(work).rejects.toMatchObject({
      refusals: new Map([[odd, [expect.objectContaining({ pointer: '/settings/formula' })]]]),
    });
  });
});
