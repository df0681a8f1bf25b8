import { ConfigurationStores, SetupParts } from '@quittance/configuration';
import { readMetadataVersion } from '@quittance/company';
import { listPage, parseListRequest, type ListDefinition } from '@quittance/lists';
import { DomainError, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { CreateMaster } from './create-master.js';
import { DeleteMaster } from './delete-master.js';
import type { Master, MasterKey, MasterType } from './master.js';
import {
  findMaster,
  findMasterCodes,
  findMasterTypes,
  findMasters,
  masterList,
  masterOptions,
  mastersOf,
} from './master.queries.js';
import { MastersModule } from './masters.module.js';
import { RestoreMaster } from './restore-master.js';
import { UpdateMaster } from './update-master.js';

let t: TestDatabase;
let create: CreateMaster;
let update: UpdateMaster;
let remove: DeleteMaster;
let restore: RestoreMaster;
beforeAll(async () => {
  t = await testDatabase();
  create = new CreateMaster(t.db);
  update = new UpdateMaster(t.db);
  remove = new DeleteMaster(t.db);
  restore = new RestoreMaster(t.db);
});
afterAll(() => t.close());

const key = (type: MasterType, code: string): MasterKey => ({ type, code });
const HOT = key('rating', 'hot');
const find = (ctx: Ctx, which: MasterKey) => t.db.read(ctx, (tx) => findMaster(tx, which));
const usable = (ctx: Ctx, wanted: readonly MasterKey[]) =>
  t.db.read(ctx, (tx) => findMasterCodes(tx, wanted));

async function codesOf(
  ctx: Ctx,
  type: MasterType,
  more: { deleted?: string; parentCode?: string } = {},
): Promise<string[]> {
  const request = parseListRequest(masterList as ListDefinition, { pageSize: '200' });
  const page = await t.db.read(ctx, (tx) =>
    listPage(tx, masterList, request, mastersOf(type, more)),
  );
  return page.data.map(({ code }) => code);
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      const faults = error.options.errors?.map(({ pointer, code }) => `${pointer} ${code}`) ?? [];
      return [error.code, ...faults].join(' ');
    },
  );
}

describe('the entries of a new company', () => {
  it('are those that come with the product, and it has no rows of its own', async () => {
    const ctx = await t.newCompany();
    expect(await codesOf(ctx, 'rating')).toEqual(['hot', 'warm', 'cold']);
    expect(await codesOf(ctx, 'city')).toEqual([]);
    expect(await find(ctx, key('state', 'US-CA'))).toMatchObject({
      name: 'California',
      parentCode: 'US',
      seeded: true,
      active: true,
      version: 1,
      deletedAt: null,
    });
    const { own } = await t.db.read(ctx, (tx) =>
      tx.one<{ own: number }>('select count(*)::int as own from masters.entry'),
    );
    expect(own).toBe(0);
  });

  it('are counted by type', async () => {
    const ctx = await t.newCompany();
    const types = await t.db.read(ctx, findMasterTypes);
    expect(types).toHaveLength(14);
    expect(types.find(({ type }) => type === 'state')).toEqual({
      type: 'state',
      label: 'States',
      parentType: 'country',
      entries: 5070,
    });
    expect(types.find(({ type }) => type === 'city')?.entries).toBe(0);
  });
});

describe('an entry', () => {
  it('is made with defaults and found by its very code', async () => {
    const ctx = await t.newCompany();
    const made = await create.execute(ctx, 'industry', { code: 'Wine', name: 'Wine' });
    expect(made).toMatchObject({ sortOrder: 0, active: true, seeded: false, version: 1 });
    expect(await find(ctx, key('industry', 'Wine'))).toEqual(made);
    expect(await refusal(find(ctx, key('industry', 'wine')))).toBe('not_found');
    expect(await refusal(find(await t.newCompany(), key('industry', 'Wine')))).toBe('not_found');
  });

  it('takes no code that another has in any case, whoever made it, even deleted', async () => {
    const ctx = await t.newCompany();
    await create.execute(ctx, 'industry', { code: 'Wine', name: 'Wine' });
    await remove.execute(ctx, key('industry', 'Wine'));
    const tries = ['WINE', 'Banking', 'banking'].map((code) =>
      refusal(create.execute(ctx, 'industry', { code, name: 'x' })),
    );
    expect(await Promise.all(tries)).toEqual(tries.map(() => 'master_code_taken'));
    expect(await refusal(create.execute(ctx, 'tax', { code: 'Wine', name: 'x' }))).toBe('done');
  });

  it('is made once of twenty who try at the same time', async () => {
    const ctx = await t.newCompany();
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        refusal(create.execute(ctx, 'tax', { code: i % 2 ? 'eco' : 'ECO', name: 'Eco' })),
      ),
    );
    expect(tries.filter((each) => each === 'done')).toHaveLength(1);
    expect(new Set(tries)).toEqual(new Set(['done', 'master_code_taken']));
  });

  it("of ours becomes the company's when it is changed, for this company only", async () => {
    const [ctx, other] = [await t.newCompany(), await t.newCompany()];
    const before = await find(ctx, HOT);
    const after = await update.execute(ctx, HOT, { name: 'Burning', sortOrder: 99 }, 1);
    expect(after).toEqual({
      ...before,
      name: 'Burning',
      sortOrder: 99,
      version: 2,
      updatedAt: '2026-03-02T09:00:00.000Z',
    });
    expect(await find(ctx, HOT)).toEqual(after);
    expect(await find(other, HOT)).toEqual(before);
    expect(await codesOf(ctx, 'rating')).toEqual(['warm', 'cold', 'hot']);
    expect(await refusal(update.execute(ctx, HOT, { name: 'x' }, 1))).toBe('precondition_failed');
  });

  it('is told to the log, as an event, as a revision and by the metadata’s version', async () => {
    const ctx = await t.newCompany();
    await update.execute(ctx, HOT, { name: 'Burning' });
    await remove.execute(ctx, HOT);
    await restore.execute(ctx, HOT);
    const log = await t.db.read(ctx, (tx) =>
      tx.rows(`select action, record_id, before, after from audit.entry order by id`),
    );
    expect(log).toMatchObject([
      { action: 'master.updated', record_id: 'rating/hot', before: { name: 'Hot' } },
      { action: 'master.deleted', before: { name: 'Burning' }, after: null },
      { action: 'master.restored', before: null, after: { name: 'Burning' } },
    ]);
    const events = await t.db.read(ctx, (tx) =>
      tx.rows<{ type: string }>(`select type from outbox.event order by id`),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'record.updated',
      'record.deleted',
      'record.created',
    ]);
    const revisions = await t.db.read(ctx, (tx) =>
      tx.rows(`select subject_id, before, after from configuration.revision order by id`),
    );
    expect(revisions).toMatchObject([
      { subject_id: 'rating/hot', before: { name: 'Hot' }, after: { name: 'Burning' } },
      { before: { name: 'Burning' }, after: null },
      { before: null, after: { name: 'Burning' } },
    ]);
    expect(await t.db.read(ctx, readMetadataVersion)).toBe(4);
  });
});

describe('a deleted entry', () => {
  it('leaves its list, stays readable, takes no change and comes back as it was', async () => {
    const ctx = await t.newCompany();
    const before = await find(ctx, HOT);
    await remove.execute(ctx, HOT);
    await remove.execute(ctx, HOT);
    expect(await codesOf(ctx, 'rating')).toEqual(['warm', 'cold']);
    expect(await codesOf(ctx, 'rating', { deleted: 'true' })).toEqual(['hot']);
    expect((await find(ctx, HOT)).deletedAt).toBe('2026-03-02T09:00:00.000Z');
    expect(await refusal(update.execute(ctx, HOT, { name: 'x' }))).toBe('master_deleted');
    const back = await restore.execute(ctx, HOT);
    expect(back).toMatchObject({ name: before.name, deletedAt: null, version: 3 });
    expect(await restore.execute(ctx, HOT)).toEqual(back);
    expect(await codesOf(ctx, 'rating')).toEqual(['hot', 'warm', 'cold']);
  });
});

describe('the hierarchy', () => {
  const CALIFORNIA = key('state', 'US-CA');
  const oakland = { code: 'oakland', name: 'Oakland', parentCode: 'US-CA' };

  it('asks a state for a country, a city for a state, and others for nothing', async () => {
    const ctx = await t.newCompany();
    const make = (type: MasterType, parentCode?: string | null) =>
      refusal(create.execute(ctx, type, { code: 'a', name: 'A', parentCode: parentCode ?? null }));
    const said = await Promise.all([
      make('city'),
      make('city', 'US'),
      make('city', 'us-ca'),
      make('state', 'XX'),
      make('state', 'US-CA'),
      make('rating', 'US'),
    ]);
    expect(said).toEqual([
      'validation_failed /parentCode required',
      'reference_not_found /parentCode reference_not_found',
      'reference_not_found /parentCode reference_not_found',
      'reference_not_found /parentCode reference_not_found',
      'reference_not_found /parentCode reference_not_found',
      'validation_failed /parentCode not_allowed',
    ]);
    expect(await make('city', 'US-CA')).toBe('done');
  });

  it('lists children', async () => {
    const ctx = await t.newCompany();
    await create.execute(ctx, 'city', oakland);
    expect(await codesOf(ctx, 'city', { parentCode: 'US-CA' })).toEqual(['oakland']);
    expect(await codesOf(ctx, 'state', { parentCode: 'DE' })).toHaveLength(16);
  });

  it('keeps what has active children', async () => {
    const ctx = await t.newCompany();
    await create.execute(ctx, 'city', oakland);
    expect(await refusal(remove.execute(ctx, CALIFORNIA))).toBe('master_has_children');
    expect(await refusal(remove.execute(ctx, key('country', 'US')))).toBe('master_has_children');
    await update.execute(ctx, key('city', 'oakland'), { active: false });
    expect(await refusal(remove.execute(ctx, CALIFORNIA))).toBe('done');
  });

  it('brings nothing back into what is deleted', async () => {
    const ctx = await t.newCompany();
    const city = key('city', 'oakland');
    await create.execute(ctx, 'city', oakland);
    await update.execute(ctx, city, { active: false });
    await remove.execute(ctx, CALIFORNIA);
    const activate = () => refusal(update.execute(ctx, city, { active: true }));
    expect(await activate()).toBe('master_parent_deleted');
    expect(await refusal(update.execute(ctx, city, { name: 'Oak' }))).toBe('done');
    await remove.execute(ctx, city);
    expect(await refusal(restore.execute(ctx, city))).toBe('master_parent_deleted');
    await restore.execute(ctx, CALIFORNIA);
    await restore.execute(ctx, city);
    expect(await activate()).toBe('done');
  });

  it('is never broken by a child made while its parent is deleted', async () => {
    const ctx = await t.newCompany();
    for (let i = 0; i < 10; i += 1) {
      const country = `X${i}`;
      await create.execute(ctx, 'country', { code: country, name: country });
      const child = { code: `${country}-1`, name: 'One', parentCode: country };
      const [made, removed] = await Promise.all([
        refusal(create.execute(ctx, 'state', child)),
        refusal(remove.execute(ctx, key('country', country))),
      ]);
      expect([made, removed].filter((each) => each === 'done')).toHaveLength(1);
    }
  });
});

describe('codes that a record may be given', () => {
  it('are those that exist and are active, of ours and of the company', async () => {
    const ctx = await t.newCompany();
    await create.execute(ctx, 'industry', { code: 'wine', name: 'Wine' });
    await update.execute(ctx, key('industry', 'banking'), { active: false });
    await update.execute(ctx, key('industry', 'energy'), { name: 'Power' });
    await remove.execute(ctx, key('industry', 'retail'));
    const asked = ['wine', 'banking', 'energy', 'retail', 'media', 'Media', 'none'].map((code) =>
      key('industry', code),
    );
    const found = await usable(ctx, [...asked, key('tax', 'wine')]);
    expect(found.map(({ code }) => code).sort()).toEqual(['energy', 'media', 'wine']);
    expect(await usable(ctx, [])).toEqual([]);
    const names = await t.db.read(ctx, (tx) => findMasters(tx, asked));
    expect(names.map(({ name }) => name).sort()).toEqual([
      'Banking',
      'Media',
      'Power',
      'Retail',
      'Wine',
    ]);
    const options = await t.db.read(ctx, (tx) => masterOptions(tx, ['rating', 'task_priority']));
    expect(options.map(({ type, code }) => `${type}/${code}`)).toEqual([
      'rating/hot',
      'rating/warm',
      'rating/cold',
      'task_priority/low',
      'task_priority/normal',
      'task_priority/high',
    ]);
  });

  it('are found quickly among the five thousand that come with the product', async () => {
    const ctx = await t.newCompany();
    const plan = await t.db.read(ctx, (tx) =>
      tx.rows<{ 'QUERY PLAN': string }>(
        `explain select s.id from unnest(array['state']) as w (type)
         left join masters.seed_entry s on s.type = w.type and s.code = 'US-CA'`,
      ),
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('seed_entry_pkey');
  });
});

describe('configuration', () => {
  const stores = new ConfigurationStores();
  const parts = new SetupParts();
  // The module registers what it keeps.
  const registered = new MastersModule(stores, parts);
  const store = stores.of('master');

  async function putBack(ctx: Ctx, subject: string, state: object | null): Promise<string> {
    return refusal(
      t.db.write(ctx, (tx) => store?.restore(tx, subject, state as never) ?? Promise.reject()),
    );
  }
  const read = (ctx: Ctx, subject: string) =>
    t.db.read(ctx, (tx) => store?.read(tx, subject) ?? Promise.reject());

  it('goes back byte for byte to what it was', async () => {
    expect(registered).toBeDefined();
    const ctx = await t.newCompany();
    const was = JSON.stringify(await read(ctx, 'rating/hot'));
    await update.execute(ctx, HOT, { name: 'Burning', colour: '#000000' });
    expect(await putBack(ctx, 'rating/hot', JSON.parse(was))).toBe('done');
    expect(JSON.stringify(await read(ctx, 'rating/hot'))).toBe(was);
    await create.execute(ctx, 'rating', { code: 'tepid', name: 'Tepid' });
    expect(await putBack(ctx, 'rating/tepid', null)).toBe('done');
    expect(await read(ctx, 'rating/tepid')).toBeNull();
    expect(await putBack(ctx, 'country/DE', null)).toBe('master_has_children');
    expect(await putBack(ctx, 'state/DE-XX', { type: 'state', code: 'DE-XX', name: 'X' })).toBe(
      'validation_failed /parentCode required',
    );
  });

  it('is carried to another company, which then has the same', async () => {
    const [from, to] = [await t.newCompany(), await t.newCompany()];
    await create.execute(from, 'country', { code: 'XK', name: 'Kosovo', colour: '#abcdef' });
    await create.execute(from, 'state', { code: 'XK-1', name: 'One', parentCode: 'XK' });
    await create.execute(from, 'city', { code: 'pr', name: 'Pristina', parentCode: 'XK-1' });
    await remove.execute(from, HOT);
    await update.execute(from, key('tax', 'zero'), { active: false });
    for (const part of parts.inOrder()) {
      const items = await t.db.read(from, (tx) => part.read(tx));
      expect(items.length).toBeGreaterThan(0);
      await t.db.write(to, async (tx) => {
        const changes = items.map((after) => ({ before: null, after }));
        for (const change of changes) expect(await part.check(tx, change)).toEqual([]);
        await part.apply(tx, changes);
      });
      expect(await t.db.read(to, (tx) => part.read(tx))).toEqual(items);
    }
    expect(await codesOf(to, 'rating')).toEqual(['warm', 'cold']);
  });

  it('names what is wrong in a document', async () => {
    const ctx = await t.newCompany();
    const wrong = [
      { type: 'ship', code: 'a b', name: '', sortOrder: 1.5, 'x/y': 1, deleted: 'no' },
      { type: 'state', code: 'A', name: 'A' },
      { type: 'industry', code: 'BANKING', name: 'Banking' },
      { type: 'country', code: 'DE', name: 'Germany', deleted: true },
    ];
    const masters = parts.inOrder().find(({ name }) => name === 'masters');
    const found = await t.db.read(ctx, (tx) =>
      Promise.all(
        wrong.map(async (after) =>
          (await masters?.check(tx, { before: null, after }))?.map(({ pointer }) => pointer),
        ),
      ),
    );
    expect(found).toEqual([
      ['/type', '/code', '/deleted', '/x~1y', '/name', '/sortOrder'],
      ['/type'],
      ['/code'],
      ['/deleted'],
    ]);
  });
});

test('a company sees no entry of another', async () => {
  const [one, two] = [await t.newCompany(), await t.newCompany()];
  const made: Master = await create.execute(one, 'tax', { code: 'eco', name: 'Eco' });
  const seen = await t.db.read(two, (tx) =>
    tx.rows('select 1 from masters.known_entry where id = $1', [made.id]),
  );
  expect(seen).toEqual([]);
  expect(await usable(two, [key('tax', 'eco')])).toEqual([]);
});
