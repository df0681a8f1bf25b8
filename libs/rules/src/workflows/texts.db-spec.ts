import { newId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { MOST_EMAILS_A_DAY } from './email-limit.js';
import { TestRules } from '../testing/test-rules.js';
import type { WorkflowAction, WorkflowDefinition } from '../rules/rule.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

const setTitle = (formula: string): WorkflowAction => ({
  kind: 'set_field',
  field: 'title',
  formula,
});
const workflow = (actions: readonly WorkflowAction[]): WorkflowDefinition => ({
  trigger: 'create',
  field: null,
  condition: null,
  actions,
});

describe('a workflow rule', () => {
  it('shows in its texts what the record holds by then', async () => {
    const rules = await TestRules.open(t);
    const task = {
      kind: 'create_task',
      subject: 'Call {{ name | upcase }} ({{title}}) {{ $User.kind }}',
      description: '{{ owner.name | default: "nobody" }}, }} {{ LEN("}}") }}',
      dueInDays: null,
      ownerId: null,
    } as const;
    await rules.rule('workflow', 'Call', workflow([task, setTitle('"Dr"')]));
    await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect(await rules.rows('select subject, description from crm.task')).toEqual([
      { subject: 'Call ADA (Dr) system', description: 'nobody, }} 2' },
    ]);
  });

  it('sends no more in a day than a company may, and says so in its log', async () => {
    const rules = await TestRules.open(t);
    const mail = {
      kind: 'send_email',
      template: 'RECORD_NOTICE',
      message: 'New',
      to: 'email',
    } as const;
    await rules.rule('workflow', 'Tell', workflow([mail]));
    const address = { email: 'ada@x.example' };
    await rules.make({ name: 'Ada', ...address });
    await rules.dispatch();
    await rules.write((tx) =>
      tx.run(`update rules.emails_of_day set sent = $2 where company_id = $1`, [
        rules.ctx.companyId,
        MOST_EMAILS_A_DAY,
      ]),
    );
    await rules.make({ name: 'Eve', ...address });
    await rules.dispatch();
    const [count] = await rules.rows<{ n: number }>(
      'select count(*)::int as n from notifications.email',
    );
    expect(count?.n).toBe(1);
    const runs = await rules.rows<{ line: unknown }>(
      'select to_jsonb(r) as line from rules.workflow_run r',
    );
    expect(JSON.stringify(runs)).toContain('of at most 10000');
  });

  it('writes to owners and to everybody of a role, each with the record filled in', async () => {
    const rules = await TestRules.open(t);
    const [ada, bob] = [newId<'user'>(), newId<'user'>()];
    const role = newId();
    await rules.write(async (tx) => {
      const { companyId } = rules.ctx;
      const person = `insert into identity.staff_user
        (company_id, id, email, name, created_at, updated_at) values ($1, $2, $3, 'U', $4, $4)`;
      await tx.run(person, [companyId, ada, 'ada@x.example', rules.ctx.now]);
      await tx.run(person, [companyId, bob, 'bob@x.example', rules.ctx.now]);
      await tx.run(
        `insert into access.role (company_id, id, name, built_in, matrix, scopes, grants,
           created_at, updated_at)
         values ($1, $2, 'Team Leads', false, '{}', '{}', '[]', $3, $3)`,
        [companyId, role, rules.ctx.now],
      );
      await tx.run(
        `insert into access.user_role (company_id, user_id, role_id)
         select u.company_id, u.id, $2::uuid from identity.staff_user u where u.company_id = $1`,
        [companyId, role],
      );
      await tx.run(
        `update identity.staff_user set language = 'de'
         where company_id = $1 and email = 'bob@x.example'`,
        [companyId],
      );
    });
    const mail = { kind: 'send_email', template: 'RECORD_NOTICE', message: 'New: {{ name }}' };
    const to = (who: string) => ({ ...mail, to: who }) as WorkflowAction;
    await rules.rule('workflow', 'Tell', workflow([to('owner'), to('role:team leads')]));
    await rules.make({ name: 'Eve', ownerId: ada });
    await rules.dispatch();
    const sent = await rules.rows<{ to_address: string; text: string }>(
      'select to_address, text from notifications.email order by id',
    );
    const greeted = sent.map(({ to_address: at, text }) => [
      at,
      /^([^,]+),[^]*New: Eve/.exec(text)?.[1],
    ]);
    expect(greeted).toEqual([
      ['ada@x.example', 'Hello'],
      ['ada@x.example', 'Hello'],
      ['bob@x.example', 'Guten Tag'],
    ]);
  });
});
