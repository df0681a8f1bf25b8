import { addSeconds, newId, type Instant } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ApprovalStage, onCreate, request } from '../testing/approval-stage.js';
import { faults } from '../testing/test-rules.js';
import type { ApprovalStep } from '../rules/rule.js';
import { WorkflowSubjects } from '../workflows/workflow-subjects.js';
import { WatchApprovals } from './watch-approvals.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

const HOUR = 3_600;
type Name = 'ada' | 'bob' | 'eve';

/** What becomes of an approval that people leave alone. */
class Watched {
  private constructor(readonly stage: ApprovalStage) {}

  /** `managers` says who reports to whom. */
  static async open(managers: Partial<Record<Name, Name>> = {}): Promise<Watched> {
    const stage = await ApprovalStage.open(t);
    const { rules, people } = stage;
    await rules.write(async (tx) => {
      for (const [of, manager] of Object.entries(managers)) {
        await tx.run(
          'update identity.staff_user set manager_id = $3 where company_id = $1 and id = $2',
          [rules.ctx.companyId, people[of as Name], people[manager]],
        );
      }
    });
    return new Watched(stage);
  }

  async look(hours: number): Promise<void> {
    const { rules } = this.stage;
    const watch = new WatchApprovals(t.db, rules.models, new WorkflowSubjects());
    const at = addSeconds(rules.ctx.now, hours * HOUR) as Instant;
    // Of several that look at once each does what is left.
    await Promise.all([watch.runOnce(at), watch.runOnce(at)]);
  }

  async leave(name: Name): Promise<void> {
    const { rules, people } = this.stage;
    await rules.write((tx) =>
      tx.run('update identity.staff_user set active = false where company_id = $1 and id = $2', [
        rules.ctx.companyId,
        people[name],
      ]),
    );
  }

  /** Somebody with the Admin role. */
  async administrator(name: Name): Promise<void> {
    const { rules, people } = this.stage;
    const { companyId, now } = rules.ctx;
    const role = newId();
    await rules.write(async (tx) => {
      await tx.run(
        `insert into access.role (company_id, id, name, matrix, scopes, grants, built_in, version,
           created_at, updated_at) values ($1, $2, 'Admin', '{}', '{}', '[]', true, 1, $3, $3)`,
        [companyId, role, now],
      );
      await tx.run(
        'insert into access.user_role (company_id, user_id, role_id) values ($1, $2, $3)',
        [companyId, people[name], role],
      );
    });
  }

  async state() {
    const { status, step, asked, history } = await this.stage.waiting();
    const { people } = this.stage;
    const nameOf = (id: unknown) => Object.entries(people).find(([, each]) => each === id)?.[0];
    return {
      status,
      step,
      asked: asked.map(nameOf),
      said: history.map(({ decision, by }) => `${decision} ${nameOf(by) ?? 'clock'}`),
    };
  }
}

const soon = (step: Partial<ApprovalStep>): ApprovalStep => ({
  approver: 'bob@x.example',
  within: 5,
  unit: 'hours',
  ...step,
});

describe('a step of an approval', () => {
  it('asks whom the owner, or whoever has caused it, reports to, and over them', async () => {
    const watched = await Watched.open({ bob: 'ada', ada: 'eve' });
    const { stage } = watched;
    // The manager of the owner has caused it themselves: theirs is asked.
    await stage.made(['owner.manager', 'requester.manager'], 'ada');
    expect(await watched.state()).toMatchObject({ asked: ['eve'] });
    await stage.say('eve', 'approve');
    expect(await watched.state()).toMatchObject({ step: 2, asked: ['eve'] });
  });

  it('is approved by all where all must, and rejected by one', async () => {
    for (const last of ['approve', 'reject'] as const) {
      const watched = await Watched.open();
      const { stage } = watched;
      const all = {
        approver: 'bob@x.example',
        others: ['eve@x.example'],
        decidedBy: 'all',
      } as const;
      const lead = await stage.made([all], 'ada');
      await stage.say('bob', 'approve');
      expect(await watched.state()).toMatchObject({ status: 'waiting', step: 1, asked: ['eve'] });
      expect(await faults(stage.say('bob', 'approve'))).toEqual(['record_approval_not_theirs']);
      expect(await faults(stage.rules.change(lead.id, { name: 'Other' }))).toEqual([
        'record_awaits_approval',
      ]);
      await stage.say('eve', last, 'no');
      const status = last === 'approve' ? 'approved' : 'rejected';
      expect(await watched.state()).toMatchObject({ status });
    }
  });

  it('asks nobody where one of all who must approve has caused it', async () => {
    const { stage } = await Watched.open();
    await stage.made(
      [{ approver: 'bob@x.example', others: ['ada@x.example'], decidedBy: 'all' }],
      'ada',
    );
    expect(await stage.rules.runs()).toMatchObject([{ error: 'approval_without_approver' }]);
  });

  it('reminds, and then stays, is rejected or goes to others: once', async () => {
    const cases = [
      ['stay', {}, { status: 'waiting', asked: ['bob'], said: [] }],
      ['reject', {}, { status: 'rejected', said: ['reject clock'] }],
      [
        'escalate',
        { escalateTo: 'eve@x.example' },
        { status: 'waiting', asked: ['eve'], said: ['escalate clock'] },
      ],
    ] as const;
    for (const [overdue, to, expected] of cases) {
      const watched = await Watched.open();
      const { stage } = watched;
      await stage.made([soon({ remindBefore: 2, overdue, ...to })], 'ada');
      await watched.look(2);
      expect(await stage.mail()).toHaveLength(1);
      await watched.look(3.1);
      expect(
        (await stage.mail()).filter((each) => (each as readonly unknown[])[0] === 'bob@x.example'),
      ).toHaveLength(2);
      expect(await watched.state()).toMatchObject({ status: 'waiting', asked: ['bob'], said: [] });
      await watched.look(5.1);
      await watched.look(9);
      expect(await watched.state()).toMatchObject(expected);
      expect(await stage.title()).toBe(expected.status);
    }
  });

  it('is decided by any of those to whom it went, though all had to approve it', async () => {
    const watched = await Watched.open({ bob: 'eve' });
    const { stage } = watched;
    const all = { others: ['eve@x.example'], decidedBy: 'all' } as const;
    await stage.made([soon({ ...all, overdue: 'escalate', escalateTo: 'eve@x.example' })], 'ada');
    await watched.look(5.1);
    await stage.say('eve', 'approve');
    expect(await watched.state()).toMatchObject({ status: 'approved' });
  });

  it('goes on without who has left, to whom they reported to, or an administrator', async () => {
    const watched = await Watched.open({ bob: 'eve' });
    const { stage } = watched;
    await stage.made(['bob@x.example'], 'ada');
    await watched.leave('bob');
    await watched.look(1);
    const once = { asked: ['eve'], said: ['reassign clock'] };
    expect(await watched.state()).toMatchObject({ status: 'waiting', ...once });
    await watched.look(2);
    expect(await watched.state()).toMatchObject(once);
    const orphan = await Watched.open();
    await orphan.administrator('eve');
    await orphan.stage.made(['bob@x.example'], 'ada');
    await orphan.leave('bob');
    await orphan.look(1);
    expect(await orphan.state()).toMatchObject({ status: 'waiting', ...once });
  });

  it('is rejected where nobody is left, and free again', async () => {
    const watched = await Watched.open();
    const { stage } = watched;
    const lead = await stage.made(['bob@x.example'], 'ada');
    await watched.leave('bob');
    await watched.look(1);
    expect(await watched.state()).toMatchObject({ status: 'rejected', said: ['reject clock'] });
    expect((await stage.rules.change(lead.id, { name: 'Other' })).name).toBe('Other');
  });

  it('writes once an hour to whom many records are sent', async () => {
    const watched = await Watched.open();
    const { stage } = watched;
    const { rules, people } = stage;
    await rules.rule('workflow', 'Asks', onCreate(request(['bob@x.example'])));
    const names = Array.from({ length: 20 }, (_, i) => ({
      name: `Acme ${i}`,
      ownerId: people.bob,
    }));
    await rules.batch(names);
    await rules.dispatch();
    expect(await stage.mail()).toHaveLength(1);
    await watched.look(0.5);
    expect(await stage.mail()).toHaveLength(1);
    await watched.look(1.1);
    await watched.look(1.2);
    expect(await stage.mail()).toEqual([
      ['bob@x.example', undefined],
      ['bob@x.example', 'Awaiting your approval: 20 records'],
    ]);
  });

  it('goes on behind as many that fail as it looks at together', async () => {
    const watched = await Watched.open();
    const { rules } = watched.stage;
    await watched.stage.made(
      [{ approver: 'owner', within: 1, unit: 'hours', overdue: 'reject' }],
      'ada',
    );
    await rules.write((tx) =>
      tx.run(
        `insert into rules.approval (company_id, id, record_id, history, next_at, rule_id,
           rule_name, object, title, status, step, steps, asked, requested_at, due_at)
         select a.company_id, k.id, k.id, '{}'::jsonb, a.next_at - interval '1 minute', a.rule_id,
           a.rule_name, a.object, a.title, a.status, a.step, a.steps, a.asked, a.requested_at,
           a.due_at
         from rules.approval a cross join unnest($2::uuid[]) as k(id)
         where a.company_id = $1 and a.status = 'waiting'`,
        [rules.ctx.companyId, Array.from({ length: 200 }, () => newId())],
      ),
    );
    await expect(watched.look(1.1)).rejects.toThrow('history');
    const broken = "a.company_id = $1 and a.history = '{}'";
    await rules.write((tx) =>
      tx.run(`delete from rules.approval a where ${broken}`, [rules.ctx.companyId]),
    );
    expect(await watched.state()).toMatchObject({ status: 'rejected' });
  });

  it('says when what', async () => {
    const { rules } = (await Watched.open()).stage;
    const bad: ApprovalStep[] = [
      { approver: 'owner', unit: 'days', overdue: 'reject', others: ['nobody@x.example'] },
      { approver: 'owner', within: 2, unit: 'days', remindBefore: 2, overdue: 'escalate' },
      { approver: 'owner', within: 2, escalateTo: 'owner.manager' },
    ];
    const made = rules.rule('workflow', 'Bad', onCreate(request(bad)));
    expect(await faults(made)).toEqual([
      'validation_failed',
      '/actions/0/steps/0/unit unexpected',
      '/actions/0/steps/0/overdue unexpected',
      '/actions/0/steps/0/others/0 reference_not_found',
      '/actions/0/steps/1/remindBefore range',
      '/actions/0/steps/1/escalateTo required',
      '/actions/0/steps/2/unit required',
      '/actions/0/steps/2/escalateTo unexpected',
    ]);
  });
});
