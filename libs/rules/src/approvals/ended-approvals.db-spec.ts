import { updateRecords } from '@quittance/objects';
import type { RecordId } from '@quittance/metadata';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ApprovalStage, onCreate, request } from '../testing/approval-stage.js';
import { faults } from '../testing/test-rules.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

type Name = 'ada' | 'bob' | 'eve';
interface Asked {
  readonly id: never;
  readonly requestedBy: string;
  readonly changedBy: readonly string[];
}

/** A lead of which a rule asks at every save whose name is large. */
async function stageOf() {
  const stage = await ApprovalStage.open(t);
  const { rules } = stage;
  const anyOf = request([{ approver: 'bob@x.example', others: ['ada@x.example'] }]);
  const action = { ...anyOf, field: null, message: null };
  const asks = { ...onCreate(action), trigger: 'save', condition: 'name = "Large"' } as const;
  await rules.rule('workflow', 'Asks', asks);
  const change = async (by: Name, id: RecordId, patch: Record<string, string>) => {
    await rules.write((tx, lead) => updateRecords(tx, lead, [{ id, patch }]), {
      by: stage.as(by),
    });
    await rules.dispatch();
  };
  const open = async () => {
    const [found] = await rules.rows<Asked>(`select id, requested_by as "requestedBy",
      changed_by as "changedBy" from rules.approval where status = 'waiting'`);
    if (!found) throw new Error(JSON.stringify(await rules.runs()));
    return found;
  };
  const say = async (by: Name, decision: 'approve' | 'reject' | 'recall') =>
    stage.decideApproval.execute(stage.as(by), (await open()).id, decision, 'so');
  return { stage, rules, change, open, say };
}

describe('what was recalled or rejected', () => {
  it.each(['recall', 'reject'] as const)('is theirs who caused it behind a %s', async (end) => {
    const { stage, rules, change, open, say } = await stageOf();
    const { ada, eve } = stage.people;
    const lead = await rules.make({ name: 'Small' }, [], { by: stage.as('eve') });
    await rules.dispatch();
    await change('ada', lead.id, { name: 'Large' });
    await say(end === 'recall' ? 'ada' : 'bob', end);
    await change('eve', lead.id, { companyName: 'Acme' });
    expect(await open()).toMatchObject({ requestedBy: eve, changedBy: [ada] });
    // One who is not asked is told nothing of it.
    expect(await faults(say('ada', 'approve'))).toEqual(['not_found']);
    // Also where it is asked a third time.
    await say('bob', 'reject');
    await change('eve', lead.id, { companyName: 'Acme 2' });
    expect(await open()).toMatchObject({ requestedBy: eve, changedBy: [ada] });
    await say('bob', 'approve');
    // Behind an approval nothing of before is asked any longer.
    await change('eve', lead.id, { companyName: 'Acme 3' });
    expect(await open()).toMatchObject({ requestedBy: eve, changedBy: [] });
    expect(await faults(say('eve', 'approve'))).toEqual(['record_approval_not_theirs']);
    expect(await say('ada', 'approve')).toMatchObject({ status: 'approved' });
  });
});
