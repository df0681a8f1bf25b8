import { newId, type Ctx, type Permissions, type UserId } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { ApprovalDecision } from '../approvals/approval.js';
import type { RecordApproval } from '../approvals/approval.description.js';
import { DecideApproval } from '../approvals/decide-approval.js';
import type { ApprovalStep, RequestApproval, WorkflowDefinition } from '../rules/rule.js';
import { WorkflowSubjects } from '../workflows/workflow-subjects.js';
import { TestRules } from './test-rules.js';

/** What of a letter says something. */
const TOLD = /May Acme be|Approved: fine|Rejected: no|Awaiting your approval: \d+ records?/;

/** Asks people of a lead, one step after the other. */
export const request = (steps: readonly (string | ApprovalStep)[]): RequestApproval => ({
  kind: 'request_approval',
  steps: steps.map((step) => (typeof step === 'string' ? { approver: step } : step)),
  message: 'May {{ name }} be a customer?',
  field: 'title',
});
/** Once a record is made. */
export const onCreate = (action: RequestApproval): WorkflowDefinition => ({
  trigger: 'create',
  field: null,
  condition: null,
  actions: [action],
});

/** A company with three people, and what waits in it. */
export class ApprovalStage {
  readonly decideApproval: DecideApproval;

  private constructor(
    readonly rules: TestRules,
    readonly people: Readonly<Record<'ada' | 'bob' | 'eve', UserId>>,
  ) {
    this.decideApproval = new DecideApproval(rules.t.db, rules.models, new WorkflowSubjects());
  }

  /** Of a company of their own. */
  static async open(t: TestDatabase): Promise<ApprovalStage> {
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
    return new ApprovalStage(rules, people);
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

  /** A lead that waits. */
  async made(
    steps: readonly (string | ApprovalStep)[],
    by: 'ada' | 'bob' | 'eve',
  ): Promise<RecordView> {
    await this.rules.rule('workflow', newId(), onCreate(request(steps)));
    const owner = this.people.bob;
    const lead = await this.rules.make({ name: 'Acme', ownerId: owner }, [], { by: this.as(by) });
    await this.rules.dispatch();
    return lead;
  }

  /** What was asked last, however it stands. */
  async waiting(): Promise<RecordApproval> {
    const [found] = await this.rules.rows<RecordApproval>(
      `select id, status, step, asked, history, requested_by as "requestedBy",
         changed_by as "changedBy", message,
         due_at as "dueAt"
       from rules.approval order by id desc`,
    );
    if (!found) throw new Error(JSON.stringify(await this.rules.runs()));
    return found;
  }

  /** Somebody decides. */
  async say(by: 'ada' | 'bob' | 'eve', decision: ApprovalDecision, note: string | null = null) {
    const { id } = await this.waiting();
    return this.decideApproval.execute(this.as(by), id, decision, note);
  }

  /** What the lead shows. */
  async title(): Promise<unknown> {
    const [lead] = await this.rules.rows<{ title: string }>('select title from crm.lead');
    return lead?.title;
  }

  /** Every letter, with what of it says something. */
  async mail(): Promise<readonly unknown[]> {
    const sent = await this.rules.rows<{ to: string; text: string }>(
      'select to_address as "to", text from notifications.email order by id',
    );
    return sent.map(({ to, text }) => [to, TOLD.exec(text)?.[0]]);
  }
}
