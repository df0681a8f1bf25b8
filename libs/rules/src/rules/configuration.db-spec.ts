import { bumpMetadata } from '@quittance/company';
import type { SetupItem } from '@quittance/configuration';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { faults, TestRules } from '../testing/test-rules.js';
import { ruleStore } from './rule-store.js';
import { ruleSetupPart } from './rule-setup-part.js';
import { ruleUsage } from './rule-usage.js';
import { RULE_KINDS, type RuleKind } from './rule.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

/** One rule of each kind, each naming `title` in a way of its own. */
async function withRules(): Promise<TestRules> {
  const rules = await TestRules.open(t);
  await rules.rule('duplicate', 'D', {
    fields: [
      { field: 'email', match: 'normalised' },
      { field: 'title', match: 'exact' },
    ],
    action: 'block',
  });
  await rules.rule('validation', 'V', { formula: 'title <> "x"', message: 'No x.', field: null });
  await rules.rule('workflow', 'W', {
    trigger: 'change',
    field: 'title',
    condition: 'NOT(ISBLANK(companyName))',
    actions: [{ kind: 'set_field', field: 'companyName', formula: 'UPPER(companyName)' }],
  });
  return rules;
}

function carry(from: TestRules, kind: RuleKind): Promise<readonly SetupItem[]> {
  const part = ruleSetupPart(kind, from.models);
  return t.db.read(from.ctx, (tx) => part.read(tx));
}

describe('the set-up document', () => {
  test.each(RULE_KINDS)('carries %s rules to another company', async (kind) => {
    const from = await withRules();
    const items = await carry(from, kind);
    expect(items).toHaveLength(1);
    const to = await TestRules.open(t);
    const part = ruleSetupPart(kind, to.models);
    await t.db.write(to.ctx, async (tx) => {
      await bumpMetadata(tx);
      for (const after of items) expect(await part.check(tx, { before: null, after })).toEqual([]);
      await part.apply(
        tx,
        items.map((after) => ({ before: null, after })),
      );
    });
    expect(await carry(to, kind)).toEqual(items);
    const changed = { ...items[0], active: false };
    await t.db.write(to.ctx, async (tx) => {
      await bumpMetadata(tx);
      await part.apply(tx, [{ before: items[0] as SetupItem, after: changed }]);
    });
    expect(await carry(to, kind)).toEqual([changed]);
  });

  test.each<[RuleKind, SetupItem, string[]]>([
    ['validation', {}, ['/object', '/name', '/formula', '/message']],
    [
      'validation',
      { object: [], name: {}, formula: 1, message: null, __proto__x: 1 },
      ['/object', '/name', '/formula', '/message', '/__proto__x'],
    ],
    ['validation', { object: 'nope', name: 'N', formula: 'TRUE', message: 'm' }, ['/object']],
    ['validation', { object: 'lead', name: 'N', formula: 'TRUE(', message: 'm' }, ['/formula']],
    [
      'duplicate',
      { object: 'lead', name: 'N', fields: [1], action: 'odd' },
      ['/fields/0', '/action'],
    ],
    [
      'duplicate',
      { object: 'lead', name: 'N', fields: [{ field: 'x', match: 'exact' }], action: 'warn' },
      ['/fields/0/field'],
    ],
    [
      'workflow',
      { object: 'lead', name: 'N', trigger: 'create', actions: [{ kind: 'set_field' }] },
      ['/actions/0/field', '/actions/0/formula'],
    ],
    [
      'workflow',
      {
        object: 'lead',
        name: 'N',
        trigger: 'create',
        actions: [
          { kind: 'send_webhook', webhook: '../x' },
          { kind: 'send_webhook', webhook: { url: 'https://example.com/none' } },
          { kind: 'send_webhook', webhook: null },
          { kind: 'create_task', subject: 'S', owner: 'nobody@example.com' },
        ],
      },
      ['/actions/0/webhook', '/actions/1/webhook', '/actions/3/owner'],
    ],
    [
      'workflow',
      {
        object: 'lead',
        name: 'N',
        trigger: 'create',
        actions: [{ kind: 'send_webhook', webhook: null }],
      },
      ['/actions/0/webhookId'],
    ],
  ])('tells what is wrong with a %s rule', async (kind, after, pointers) => {
    const rules = await TestRules.open(t);
    const part = ruleSetupPart(kind, rules.models);
    const errors = await t.db.read(rules.ctx, async (tx) =>
      part.check(tx, { before: null, after }),
    );
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

describe('a change that is taken back', () => {
  it('brings a rule back as it was, with its keys', async () => {
    const rules = await withRules();
    const store = ruleStore('duplicate', rules.models);
    const [{ id } = { id: '' }] = await rules.rows<{ id: string }>(
      `select id from rules.rule where kind = 'duplicate'`,
    );
    await rules.make({ name: 'A', email: 'a@example.com', title: 'Dr' });
    const state = await t.db.write(rules.ctx, (tx) => store.read(tx, id));
    await rules.remove.execute(rules.ctx, 'duplicate', id as never, null);
    expect(await t.db.write(rules.ctx, (tx) => store.read(tx, id))).toBeNull();
    await t.db.write(rules.ctx, async (tx) => {
      await bumpMetadata(tx);
      await store.restore(tx, id, state);
    });
    expect(await t.db.write(rules.ctx, (tx) => store.read(tx, id))).toEqual(state);
    const again = rules.make({ name: 'B', email: 'a@example.com', title: 'Dr' });
    expect((await faults(again))[0]).toBe('duplicate_record');
    await t.db.write(rules.ctx, async (tx) => {
      await bumpMetadata(tx);
      await store.restore(tx, id, null);
    });
    expect(await t.db.write(rules.ctx, (tx) => store.read(tx, id))).toBeNull();
  });

  it('is kept as a revision, and in the log', async () => {
    const rules = await withRules();
    const { id } = await rules.rule('validation', 'Mine', {
      formula: 'TRUE',
      message: 'm',
      field: null,
    });
    await rules.update.execute(rules.ctx, 'validation', id, { active: false }, 1);
    await rules.remove.execute(rules.ctx, 'validation', id, 2);
    const kinds = `select kind, before is null as made, after is null as gone
      from configuration.revision where subject_id = '${id}' order by id`;
    expect(await rules.rows(kinds)).toEqual([
      { kind: 'validation_rule', made: true, gone: false },
      { kind: 'validation_rule', made: false, gone: false },
      { kind: 'validation_rule', made: false, gone: true },
    ]);
    const log = `select action from audit.entry where record_id = '${id}' order by id`;
    expect(await rules.rows(log)).toEqual([
      { action: 'validation_rule.created' },
      { action: 'validation_rule.updated' },
      { action: 'validation_rule.deleted' },
    ]);
    expect(await faults(rules.remove.execute(rules.ctx, 'validation', id, null))).toEqual([
      'not_found',
    ]);
  });
});

test.each<[string, string | null, string | null, number]>([
  ['title', 'title', null, 3],
  ['companyName', 'companyName', null, 1],
  ['an option', 'title', 'x', 1],
  ['another option', 'title', 'y', 0],
  ['a field that nobody names', 'phone', null, 0],
  ['the object', null, null, 3],
])('rules that depend on %s are counted', async (_, field, option, count) => {
  const rules = await withRules();
  const subject = { object: 'lead', field, option };
  const found = await t.db.read(rules.ctx, (tx) => ruleUsage(rules.models).usageOf(tx, subject));
  expect(found.map(({ what, count: n }) => [what, n])).toEqual(count ? [['rules', count]] : []);
});

it('counts a rule that reaches a field through a lookup', async () => {
  const rules = await TestRules.open(t);
  const definition = { formula: 'account.name <> ""', message: 'm', field: null };
  await rules.rule('validation', 'Through', definition, 'contact');
  const of = (object: string, field: string) =>
    t.db.read(rules.ctx, (tx) =>
      ruleUsage(rules.models).usageOf(tx, { object, field, option: null }),
    );
  expect(await of('account', 'name')).toMatchObject([{ count: 1, names: ['Through'] }]);
  expect(await of('contact', 'accountId')).toMatchObject([{ count: 1 }]);
  expect(await of('lead', 'name')).toEqual([]);
});

describe('a change of a duplicate rule', () => {
  const ofRule = async (rules: TestRules) => {
    const fields = [{ field: 'email', match: 'normalised' }] as const;
    const { id } = await rules.rule('duplicate', 'D', { fields, action: 'block' });
    const later = t.ctx(rules.ctx.companyId, { now: '2026-03-02T09:02:00.000Z' }).now;
    await rules.builder.buildOnce(later);
    return (patch: Parameters<typeof rules.update.execute<'duplicate'>>[3]) =>
      rules.update.execute(rules.ctx, 'duplicate', id, patch, null);
  };

  test('gathers keys anew only where other fields match, or it is switched on', async () => {
    const change = await ofRule(await TestRules.open(t));
    expect(await change({ definition: { action: 'warn' } })).toMatchObject({ state: 'ready' });
    expect(await change({ active: false })).toMatchObject({ state: 'ready' });
    expect(await change({ active: true })).toMatchObject({ state: 'building' });
    const fields = [{ field: 'phone', match: 'exact' }] as const;
    expect(await change({ definition: { fields } })).toMatchObject({ state: 'building' });
  });

  test('that changes nothing makes no version', async () => {
    const change = await ofRule(await TestRules.open(t));
    const { version } = await change({ name: 'E' });
    expect(await change({ name: 'E', definition: { action: 'block' } })).toMatchObject({ version });
  });
});
