import { keyRing } from '@quittance/config';
import { DomainError, newId, type UserId } from '@quittance/kernel';
import { watchFailpoints } from '@quittance/config/host';
import { attemptCreates, deleteRecords, updateRecords, type RecordInput } from '@quittance/objects';
import type { RecordId } from '@quittance/metadata';
import { CreateField, DefinedMetadata } from '@quittance/customization/host';
import { CreateEndpoint } from '@quittance/webhooks/host';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { comesToWait } from '../../../../test/support/waiting.js';
import { faults, TestRules } from '../testing/test-rules.js';
import type { WorkflowAction, WorkflowDefinition } from '../rules/rule.js';

let t: TestDatabase;
let rules: TestRules;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  rules = await TestRules.open(t);
});
afterEach(() => watchFailpoints(undefined));
afterAll(() => t?.close());

const set = (field: string, formula: string): WorkflowAction => ({
  kind: 'set_field',
  field,
  formula,
});
const TASK = { kind: 'create_task', subject: 'Call', description: null, dueInDays: null } as const;

function rule(
  name: string,
  actions: readonly WorkflowAction[],
  more: Partial<WorkflowDefinition> = {},
  object = 'lead',
) {
  const definition = { trigger: 'create', field: null, condition: null, actions, ...more } as const;
  return rules.rule('workflow', name, definition, object);
}

async function aUser(): Promise<UserId> {
  const id = newId<'user'>();
  await rules.write((tx) =>
    tx.run(
      `insert into identity.staff_user (company_id, id, email, name, created_at, updated_at)
       values ($1, $2, $3, 'U', $4, $4)`,
      [rules.ctx.companyId, id, `${id}@example.com`, rules.ctx.now],
    ),
  );
  return id;
}

async function aWebhook(): Promise<string> {
  const keys = keyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]);
  const resolve = () => Promise.resolve([]);
  const settings = { keys, allowPrivate: true, ownHosts: [], resolve };
  const endpoint = { url: 'https://hooks.example.com/', types: ['invoice.sent'] as const };
  const create = new CreateEndpoint(t.db, settings);
  return (await create.execute(rules.ctx, { ...endpoint, description: null, active: true })).id;
}

interface Lead {
  readonly title: string | null;
  readonly company: string | null;
  readonly version: number;
}
const leads = () =>
  rules.rows<Lead>('select title, company_name as company, version from crm.lead order by id');
const lead = async () => (await leads())[0];
const outcomes = async () =>
  (await rules.runs()).map(({ ruleName, outcome, message }) => [ruleName, outcome, message]);

describe('a rule acts on the record as it is', () => {
  it('takes up what a person has written since it was called', async () => {
    await rule('Mark', [set('title', 'BLANKVALUE(title, "none") & "!"')]);
    const { id } = await rules.make({ name: 'Ada' });
    await rules.change(id, { title: 'UserTyped' });
    await rules.dispatch();
    expect(await lead()).toMatchObject({ title: 'UserTyped!' });
  });

  it('does not write over it where it does not look at it, and says so', async () => {
    await rule('Fill', [set('title', '"Dear " & name'), set('companyName', '"None"')]);
    const { id } = await rules.make({ name: 'Ada' });
    await rules.change(id, { title: 'UserTyped' });
    await rules.dispatch();
    expect(await lead()).toMatchObject({ title: 'UserTyped', company: 'None' });
    const message = 'Kept as somebody has written it since: title.';
    expect(await outcomes()).toEqual([['Fill', 'done', message]]);
  });

  it('writes over what another rule has written since', async () => {
    await rule('First', [set('title', '"1"')], { trigger: 'create' });
    await rule('Then', [set('title', '"2"')], { trigger: 'change', field: 'name' });
    const { id } = await rules.make({ name: 'Ada' });
    await rules.change(id, { name: 'Ada L.' });
    await rules.dispatch();
    expect(await lead()).toMatchObject({ title: '2' });
  });

  it('sees what the rules before it did', async () => {
    await rule('R1', [set('title', '"1"')]);
    await rule('R2', [set('companyName', '"saw " & title')], { condition: 'title = "1"' });
    await rule('R3', [set('title', 'title & "3"')]);
    await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect(await lead()).toMatchObject({ title: '13', company: 'saw 1' });
    expect((await outcomes()).map(([name]) => name)).toEqual(['R1', 'R2', 'R3']);
  });

  it('sees nothing of what a failed one before it had done', async () => {
    const email = { kind: 'send_email', template: 'RECORD_NOTICE', to: 'email' } as const;
    await rule('Fails', [set('title', '"1"'), { ...email, message: 'New' }]);
    await rule('After', [set('companyName', 'BLANKVALUE(title, "blank")')]);
    await rules.make({ name: 'Ada' });
    await rules.dispatch();
    expect(await lead()).toMatchObject({ title: null, company: 'blank' });
  });

  it('is judged by what is, not by what was', async () => {
    await rule('Was', [set('companyName', '"was"')], { condition: 'title = "Dr"' });
    await rule('Is', [set('companyName', '"is"')], { condition: 'title = "Prof"' });
    const { id } = await rules.make({ name: 'Ada', title: 'Dr' });
    await rules.change(id, { title: 'Prof' });
    await rules.dispatch();
    expect(await outcomes()).toEqual([['Is', 'done', null]]);
    expect(await lead()).toMatchObject({ company: 'is' });
  });

  it('is called by each of several changes that wait, and finds what it left before', async () => {
    const full = 'LEN(BLANKVALUE(title, "")) < 3';
    const count = [set('title', 'BLANKVALUE(title, "") & LEFT(name, 1)')];
    await rule('Count', count, { trigger: 'update', condition: full });
    const { id } = await rules.make({ name: 'A' });
    for (const name of ['B', 'C', 'D']) await rules.change(id, { name });
    await rules.dispatch();
    expect(await lead()).toMatchObject({ title: 'DDD' });
    expect(await outcomes()).toHaveLength(3);
  });

  it('hears once of a value that its field has taken by the last of several changes', async () => {
    const last = { trigger: 'change', field: 'name', condition: 'name = "C"' } as const;
    await rule('Last', [set('title', 'BLANKVALUE(title, "") & name')], last);
    const { id } = await rules.make({ name: 'A' });
    for (const name of ['B', 'C']) await rules.change(id, { name });
    await rules.dispatch();
    expect(await lead()).toMatchObject({ title: 'C' });
    await rules.change(id, { name: 'D' });
    await rules.dispatch();
    await rules.change(id, { name: 'C' });
    await rules.dispatch();
    expect(await lead()).toMatchObject({ title: 'CC' });
  });

  it('is not run about a record that is gone by then', async () => {
    const email = { kind: 'send_email', template: 'RECORD_NOTICE', to: 'email' } as const;
    await rule('All', [set('title', '"1"'), { ...email, message: 'New' }]);
    const { id } = await rules.make({ name: 'Ada', email: 'ada@example.com' });
    await rules.write((tx, object) => deleteRecords(tx, object, [{ id }]));
    await rules.dispatch();
    expect(await rules.runs()).toEqual([]);
    expect(await rules.rows('select 1 from notifications.email')).toEqual([]);
    expect(await rules.rows(`select 1 from outbox.event where state <> 'dispatched'`)).toEqual([]);
  });

  it('writes to and of the record as it is, with what the rule itself has set', async () => {
    const email = { kind: 'send_email', template: 'RECORD_NOTICE', to: 'email' } as const;
    await rule('All', [
      set('title', '"New"'),
      { ...TASK, ownerId: null },
      { ...email, message: 'Hi' },
      { kind: 'send_webhook', webhookId: await aWebhook() },
    ]);
    const { id } = await rules.make({ name: 'Ada', email: 'old@example.com' });
    const ownerId = await aUser();
    await rules.change(id, { email: 'now@example.com', name: 'Ada L.', ownerId });
    await rules.dispatch();
    expect(await rules.rows('select to_address as at, subject from notifications.email')).toEqual([
      { at: 'now@example.com', subject: 'Lead Ada L.: All' },
    ]);
    expect(await rules.rows('select owner_id as owner from crm.task')).toEqual([
      { owner: ownerId },
    ]);
    const [run] = await rules.rows<{ body: string }>('select body from webhooks.message');
    expect(JSON.parse(run?.body ?? '{}')).toMatchObject({
      data: { record: { name: 'Ada L.', title: 'New', version: 3 } },
    });
  });
});

describe('what is computed', () => {
  it('is that of the record as it is, also after another rule', async () => {
    rules = await TestRules.open(t, new DefinedMetadata());
    const create = new CreateField(t.db, rules.models);
    const formula = { name: 'loud__c', label: 'Loud', type: 'formula' } as const;
    await create.execute(rules.ctx, 'account', {
      ...formula,
      settings: { formula: 'UPPER(name)', resultType: 'text' },
    });
    await create.execute(rules.ctx, 'deal', {
      name: 'for__c',
      label: 'For',
      type: 'lookup',
      settings: { target: 'account' },
    });
    await create.execute(rules.ctx, 'account', {
      name: 'deals__c',
      label: 'Deals',
      type: 'rollup',
      settings: { child: 'deal', childField: 'for__c', function: 'count' },
    });
    await rule('Rename', [set('name', 'name & "!"')], {}, 'account');
    await rule('Tell', [set('website', '"https://x.example/" & loud__c')], {}, 'account');
    await rule(
      'Count',
      [{ ...TASK, ownerId: null }],
      { condition: 'AND(deals__c = 1, loud__c = "ACME!")' },
      'account',
    );
    const { id } = await rules.make({ name: 'Acme' }, [], { object: 'account' });
    await rules.make({ name: 'D', accountId: id, for__c: id }, [], { object: 'deal' });
    await rules.dispatch();
    expect(await rules.rows('select name, website from crm.account')).toEqual([
      { name: 'Acme!', website: 'https://x.example/ACME!' },
    ]);
    expect((await outcomes()).map(([name]) => name)).toEqual(['Rename', 'Tell', 'Count']);
    // Nobody is told of its change.
    const change = { trigger: 'change', field: 'deals__c' } as const;
    expect(await faults(rule('Of a roll-up', [set('name', '"x"')], change, 'account'))).toEqual([
      'validation_failed',
      '/field type',
    ]);
    // Who may see no deals is not told how many there are.
    const [{ resources } = {}] = await rules.rows<{ resources: string[] }>(
      `select details -> 'resources' as resources from rules.workflow_run
       where rule_name = 'Count'`,
    );
    expect(resources).toEqual(expect.arrayContaining(['accounts', 'deals', 'tasks']));
  });
});

describe('many records at once', () => {
  it('are each acted on as they are, in the order of their events', async () => {
    await rule('R1', [set('title', 'BLANKVALUE(title, "1")')]);
    await rule('R2', [set('companyName', '"saw " & title')]);
    const made = await rules.write((tx, object) =>
      attemptCreates(
        tx,
        object,
        Array.from({ length: 40 }, (_, n) => ({ name: `L${n}` })),
      ),
    );
    const ids = made.map(({ record }) => record?.id as RecordId);
    const typed = ids.slice(0, 20);
    await rules.write((tx, object) =>
      updateRecords(
        tx,
        object,
        typed.map((id) => ({ id, patch: { title: 'Typed' } })),
      ),
    );
    await rules.dispatch();
    const titles = (await leads()).map(({ title, company }) => `${title}, ${company}`);
    expect(titles.filter((each) => each === 'Typed, saw Typed')).toHaveLength(20);
    expect(titles.filter((each) => each === '1, saw 1')).toHaveLength(20);
  });
});

/** Stops whoever passes the point until it is let go. */
function heldAt(point: string) {
  let arrive = (): void => undefined;
  let release = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let taken = false;
  watchFailpoints((name) => {
    if (name !== point || taken) return;
    taken = true;
    arrive();
    return released;
  });
  return { arrived, release };
}

const patched = (id: RecordId, patch: RecordInput, expectedVersion?: number) =>
  rules
    .write((tx, object) =>
      updateRecords(tx, object, [
        { id, patch, ...(expectedVersion !== undefined && { expectedVersion }) },
      ]),
    )
    .then(
      () => 'done',
      (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
    );

describe('a person and a rule at the same record', () => {
  it('take turns: a change under way is waited for, and acted on', async () => {
    await rule('Mark', [set('title', 'BLANKVALUE(title, "none") & "!"')]);
    const { id } = await rules.make({ name: 'Ada' });
    let commit = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const person = rules.write(async (tx, object) => {
      await updateRecords(tx, object, [{ id, patch: { title: 'UserTyped' } }]);
      begun();
      await mayCommit;
    });
    await hasBegun;
    const dispatched = rules.dispatch();
    const waited = await comesToWait(t, dispatched);
    commit();
    await Promise.all([person, dispatched]);
    expect(waited).toBe(true);
    expect(await lead()).toMatchObject({ title: 'UserTyped!' });
  });

  it.each([
    ['is refused by its version', 1, 'precondition_failed', 'rule', 3],
    ['is written on top where it names none', undefined, 'done', 'UserTyped', 4],
  ])('a change that comes while rules run %s', async (_, expected, answer, title, version) => {
    await rule('First', [set('title', '"rule"')]);
    await rule('Second', [set('companyName', 'title')], { condition: 'title = "rule"' });
    const { id } = await rules.make({ name: 'Ada' });
    const { arrived, release } = heldAt('insert.rules.workflow_run');
    const dispatched = rules.dispatch();
    await arrived;
    const person = patched(id, { title: 'UserTyped' }, expected);
    const waited = await comesToWait(t, person);
    release();
    expect([waited, await person]).toEqual([true, answer]);
    await dispatched;
    expect(await lead()).toEqual({ title, company: 'rule', version });
    expect(await rules.runs()).toHaveLength(2);
  });

  it('lose nothing with several workers and several people at once', async () => {
    const appended = set('title', 'BLANKVALUE(title, "") & "x"');
    await rule('Count', [appended], { trigger: 'change', field: 'companyName' });
    await rule('Name', [set('phone', '"+4930123411"')], { condition: 'ISBLANK(phone)' });
    const ids: RecordId[] = [];
    for (let n = 0; n < 6; n += 1) ids.push((await rules.make({ name: `L${n}` })).id);
    const person = async (who: string) => {
      const answers: string[] = [];
      for (const id of who === 'a' ? ids : [...ids].reverse()) {
        answers.push(await patched(id, { companyName: `${who}-${newId()}` }));
      }
      return answers;
    };
    const [a, b] = await Promise.all([
      person('a'),
      person('b'),
      rules.dispatch(),
      rules.dispatch(),
    ]);
    expect(new Set([...a, ...b])).toEqual(new Set(['done']));
    await rules.dispatch();
    const runs = await rules.runs();
    expect(new Set(runs.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    const marks = (await leads()).map(({ title }) => title ?? '');
    expect(marks.every((mark) => /^x{1,2}$/.test(mark))).toBe(true);
    expect(marks.join('')).toHaveLength(runs.filter(({ ruleName }) => ruleName === 'Count').length);
  });
});
