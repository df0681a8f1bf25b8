import { newId, type Ctx, type Permissions, type UserId } from '@quittance/kernel';
import { deleteRecords } from '@quittance/objects';
import type { RecordView } from '@quittance/metadata';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { faults, TestRules } from '../testing/test-rules.js';
import type { RequestApproval, WorkflowDefinition } from '../rules/rule.js';
import type { ApprovalDecision } from './approval.js';
import type { RecordApproval } from './approval.description.js';
import { DecideApproval } from './decide-approval.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

const request = (steps: readonly string[]): RequestApproval => ({
  kind: 'request_approval',
  steps: steps.map((approver) => ({ approver })),
  message: 'May {{ name }} be a customer?',
  field: 'title',
});
const onCreate = (action: RequestApproval): WorkflowDefinition => ({
  trigger: 'create',
  field: null,
  condition: null,
  actions: [action],
});

/** A company with three people, and what waits in it. */
class Stage {
  readonly decideApproval: DecideApproval;

  private constructor(
    readonly rules: TestRules,
    readonly people: Readonly<Record<'ada' | 'bob' | 'eve', UserId>>,
  ) {
    this.decideApproval = new DecideApproval(t.db, rules.models);
  }

  static async open(): Promise<Stage> {
    const rules = await TestRules.open(t);
    const people = { ada: newId<'user'>(), bob: newId<'user'>(), eve: newId<'user'>() };
    await rules.write(async (tx) => {
      for (const [name, id] of Object.entries(people)) {
        await tx.run(
          `insert into identity.staff_user
             (company_id, id, email, name, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)`,
          [rules.ctx.companyId, id, `${name}@x.example`, name, rules.ctx.now],
        );
      }
    });
    return new Stage(rules, people);
  }

  /** Somebody who may do anything to leads, and does not keep workflows. */
  as(name: 'ada' | 'bob' | 'eve'): Ctx {
    const { ctx } = this.rules;
    const userId = this.people[name];
    const permissions: Permissions = {
      ...ctx.permissions,
      can: (resource) => resource !== 'workflows',
      scope: (resource) => (resource === 'workflows' ? 'own' : 'all'),
    };
    return { ...ctx, actor: { kind: 'staff', id: userId, name }, userId, permissions };
  }

  async made(steps: readonly string[], by: 'ada' | 'bob' | 'eve'): Promise<RecordView> {
    await this.rules.rule('workflow', newId(), onCreate(request(steps)));
    const owner = this.people.bob;
    const lead = await this.rules.make({ name: 'Acme', ownerId: owner }, [], { by: this.as(by) });
    await this.rules.dispatch();
    return lead;
  }

  async waiting(): Promise<RecordApproval> {
    const [found] = await this.rules.rows<RecordApproval>(
      `select id, status, step, asked, history, requested_by as "requestedBy", message
       from rules.approval`,
    );
    if (!found) throw new Error(JSON.stringify(await this.rules.runs()));
    return found;
  }

  async say(by: 'ada' | 'bob' | 'eve', decision: ApprovalDecision, note: string | null = null) {
    const { id } = await this.waiting();
    return this.decideApproval.execute(this.as(by), id, decision, note);
  }

  async title(): Promise<unknown> {
    const [lead] = await this.rules.rows<{ title: string }>('select title from crm.lead');
    return lead?.title;
  }

  async mail(): Promise<readonly unknown[]> {
    const sent = await this.rules.rows<{ to: string; text: string }>(
      'select to_address as "to", text from notifications.email order by id',
    );
    return sent.map(({ to, text }) => [
      to,
      /May Acme be|Approved: fine|Rejected: no/.exec(text)?.[0],
    ]);
  }
}

describe('an approval that a rule asks for', () => {
  it('locks the record, is asked step by step, and frees it', async () => {
    const stage = await Stage.open();
    const { rules } = stage;
    const lead = await stage.made(['owner', 'eve@x.example'], 'ada');
    expect(await stage.title()).toBe('waiting');
    const locked = ['record_awaits_approval'];
    expect(await faults(rules.change(lead.id, { name: 'Other' }))).toEqual(locked);
    const drop = rules.write((tx, object) => deleteRecords(tx, object, [{ id: lead.id }]));
    expect(await faults(drop)).toEqual(locked);
    for (const other of ['ada', 'eve'] as const) {
      const code = other === 'ada' ? 'record_approval_not_theirs' : 'not_found';
      expect(await faults(stage.say(other, 'approve'))).toEqual([code]);
    }
    await stage.say('bob', 'approve');
    expect(await stage.waiting()).toMatchObject({ step: 2, asked: [stage.people.eve] });
    expect(await faults(rules.change(lead.id, { name: 'Other' }))).toEqual(locked);
    expect(await stage.say('eve', 'approve', 'fine')).toMatchObject({ status: 'approved' });
    expect(await stage.title()).toBe('approved');
    expect((await rules.change(lead.id, { name: 'Other' })).name).toBe('Other');
    expect(await faults(stage.say('eve', 'reject', 'no'))).toEqual(['record_approval_not_waiting']);
    const { history } = await stage.waiting();
    expect(history.map(({ step, decision, note }) => [step, decision, note])).toEqual([
      [1, 'approve', null],
      [2, 'approve', 'fine'],
    ]);
    expect(await stage.mail()).toEqual([
      ['bob@x.example', 'May Acme be'],
      ['eve@x.example', 'May Acme be'],
      ['ada@x.example', 'Approved: fine'],
    ]);
  });

  it('is over once it is rejected, or recalled by whoever has caused it', async () => {
    for (const [by, decision, left] of [
      ['bob', 'reject', 'rejected'],
      ['ada', 'recall', 'recalled'],
    ] as const) {
      const stage = await Stage.open();
      const lead = await stage.made(['owner', 'eve@x.example'], 'ada');
      expect(await stage.say(by, decision, 'no')).toMatchObject({ status: left, step: 1 });
      expect(await stage.title()).toBe(left);
      expect((await stage.rules.change(lead.id, { name: 'Other' })).name).toBe('Other');
    }
  });

  it('is not asked where nobody but whoever has caused it could decide', async () => {
    const stage = await Stage.open();
    await stage.made(['owner'], 'bob');
    expect(await stage.rules.runs()).toMatchObject([
      { outcome: 'failed', error: 'approval_without_approver' },
    ]);
    expect(await stage.title()).toBe(null);
  });

  it('keeps its rule from being switched off or taken away while a record waits', async () => {
    const stage = await Stage.open();
    const { rules } = stage;
    await stage.made(['eve@x.example'], 'ada');
    const [rule] = await rules.rows<{ id: never }>('select id from rules.rule');
    const id = rule?.id as never;
    const held = ['rule_has_approvals'];
    expect(
      await faults(rules.update.execute(rules.ctx, 'workflow', id, { active: false }, null)),
    ).toEqual(held);
    expect(await faults(rules.remove.execute(rules.ctx, 'workflow', id, null))).toEqual(held);
    await stage.say('ada', 'recall');
    expect(await faults(rules.remove.execute(rules.ctx, 'workflow', id, null))).toEqual(['fine']);
  });

  it('names people who work here, and a text that can show its status', async () => {
    const { rules } = await Stage.open();
    const bad = { ...request(['nobody@x.example', 'role:None', 'email']), field: 'email' };
    const made = (action: RequestApproval) => rules.rule('workflow', newId(), onCreate(action));
    expect(await faults(made(bad))).toEqual([
      'validation_failed',
      '/actions/0/field type',
      '/actions/0/steps/0/approver reference_not_found',
      '/actions/0/steps/1/approver reference_not_found',
      '/actions/0/steps/2/approver format',
    ]);
  });
});
