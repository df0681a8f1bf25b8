import { MergeAccount } from '@quittance/crm/host';
import { newId, type Permissions } from '@quittance/kernel';
import { deleteRecords, updateRecords } from '@quittance/objects';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ApprovalStage, onCreate, request } from '../testing/approval-stage.js';
import { faults } from '../testing/test-rules.js';
import type { RequestApproval } from '../rules/rule.js';
import { ShownApprovals } from './shown-approvals.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

describe('an approval that a rule asks for', () => {
  it('locks the record, is asked step by step, and frees it', async () => {
    const stage = await ApprovalStage.open(t);
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
      const stage = await ApprovalStage.open(t);
      const lead = await stage.made(['owner', 'eve@x.example'], 'ada');
      expect(await stage.say(by, decision, 'no')).toMatchObject({ status: left, step: 1 });
      expect(await stage.title()).toBe(left);
      expect((await stage.rules.change(lead.id, { name: 'Other' })).name).toBe('Other');
    }
  });

  it('is not asked where nobody but whoever has caused it could decide', async () => {
    const stage = await ApprovalStage.open(t);
    await stage.made(['owner'], 'bob');
    expect(await stage.rules.runs()).toMatchObject([
      { outcome: 'failed', error: 'approval_without_approver' },
    ]);
    expect(await stage.title()).toBe(null);
  });

  it('keeps its rule from being switched off or taken away while a record waits', async () => {
    const stage = await ApprovalStage.open(t);
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

  it('is asked once by a rule about any change, of which others hear how it stands', async () => {
    const stage = await ApprovalStage.open(t);
    const { rules } = stage;
    const onSave = { ...onCreate(request(['owner', 'eve@x.example'])), trigger: 'save' } as const;
    const asks = await rules.rule('workflow', 'Asks', onSave);
    await rules.rule('workflow', 'Asks too', onSave);
    const task = {
      kind: 'create_task',
      subject: 'Look',
      description: null,
      dueInDays: null,
    } as const;
    const onChange = {
      trigger: 'change',
      field: 'title',
      condition: 'title <> "waiting"',
    } as const;
    await rules.rule('workflow', 'Hears', { ...onChange, actions: [{ ...task, ownerId: null }] });
    const input = { name: 'Acme', ownerId: stage.people.bob };
    await rules.make(input, [], { by: stage.as('ada') });
    await rules.dispatch();
    const told = async () => {
      await rules.dispatch();
      return (await rules.runs()).map(({ ruleName, outcome }) => `${ruleName} ${outcome}`);
    };
    expect(await told()).toEqual(['Asks done', 'Asks too failed']);
    await stage.say('bob', 'approve');
    await stage.say('eve', 'approve');
    expect(await told()).toEqual(['Asks done', 'Asks too failed', 'Hears done']);
    expect(await stage.title()).toBe('approved');
    const stop = rules.update.execute(rules.ctx, 'workflow', asks.id, { active: false }, null);
    expect(await faults(stop)).toEqual(['fine']);
  });

  it('is never for whoever began what rules have led to, nor for the maker of a key', async () => {
    const stage = await ApprovalStage.open(t);
    const { rules } = stage;
    const { ctx } = rules;
    const values = [{ field: 'name', formula: 'name' }];
    const makes = { kind: 'create_record', object: 'lead', values } as const;
    const action = request(['bob@x.example']);
    await rules.rule('workflow', 'Makes', { ...onCreate(action), actions: [makes] }, 'account');
    await rules.rule('workflow', 'Asks', onCreate(action));
    const key = newId<'api-key'>();
    await rules.write(async (tx) => {
      const role = newId();
      await tx.run(
        `insert into access.role (company_id, id, name, matrix, scopes, grants, built_in, version,
           created_at, updated_at) values ($1, $2, 'Of key', '{}', '{}', '{}', false, 1, $3, $3)`,
        [ctx.companyId, role, ctx.now],
      );
      await tx.run(
        `insert into access.api_key (company_id, id, name, secret_hash, last_characters, role_id,
           created_by, created_at) values ($1, $2, 'Key', '\\x00', '0000', $3, $4, $5)`,
        [ctx.companyId, key, role, stage.people.bob, ctx.now],
      );
    });
    const byKey = { ...ctx, actor: { kind: 'api_key', id: key, name: 'Key' } } as const;
    await rules.make({ name: 'By chain' }, [], { object: 'account', by: stage.as('bob') });
    await rules.make({ name: 'By key' }, [], { by: byKey });
    await rules.make({ name: 'Both' }, [], { object: 'account', by: byKey });
    await rules.dispatch();
    const failed = { ruleName: 'Asks', error: 'approval_without_approver' };
    const asked = (await rules.runs()).filter(({ ruleName }) => ruleName === 'Asks');
    expect(asked).toMatchObject([failed, failed, failed]);
    await rules.make({ name: 'By another' }, [], { object: 'account', by: stage.as('ada') });
    await rules.dispatch();
    expect(await stage.waiting()).toMatchObject({ requestedBy: stage.people.ada });
    expect(await faults(stage.say('ada', 'approve'))).toEqual(['record_approval_not_theirs']);
    expect(await stage.say('bob', 'approve')).toMatchObject({ status: 'approved' });
  });

  it.each(['save', 'change'] as const)(
    'is decided by nobody who changed the record before a rule on %s came to it',
    async (trigger) => {
      const stage = await ApprovalStage.open(t);
      const { rules } = stage;
      const { id } = await rules.make({ name: 'Acme' }, [], { by: stage.as('ada') });
      await rules.dispatch();
      await rules.rule('workflow', 'Asks', {
        ...onCreate(request(['bob@x.example', 'eve@x.example'])),
        trigger,
        field: trigger === 'change' ? 'email' : null,
        condition: 'companyName = "Large"',
        actions: [{ ...request([{ approver: 'bob@x.example', others: ['eve@x.example'] }]) }],
      });
      const change = (by: 'ada' | 'bob', patch: Record<string, string>) =>
        rules.write((tx, object) => updateRecords(tx, object, [{ id, patch }]), {
          by: stage.as(by),
        });
      await change('ada', { email: 'a@x.example' });
      await change('bob', { companyName: 'Large' });
      await rules.dispatch();
      const { ada, bob, eve } = stage.people;
      expect(await stage.waiting()).toMatchObject({
        requestedBy: ada,
        changedBy: [bob],
        asked: [eve],
      });
      expect(await faults(stage.say('bob', 'approve'))).toEqual(['not_found']);
      expect(await stage.say('eve', 'approve')).toMatchObject({ status: 'approved' });
    },
  );

  it.each([
    ['ada', 'recall'],
    ['eve', 'reject'],
  ] as const)('keeps in mind who had caused it once %s says to %s', async (by, decision) => {
    const stage = await ApprovalStage.open(t);
    const { rules } = stage;
    const { ada, bob, eve } = stage.people;
    const steps = [{ approver: 'eve@x.example', others: ['ada@x.example'] }];
    await rules.rule('workflow', 'Asks', { ...onCreate(request(steps)), trigger: 'save' });
    const lead = await rules.make({ name: 'Acme' }, [], { by: stage.as('ada') });
    await rules.dispatch();
    const changed = async (email: string) => {
      const patch = { id: lead.id, patch: { email } };
      await rules.write((tx, object) => updateRecords(tx, object, [patch]), {
        by: stage.as('bob'),
      });
      await rules.dispatch();
      return stage.waiting();
    };
    expect(await stage.say(by, decision, 'no')).toMatchObject({ step: 1 });
    const again = { requestedBy: bob, changedBy: [ada], asked: [eve] };
    expect(await changed('b@x.example')).toMatchObject(again);
    expect(await faults(stage.say('ada', 'approve'))).toEqual(['not_found']);
    // What somebody else has approved is done with.
    expect(await stage.say('eve', 'approve')).toMatchObject({ status: 'approved' });
    expect(await changed('c@x.example')).toMatchObject({ changedBy: [], asked: [eve, ada] });
  });

  it('shows of the record only to who is asked what others may not see', async () => {
    const stage = await ApprovalStage.open(t);
    const { rules } = stage;
    const action = { ...request(['eve@x.example']), message: 'Write to {{ email }}?' };
    await rules.rule('workflow', 'Asks', onCreate(action));
    const input = { name: 'Acme', email: 'secret@x.example', ownerId: stage.people.bob };
    await rules.make(input, [], { by: stage.as('ada') });
    await rules.dispatch();
    const shown = new ShownApprovals(rules.models);
    const { id } = await stage.waiting();
    const seen = async (by: 'ada' | 'eve', over: Partial<Permissions> = {}) => {
      const as = stage.as(by);
      const ctx = { ...as, permissions: { ...as.permissions, all: false, ...over } };
      const { message, title } = await t.db.read(ctx, (tx) => shown.find(tx, id));
      return [message, title];
    };
    const hides = (name: string) => {
      const names = new Set([name]);
      return { fields: () => ({ hidden: names, unwritten: names }), fieldBound: ['leads'] };
    };
    const message = 'Write to secret@x.example?';
    expect(await seen('eve', hides('email'))).toEqual([message, 'Acme']);
    expect(await seen('ada')).toEqual([message, 'Acme']);
    expect(await seen('ada', hides('email'))).toEqual([null, 'Acme']);
    expect(await seen('ada', hides('name'))).toEqual([null, null]);
    for (const beyond of [{ scope: () => 'own' as const }, { can: () => false }]) {
      expect(await faults(seen('ada', beyond))).toEqual(['not_found']);
      expect(await seen('eve', beyond)).toEqual([message, 'Acme']);
    }
    const as = stage.as('ada');
    const permissions = { ...as.permissions, all: false, ...hides('email') };
    const recall = stage.decideApproval.execute({ ...as, permissions }, id, 'recall', null);
    expect(await recall).toMatchObject({ message: null, status: 'recalled' });
  });

  it('is taken back, and not decided, once its record is gone', async () => {
    const stage = await ApprovalStage.open(t);
    const { rules } = stage;
    const lead = await stage.made(['eve@x.example'], 'ada');
    await rules.write((tx) => tx.run('delete from crm.lead where id = $1', [lead.id]));
    expect(await faults(stage.say('bob', 'approve'))).toEqual(['not_found']);
    for (const decision of ['approve', 'reject'] as const)
      expect(await faults(stage.say('eve', decision, 'x'))).toEqual(['approved_record_gone']);
    expect(await stage.say('ada', 'recall')).toMatchObject({ status: 'recalled' });
  });

  it('keeps a merger of accounts from moving its record', async () => {
    const stage = await ApprovalStage.open(t);
    const { rules } = stage;
    const asks = onCreate({ ...request(['eve@x.example']), message: null, field: null });
    await rules.rule('workflow', 'Asks', asks, 'contact');
    const of = (object: string) => ({ object, by: stage.as('ada') });
    const [winner, loser] = [
      await rules.make({ name: 'Winner' }, [], of('account')),
      await rules.make({ name: 'Loser' }, [], of('account')),
    ];
    await rules.make({ lastName: 'A', accountId: loser.id }, [], of('contact'));
    await rules.dispatch();
    const merge = new MergeAccount(t.db, rules.models);
    const ask = { id: winner.id, loserId: loser.id, expectedVersion: null };
    expect(await faults(merge.execute(rules.ctx, ask))).toEqual(['record_awaits_approval']);
    await stage.say('ada', 'recall');
    expect(await faults(merge.execute(rules.ctx, ask))).toEqual(['fine']);
  });

  it('names people who work here, and a text that can show its status', async () => {
    const { rules } = await ApprovalStage.open(t);
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
