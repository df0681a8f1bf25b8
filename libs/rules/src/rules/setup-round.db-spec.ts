import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { readSetupRule } from '../definitions/read-setup-rule.js';
import { TestRules } from '../testing/test-rules.js';
import { completeDefinition, type RuleDefinitions } from './rule.js';
import { ruleSetupPart } from './rule-setup-part.js';
import { namesOf } from './setup-names.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

const ALL = { field: null, condition: null, blankAs: 'blank', timing: 'after_save' } as const;
const RULES: Readonly<Record<string, RuleDefinitions['workflow']>> = {
  Before: {
    ...ALL,
    trigger: 'save',
    timing: 'before_save',
    actions: [{ kind: 'set_field', field: 'title', formula: '"x"' }],
  },
  Timed: {
    ...ALL,
    trigger: 'date',
    field: 'createdAt',
    offset: -2,
    unit: 'hours',
    actions: [
      { kind: 'set_related', relation: 'task.relatedId', field: 'description', formula: '"x"' },
    ],
  },
  Made: {
    ...ALL,
    trigger: 'create',
    actions: [
      { kind: 'create_record', object: 'account', values: [{ field: 'name', formula: 'name' }] },
      { kind: 'send_email', template: 'RECORD_NOTICE', to: 'email', message: '{{ name }}' },
    ],
  },
};

test('all that a rule can say comes back from a set-up', async () => {
  const rules = await TestRules.open(t);
  for (const [name, definition] of Object.entries(RULES)) {
    await rules.rule('workflow', name, definition);
  }
  const about = { formula: 'score + 1 > 0', message: 'M', field: null, blankAs: 'blank' } as const;
  await rules.rule('validation', 'Judged', about);
  await t.db.write(rules.ctx, async (tx) => {
    const names = await namesOf(tx);
    for (const item of await ruleSetupPart('workflow', rules.models).read(tx)) {
      const { rule, errors } = readSetupRule('workflow', item, names);
      expect(errors).toEqual([]);
      const definition = RULES[String(item.name)];
      expect(rule?.definition).toEqual(definition && completeDefinition<'workflow'>(definition));
    }
    const [judged] = await ruleSetupPart('validation', rules.models).read(tx);
    expect(readSetupRule('validation', judged ?? {}, names).rule?.definition).toEqual(about);
  });
});
