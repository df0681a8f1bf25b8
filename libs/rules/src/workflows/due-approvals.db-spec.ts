import { createRecords } from '@quittance/objects';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ApprovalStage, onCreate, request } from '../testing/approval-stage.js';
import { faults } from '../testing/test-rules.js';
import { NoteDueApprovals } from './due-approvals.js';

let t: TestDatabase;
let stage: ApprovalStage;
beforeAll(async () => {
  t = await testDatabase();
  stage = await ApprovalStage.open(t);
  new NoteDueApprovals(t.db, stage.rules.models).onModuleInit();
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
