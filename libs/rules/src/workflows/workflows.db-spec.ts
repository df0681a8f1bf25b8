import { newId, type UserId } from '@quittance/kernel';
import { renderQueued, TemplateRenderer, type EmailId } from '@quittance/notifications';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { faults, TestRules } from '../testing/test-rules.js';
import type { WorkflowAction, WorkflowDefinition } from '../rules/rule.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
const renderer = new TemplateRenderer();
afterAll(async () => {
  await renderer.onApplicationShutdown();
  await t?.close();
});

const setTitle = (formula: string): WorkflowAction => ({
  kind: 'set_field',
  field: 'title',
  formula,
});
const workflow = (
  actions: readonly WorkflowAction[],
  more: Partial<WorkflowDefinition> = {},
): WorkflowDefinition => ({ trigger: 'create', field: null, condition: null, actions, ...more });

const titleOf = async (rules: TestRules, id: string) =>
  (await rules.rows<{ title: string | null }>(`select title from crm.lead where id = '${id}'`))[0]
    ?.title;

describe('a workflow rule', () => {
  it('sets a field by a formula when a record is made, and says so in its log', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('workflow', 'Greet', workflow([setTitle('"Dear " & name')]));
    const { id } = await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect(await titleOf(rules, id)).toBe('Dear Ada');
    expect(await rules.runs()).toEqual([
      {
        ruleName: 'Greet',
        outcome: 'done',
        depth: 0,
        error: null,
        message: null,
        recordId: id,
        eventType: 'record.created',
      },
    ]);
  });

  it('runs only where its condition holds, and on a change only of its field', async () => {
    const rules = await TestRules.open(t);
    const actions = [setTitle('TEXT(LEN(BLANKVALUE(title, "")) + 1)')];
    const change = { trigger: 'change', field: 'companyName' } as const;
    const condition = 'companyName = "Acme"';
    await rules.rule('workflow', 'Acme', workflow(actions, { ...change, condition }));
    const { id } = await rules.make({ name: 'Ada', companyName: 'Acme' });
    await rules.change(id, { name: 'Ada L.' });
    await rules.change(id, { companyName: 'Other' });
    await rules.dispatch();
    expect(await rules.runs()).toEqual([]);
    await rules.change(id, { companyName: 'Acme' });
    await rules.dispatch();
    expect(await rules.runs()).toMatchObject([{ outcome: 'done', eventType: 'record.updated' }]);
    expect(await titleOf(rules, id)).toBe('1');
  });

  it('is not passed over in silence where it costs too much', async () => {
    const rules = await TestRules.open(t);
    const power = `${'9'.repeat(30)}^999`;
    const condition = `${power} > LEN(name)`;
    await rules.rule('workflow', 'Asked', workflow([setTitle('"a"')], { condition }));
    await rules.rule('workflow', 'Set', workflow([setTitle(`TEXT(${power})`)]));
    const { id } = await rules.make({ name: 'Ada', title: 'Dr' });
    await rules.dispatch();
    expect(await rules.runs()).toMatchObject([
      { ruleName: 'Asked', outcome: 'failed', error: 'too_much_work' },
      { ruleName: 'Set', outcome: 'failed', error: 'request_too_costly' },
    ]);
    expect(await titleOf(rules, id)).toBe('Dr');
  });

  it('runs in order, once for each event however often that is handed over', async () => {
    const rules = await TestRules.open(t);
    const append = (sign: string) => workflow([setTitle(`"${sign}" & name`)]);
    await rules.rule('workflow', 'B', append('b'));
    await rules.rule('workflow', 'A', append('a'));
    const { id } = await rules.make({ name: 'x' });
    await rules.dispatch();
    await rules.write((tx) =>
      tx.run(`update outbox.event set state = 'pending', finished_at = null`),
    );
    await rules.dispatch();
    expect((await rules.runs()).map(({ ruleName }) => ruleName)).toEqual(['B', 'A']);
    expect(await titleOf(rules, id)).toBe('ax');
  });

  it('makes a task about the record', async () => {
    const rules = await TestRules.open(t);
    const task = { kind: 'create_task', subject: 'Call', dueInDays: 3, ownerId: null } as const;
    await rules.rule('workflow', 'Call', workflow([{ ...task, description: null }]));
    const { id } = await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect(
      await rules.rows('select subject, due_date, related_object, related_id from crm.task'),
    ).toEqual([
      { subject: 'Call', due_date: '2026-03-05', related_object: 'lead', related_id: id },
    ]);
  });

  it('sends an e-mail to the address in a field, and fails where there is none', async () => {
    const rules = await TestRules.open(t);
    const email = { kind: 'send_email', template: 'RECORD_NOTICE', to: 'email' } as const;
    const actions = [setTitle('"Written to"'), { ...email, message: 'Welcome <b>you</b>' }];
    await rules.rule('workflow', 'Welcome', workflow(actions));
    const { id } = await rules.make({ name: 'Ada', email: 'ada@example.com' });
    const none = await rules.make({ name: 'Bob' });
    await rules.dispatch();
    expect(
      await rules.rows('select to_address, subject, record_id from notifications.email'),
    ).toEqual([{ to_address: 'ada@example.com', subject: 'Lead Ada: Welcome', record_id: id }]);
    const outcomes = (await rules.runs()).map(({ recordId, error }) => [recordId, error]);
    expect(new Map(outcomes as [string, string][])).toEqual(
      new Map([
        [id, null],
        [none.id, 'workflow_email_refused'],
      ]),
    );
    expect([await titleOf(rules, id), await titleOf(rules, none.id)]).toEqual(['Written to', null]);
  });

  it('fills any template of the company with the fields of the record', async () => {
    const rules = await TestRules.open(t);
    const texts = '{{ lead.title }} {{ fields.email }} {{ rule.name }}{{ message }}';
    await rules.write((tx) =>
      tx.run(
        `insert into notifications.email_template (company_id, code, subject, html, text, active,
           created_at, updated_at)
         values ($1, 'OWN_WELCOME', $2, $2, $2, true, $3, $3)`,
        [rules.ctx.companyId, texts, rules.ctx.now],
      ),
    );
    const template = 'OWN_WELCOME';
    const email = { kind: 'send_email', template, to: 'email', message: null } as const;
    await rules.rule('workflow', 'Welcome', workflow([email]));
    const ada = { name: 'Ada', title: 'Dr', email: 'ada@example.com' };
    await rules.make(ada);
    await rules.dispatch();
    const [queued] = await rules.rows<{ id: EmailId }>('select id from notifications.email');
    const ids = queued ? [queued.id] : [];
    await renderQueued(rules.ctx, { db: t.db, renderer }, ids);
    expect(await rules.rows('select template_code, subject from notifications.email')).toEqual([
      { template_code: template, subject: 'Dr ada@example.com Welcome' },
    ]);
    await rules.write((tx) => tx.run('delete from notifications.email_template'));
    await rules.make({ ...ada, name: 'Eve' });
    await rules.dispatch();
    expect((await rules.runs()).at(-1)).toMatchObject({
      outcome: 'failed',
      error: 'workflow_email_refused',
      message: expect.stringContaining(`there is no template ${template} any longer`),
    });
  });

  it('leaves only a line in the log where a validation rule refuses what it does', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('workflow', 'Shout', workflow([setTitle('UPPER(name)')]));
    const quiet = { formula: 'ISBLANK(title)', message: 'No titles.', field: 'title' };
    await rules.rule('validation', 'Quiet', quiet);
    const { id } = await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect(await rules.runs()).toMatchObject([
      { outcome: 'failed', error: 'validation_failed', message: expect.stringContaining('titles') },
    ]);
    expect(await titleOf(rules, id)).toBeNull();
  });

  it('is stopped in a loop, and the log says where', async () => {
    const rules = await TestRules.open(t);
    const actions = [setTitle('BLANKVALUE(title, "") & "x"')];
    await rules.rule('workflow', 'Loop', workflow(actions, { trigger: 'save' }));
    const { id } = await rules.make({ name: 'Ada' });
    await rules.dispatch();
    const runs = await rules.runs();
    expect(runs.map(({ outcome, depth }) => [outcome, depth])).toEqual([
      ['done', 0],
      ['done', 1],
      ['done', 2],
      ['done', 3],
      ['done', 4],
      ['too_deep', 5],
    ]);
    expect(await titleOf(rules, id)).toBe('xxxxx');
  });

  it('is stopped where rules of two objects set one another off', async () => {
    const rules = await TestRules.open(t);
    const task = { kind: 'create_task', subject: 'On', dueInDays: null, ownerId: null } as const;
    const actions = [{ ...task, description: null }];
    await rules.rule('workflow', 'Of leads', workflow(actions));
    await rules.rule('workflow', 'Of tasks', workflow(actions), 'task');
    await rules.make({ name: 'Ada' });
    await rules.dispatch();
    const runs = await rules.runs();
    expect(runs.map(({ ruleName, outcome, depth }) => [ruleName, outcome, depth])).toEqual([
      ['Of leads', 'done', 0],
      ['Of tasks', 'done', 1],
      ['Of tasks', 'done', 2],
      ['Of tasks', 'done', 3],
      ['Of tasks', 'done', 4],
      ['Of tasks', 'too_deep', 5],
    ]);
  });

  it('is stopped where what it does to one record changes another, which sets it off', async () => {
    const rules = await TestRules.open(t);
    const { id: accountId } = await rules.make({ name: 'Acme' }, [], { object: 'account' });
    const claim: WorkflowAction = { kind: 'set_field', field: 'isPrimary', formula: 'TRUE' };
    const lost = { trigger: 'change', field: 'isPrimary', condition: 'NOT(isPrimary)' } as const;
    await rules.rule('workflow', 'Claim', workflow([claim], lost), 'contact');
    const contact = (lastName: string) =>
      rules.make({ lastName, accountId, isPrimary: true }, [], { object: 'contact' });
    const both = [await contact('One'), await contact('Two')].map(({ id }) => id);
    await rules.dispatch();
    const runs = await rules.runs();
    expect(runs.map(({ recordId, outcome }) => [recordId, outcome])).toEqual(
      [0, 1, 0, 1, 0, 1].map((i, depth) => [both[i], depth < 5 ? 'done' : 'too_deep']),
    );
  });

  it('ends where it changes nothing', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('workflow', 'Same', workflow([setTitle('"same"')], { trigger: 'save' }));
    await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect((await rules.runs()).map(({ depth }) => depth)).toEqual([0, 1]);
  });

  it('is not run by events of companies that have none: they are finished unread', async () => {
    const rules = await TestRules.open(t);
    await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect(await rules.rows('select consumer from outbox.inbox')).toEqual([]);
    expect(await rules.rows('select state from outbox.event')).toEqual([{ state: 'dispatched' }]);
  });
});

describe('what is defined wrongly', () => {
  test.each<[string, WorkflowDefinition, string[]]>([
    [
      'a trigger without its field',
      workflow([setTitle('name')], { trigger: 'change' }),
      ['/field required'],
    ],
    [
      'a field without its trigger',
      workflow([setTitle('name')], { field: 'name' }),
      ['/field unexpected'],
    ],
    [
      'a condition that is no condition',
      workflow([setTitle('name')], { condition: 'name' }),
      ['/condition formula_result_type'],
    ],
    [
      'a field of another type',
      workflow([setTitle('1')]),
      ['/actions/0/formula formula_result_type'],
    ],
    [
      'a field that is gone',
      workflow([{ kind: 'set_field', field: '__proto__', formula: '1' }]),
      ['/actions/0/field unknown_field'],
    ],
    [
      'a field that nobody sets',
      workflow([{ kind: 'set_field', field: 'score', formula: '1' }]),
      ['/actions/0/field read_only'],
    ],
    [
      'no address',
      workflow([{ kind: 'send_email', template: 'RECORD_NOTICE', to: 'x', message: 'm' }]),
      ['/actions/0/to format'],
    ],
    [
      'no template',
      workflow([{ kind: 'send_email', template: 'NOWHERE', to: 'email', message: 'm' }]),
      ['/actions/0/template reference_not_found'],
    ],
    [
      'an address that nobody here has',
      workflow([
        { kind: 'send_email', template: 'RECORD_NOTICE', to: 'x@spam.example', message: 'm' },
      ]),
      ['/actions/0/to reference_not_found'],
    ],
    [
      'a role that there is not',
      workflow([{ kind: 'send_email', template: 'RECORD_NOTICE', to: 'role:None', message: 'm' }]),
      ['/actions/0/to reference_not_found'],
    ],
    [
      'a template about something else',
      workflow([{ kind: 'send_email', template: 'WEBHOOK_DISABLED', to: 'email', message: null }]),
      ['/actions/0/template template_unfit'],
    ],
    [
      'a text that names what there is not',
      workflow([
        {
          kind: 'send_email',
          template: 'RECORD_NOTICE',
          to: 'email',
          message: '{{ nobody }} {{ UPPER(1) }}',
        },
      ]),
      ['/actions/0/message formula_unknown_field', '/actions/0/message formula_argument_type'],
    ],
    [
      'a text with a tag',
      workflow([
        {
          kind: 'create_task',
          subject: '{% for i in (1..9) %}',
          description: '{{ name | shout }}',
          dueInDays: null,
          ownerId: null,
        },
      ]),
      ['/actions/0/subject merge_syntax', '/actions/0/description merge_syntax'],
    ],
    [
      'a template with a secret link',
      workflow([{ kind: 'send_email', template: 'USER_INVITED', to: 'email', message: 'm' }]),
      ['/actions/0/template template_secret'],
    ],
    [
      'nothing to say',
      workflow([{ kind: 'send_email', template: 'RECORD_NOTICE', to: 'email', message: null }]),
      ['/actions/0/message required'],
    ],
    [
      'no webhook',
      workflow([{ kind: 'send_webhook', webhookId: newId() }]),
      ['/actions/0/webhookId reference_not_found'],
    ],
    [
      'no webhook at all, being active',
      workflow([{ kind: 'send_webhook', webhookId: null }]),
      ['/actions/0/webhookId required'],
    ],
    [
      'a task for nobody',
      workflow([
        setTitle('name'),
        {
          kind: 'create_task',
          subject: 'S',
          description: null,
          dueInDays: null,
          ownerId: newId() as UserId,
        },
      ]),
      ['/actions/1/ownerId reference_not_found'],
    ],
  ])('%s is refused with its place', async (_, definition, expected) => {
    const rules = await TestRules.open(t);
    const work = rules.rule('workflow', 'R', definition);
    const isMissing = expected.every((each) => each.endsWith(' reference_not_found'));
    const code = isMissing ? 'reference_not_found' : 'validation_failed';
    expect(await faults(work)).toEqual([code, ...expected]);
  });
});
