import { newId, type Ctx, type UserId } from '@quittance/kernel';
import { deleteRecords } from '@quittance/objects';
import type { RecordView, RecordWarning } from '@quittance/metadata';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { faults, TestRules } from '../testing/test-rules.js';
import { PurgeWorkflowRuns } from '../workflows/purge-workflow-runs.js';
import { findDuplicateRecords } from './find-matches.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

const BY_EMAIL = { fields: [{ field: 'email', match: 'normalised' }], action: 'block' } as const;
const BY_COMPANY = {
  fields: [{ field: 'companyName', match: 'company' }],
  action: 'warn',
} as const;

/** A user who sees records of his own only. */
async function narrow(ctx: Ctx): Promise<Ctx> {
  const userId = newId<'user'>() as UserId;
  const owner = new Client(t.ownerUrl);
  await owner.connect();
  await owner.query(
    `insert into identity.staff_user (company_id, id, email, name, created_at, updated_at)
     values ($1, $2, $3, 'Jo', now(), now())`,
    [ctx.companyId, userId, `${userId}@example.com`],
  );
  await owner.end();
  return { ...ctx, userId, permissions: { ...ctx.permissions, scope: () => 'own' } };
}

describe('a rule that blocks', () => {
  it('forgets records that are deleted, also while it rests', async () => {
    const rules = await TestRules.open(t);
    const { id } = await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    const made = [
      await rules.make({ name: 'Ada', email: 'ada@example.com' }),
      await rules.make({ name: 'Bob', email: 'bob@example.com' }),
      await rules.make({ name: 'Eve', email: 'eve@example.com' }),
    ];
    const keys = () => rules.rows('select record_id as id from rules.duplicate_key order by 1');
    const remove = (...gone: RecordView[]) =>
      rules.write((tx, object) =>
        deleteRecords(
          tx,
          object,
          gone.map((each) => ({ id: each.id })),
        ),
      );
    await remove(made[0] as RecordView);
    expect(await keys()).toEqual(made.slice(1).map((each) => ({ id: each.id })));
    await rules.update.execute(rules.ctx, 'duplicate', id, { active: false }, null);
    await remove(...made.slice(1));
    expect(await keys()).toEqual([]);
    await new PurgeWorkflowRuns(t.db).execute(rules.ctx);
    expect(await rules.rows('select key from rules.duplicate_guard')).toEqual([]);
  });

  it('refuses a record with the same values, and names the one that is there', async () => {
    const rules = await TestRules.open(t);
    const first = await rules.make({ name: 'Ada', email: 'ada@example.com' });
    await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    const second = rules.make({ name: 'Eve', email: 'ADA@example.com' });
    await expect(second).rejects.toMatchObject({
      code: 'duplicate_record',
      status: 409,
      message: `The rule “E-mail” allows no second record like this: Ada (${first.id}).`,
      options: { errors: [{ pointer: '/email', code: 'duplicate' }] },
    });
    expect(await rules.rows('select id from crm.lead')).toHaveLength(1);
  });

  it('asks about a change of its fields, and lets a duplicate be worked on otherwise', async () => {
    const rules = await TestRules.open(t);
    await rules.make({ name: 'Ada', email: 'a@example.com' });
    const twin = await rules.make({ name: 'Twin', email: 'a@example.com' });
    const other = await rules.make({ name: 'Bob', email: 'b@example.com' });
    await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    expect(await rules.change(twin.id, { name: 'Twin II' })).toMatchObject({ name: 'Twin II' });
    expect(await faults(rules.change(other.id, { email: 'a@example.com' }))).toEqual([
      'duplicate_record',
      '/email duplicate',
      '/email duplicate',
    ]);
    await rules.change(other.id, { email: 'c@example.com' });
    expect(await faults(rules.make({ name: 'New', email: 'b@example.com' }))).toEqual(['fine']);
    expect(await faults(rules.make({ name: 'New', email: 'c@example.com' }))).toEqual([
      'duplicate_record',
      '/email duplicate',
    ]);
  });

  it('takes an empty field for no match, and a cleared one out of its way', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    await rules.make({ name: 'A' });
    const held = await rules.make({ name: 'B', email: 'b@example.com' });
    await rules.make({ name: 'C' });
    await rules.change(held.id, { email: null });
    expect(await faults(rules.make({ name: 'D', email: 'b@example.com' }))).toEqual(['fine']);
  });

  it('finds doubles within a batch, and makes the rest of it', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    await rules.make({ name: 'Old', email: 'old@example.com' });
    const outcomes = await rules.batch([
      { name: 'One', email: 'one@example.com' },
      { name: 'Two', email: 'One@example.com' },
      { name: 'Three', email: 'old@example.com' },
      { name: 'Four', email: 'four@example.com' },
    ]);
    expect(outcomes).toEqual(['One', 'duplicate_record', 'duplicate_record', 'Four']);
  });

  it('lets one of many through that come at the same time', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    const all = Array.from({ length: 12 }, (_, i) =>
      faults(rules.make({ name: `N ${i}`, email: 'same@example.com' })),
    );
    const codes = (await Promise.all(all)).map(([code]) => code).sort();
    expect(codes).toEqual([...Array(11).fill('duplicate_record'), 'fine']);
  });

  it('does not see records that were deleted', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    const { id } = await rules.make({ name: 'A', email: 'a@example.com' });
    await rules.write((tx) =>
      tx.run('update crm.lead set deleted_at = $1 where id = $2', [rules.ctx.now, id]),
    );
    expect(await faults(rules.make({ name: 'B', email: 'a@example.com' }))).toEqual(['fine']);
  });

  it('looks among the records that the actor may see, and tells of no others', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    const secret = await rules.make({ name: 'Secret', email: 's@example.com' });
    const by = await narrow(rules.ctx);
    const hidden = { name: 'Mine', email: 's@example.com', ownerId: by.userId };
    expect(await faults(rules.make(hidden, [], { by }))).toEqual(['fine']);
    const again = rules.make({ name: 'Mine again', email: 's@example.com' }, [], { by });
    await expect(again).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The rule “E-mail” allows no second record like this: Mine \(/,
      ),
      options: { errors: [expect.objectContaining({ code: 'duplicate' })] },
    });
    await rules.write((tx) =>
      tx.run(`update crm.lead set deleted_at = $1 where name = 'Mine'`, [rules.ctx.now]),
    );
    const found = await rules.write(
      (tx, object) => findDuplicateRecords(tx, object, [{ values: { email: 's@example.com' } }]),
      { by },
    );
    expect(found).toEqual([[]]);
    expect(
      await rules.write((tx, object) =>
        findDuplicateRecords(tx, object, [{ values: { email: 's@example.com' } }, { values: {} }]),
      ),
    ).toEqual([[{ recordId: secret.id, title: 'Secret', rules: ['E-mail'] }], []]);
  });

  it('looks among all by a rule that says so, and names none the actor may not see', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('duplicate', 'E-mail', { ...BY_EMAIL, among: 'all' });
    await rules.make({ name: 'Secret', email: 's@example.com' });
    const refused = rules.make({ name: 'Mine', email: 's@example.com' }, [], {
      by: await narrow(rules.ctx),
    });
    await expect(refused).rejects.toMatchObject({
      message: 'The rule “E-mail” allows no second record like this: one that you may not see.',
      options: { errors: [] },
    });
  });
});

describe('a rule that warns', () => {
  it('saves the record and tells of the others', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('duplicate', 'Company', BY_COMPANY);
    const first = await rules.make({ name: 'A', companyName: 'Müller & Söhne GmbH' });
    const warnings: RecordWarning[] = [];
    await rules.make({ name: 'B', companyName: 'MÜLLER SÖHNE, G.m.b.H. & Co. KG' }, warnings);
    expect(warnings).toMatchObject([
      { code: 'duplicate_record', pointer: '/companyName', recordIds: [first.id] },
    ]);
  });
});

describe('the keys of records', () => {
  it('are gathered in batches of what was there before, and found all the while', async () => {
    const rules = await TestRules.open(t);
    await rules.write((tx) =>
      tx.run(
        `insert into crm.lead (company_id, id, version, name, email, status, address, custom,
           created_at, updated_at)
         select k.id, md5(n::text)::uuid, 1, 'L' || n, 'l' || n || '@example.com', 'new', '{}',
           '{}', $2, $2
         from company.company k cross join generate_series(1, 2500) n where k.id = $1`,
        [rules.ctx.companyId, rules.ctx.now],
      ),
    );
    const rule = await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    expect(rule.state).toBe('building');
    const count = async () =>
      (await rules.rows<{ n: number }>('select count(*)::int as n from rules.duplicate_key'))[0]?.n;
    expect(await count()).toBe(1000);
    expect(await rules.builder.buildOnce(rules.ctx.now)).toBe(0);
    const later = t.ctx(rules.ctx.companyId, { now: '2026-03-02T09:02:00.000Z' }).now;
    const states: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      await rules.builder.buildOnce(later);
      states.push(...(await rules.rows<{ state: string }>('select state from rules.rule')));
    }
    expect(states).toEqual([{ state: 'building' }, { state: 'building' }, { state: 'ready' }]);
    expect(await count()).toBe(2500);
    expect((await faults(rules.make({ name: 'X', email: 'l2400@example.com' })))[0]).toBe(
      'duplicate_record',
    );
  });

  it('are gathered anew when the rule changes, and go with it', async () => {
    const rules = await TestRules.open(t);
    const { id } = await rules.rule('duplicate', 'E-mail', BY_EMAIL);
    await rules.make({ name: 'A', email: 'a@example.com', companyName: 'Acme' });
    const definition = { fields: [{ field: 'companyName', match: 'exact' }] } as const;
    await rules.update.execute(rules.ctx, 'duplicate', id, { definition }, null);
    expect(await faults(rules.make({ name: 'B', email: 'a@example.com' }))).toEqual(['fine']);
    expect((await faults(rules.make({ name: 'C', companyName: 'Acme' })))[0]).toBe(
      'duplicate_record',
    );
    await rules.update.execute(rules.ctx, 'duplicate', id, { active: false }, null);
    await rules.make({ name: 'D', companyName: 'Acme' });
    await rules.remove.execute(rules.ctx, 'duplicate', id, null);
    expect(await rules.rows('select 1 from rules.duplicate_key')).toEqual([]);
  });
});

it('asks about a batch of any size in the same few statements', async () => {
  const rules = await TestRules.open(t);
  await rules.rule('duplicate', 'E-mail', BY_EMAIL);
  await rules.rule('duplicate', 'Company', BY_COMPANY);
  const inputs = Array.from({ length: 300 }, (_, i) => ({
    name: `N ${i}`,
    email: `n${i}@example.com`,
    companyName: `Company ${i} Ltd`,
  }));
  const count = async (size: number): Promise<number> => {
    let statements = 0;
    await rules.write(async (tx, object) => {
      const counting = new Proxy(tx, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          if (['rows', 'run', 'maybe', 'one', 'texts'].includes(String(name))) statements += 1;
          return value.bind(target) as unknown;
        },
      });
      const { createRecords } = await import('@quittance/objects');
      await createRecords(counting, object, inputs.splice(0, size));
    });
    return statements;
  };
  const warm = await count(1);
  expect(await count(1)).toBeLessThanOrEqual(warm);
  expect(await count(200)).toBeLessThanOrEqual(warm);
});
