import { createRecords } from '@quittance/objects';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { WorkflowDefinition } from '../rules/rule.js';
import { ApprovalStage, onCreate, request } from '../testing/approval-stage.js';
import { faults } from '../testing/test-rules.js';
import { NoteDueApprovals } from './due-approvals.js';

let t: TestDatabase;
let stage: ApprovalStage;
beforeAll(async () => {
  t = await testDatabase();
  const { models } = (await ApprovalStage.open(t)).rules;
  new NoteDueApprovals(t.db, models).onModuleInit();
});
beforeEach(async () => {
  stage = await ApprovalStage.open(t);
});
afterAll(() => t?.close());

const count = async (table: string) =>
  (await stage.rules.rows<object>(`select 1 from rules.${table}`)).length;

it('what a rule is about to send is locked from its change on, and nothing else', async () => {
  const { rules } = stage;
  const value = { kind: 'set_field', field: 'companyName', formula: '"Set before"' } as const;
  const first = { trigger: 'create', field: null, condition: null, actions: [value] } as const;
  await rules.rule('workflow', 'Sets', first);
  const asking = { ...onCreate(request(['bob@x.example'])), condition: 'name = "Large"' };
  await rules.rule('workflow', 'Asks', asking);
  const names = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'Large' : 'Small'));
  const made = await rules.write(
    (tx, object) =>
      createRecords(
        tx,
        object,
        names.map((name) => ({ name })),
      ),
    { by: stage.as('ada') },
  );
  expect(await count('due_approval')).toBe(10);
  const change = (at: number, email: string) =>
    faults(rules.change((made[at] as (typeof made)[0]).id, { email }));
  expect([await change(0, 'a@x.example'), await change(1, 'a@x.example')]).toEqual([
    ['record_awaits_approval'],
    ['fine'],
  ]);
  await rules.dispatch();
  // Who stands before the one that asks has written all of them, and nothing is asked twice.
  const set = await rules.rows<object>(`select 1 from crm.lead where company_name = 'Set before'`);
  expect(set).toHaveLength(20);
  expect([await count('due_approval'), await count('approval')]).toEqual([0, 10]);
  expect((await rules.runs()).every(({ outcome }) => outcome === 'done')).toBe(true);
  expect([await change(0, 'b@x.example'), await change(1, 'b@x.example')]).toEqual([
    ['record_awaits_approval'],
    ['fine'],
  ]);
});

const sets = (field: string, formula: string) => ({ kind: 'set_field', field, formula }) as const;
const asking = (more: Partial<WorkflowDefinition>): WorkflowDefinition => ({
  ...onCreate({ ...request(['bob@x.example']), field: null }),
  ...more,
});
const onSave = { trigger: 'create', field: null, condition: null } as const;

/** What rules set, and the one that asks because of it; how many events that is away. */
const LED_TO: readonly [string, readonly WorkflowDefinition[], number][] = [
  [
    'a rule before it in the order',
    [
      { ...onSave, actions: [sets('companyName', '"Large"')] },
      asking({ condition: 'companyName = "Large"' }),
    ],
    1,
  ],
  [
    'the change that a rule makes',
    [
      asking({ trigger: 'change', field: 'companyName', condition: 'companyName = "Large"' }),
      { ...onSave, actions: [sets('companyName', '"Large"')] },
    ],
    2,
  ],
  [
    'a rule that is called by the change of another',
    [
      asking({ trigger: 'update', condition: 'AND(ISCHANGED(title), PRIORVALUE(title) = "1")' }),
      { trigger: 'change', field: 'companyName', condition: null, actions: [sets('title', '"2"')] },
      { ...onSave, actions: [sets('companyName', '"Large"')] },
    ],
    3,
  ],
];

test.each(LED_TO)('what asks because of %s is held from the save on', async (_, rules, events) => {
  for (const [i, rule] of rules.entries()) await stage.rules.rule('workflow', `R${i}`, rule);
  const { id } = await stage.rules.make({ name: 'Acme', title: '1' }, [], { by: stage.as('ada') });
  for (let i = 0; i < events; i += 1) {
    expect([await count('due_approval'), await count('approval')]).toEqual([1, 0]);
    expect(await faults(stage.rules.change(id, { email: 'a@x.example' }))).toEqual([
      'record_awaits_approval',
    ]);
    await stage.rules.dispatcher.dispatchOnce(stage.rules.ctx.now);
  }
  expect([await count('due_approval'), await count('approval')]).toEqual([0, 1]);
  expect(await faults(stage.rules.change(id, { email: 'a@x.example' }))).toEqual([
    'record_awaits_approval',
  ]);
});

test('what rules leave as it is, or set to something else, holds nothing', async () => {
  const { rules } = stage;
  const large = { trigger: 'change', field: 'companyName', condition: 'companyName = "Large"' };
  await rules.rule('workflow', 'Asks', asking(large as Partial<WorkflowDefinition>));
  const small = { ...onSave, condition: 'name = "Small"', actions: [sets('companyName', '"S"')] };
  await rules.rule('workflow', 'Small', small);
  const grows = { ...onSave, trigger: 'save', actions: [sets('title', 'title & "1"')] } as const;
  await rules.rule('workflow', 'Grows', { ...grows, condition: 'name = "Grows"' });
  const same = { ...onSave, actions: [sets('companyName', 'companyName')] };
  await rules.rule('workflow', 'Same', { ...same, condition: 'name = "Same"' });
  for (const name of ['Small', 'Grows', 'Same', 'None']) {
    const companyName = name === 'Same' ? 'Large' : null;
    await rules.make({ name, title: '1', companyName }, [], { by: stage.as('ada') });
  }
  expect(await count('due_approval')).toBe(0);
  await rules.dispatch();
  expect(await count('approval')).toBe(0);
});

test('what a rule of another record leads to is held from its transaction on', async () => {
  const { rules } = stage;
  const asks = asking({ trigger: 'change', field: 'website', condition: null });
  await rules.rule('workflow', 'Asks', asks, 'account');
  const action = { kind: 'set_related', relation: 'accountId', field: 'website' } as const;
  const sites = { ...onSave, actions: [{ ...action, formula: '"https://x.example"' }] };
  await rules.rule('workflow', 'Sites', sites, 'contact');
  const by = stage.as('ada');
  const { id } = await rules.make({ name: 'Acme' }, [], { object: 'account', by });
  await rules.dispatch();
  await rules.make({ lastName: 'L', accountId: id }, [], { object: 'contact', by });
  expect(await count('due_approval')).toBe(0);
  await rules.dispatcher.dispatchOnce(rules.ctx.now);
  expect([await count('due_approval'), await count('approval')]).toEqual([1, 0]);
  await rules.dispatch();
  expect([await count('due_approval'), await count('approval')]).toEqual([0, 1]);
});
