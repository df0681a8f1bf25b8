import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ApprovalStage } from '../testing/approval-stage.js';
import { recordApprovalInvariants } from './approval-invariants.js';

let t: TestDatabase;
let owner: Client;
beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const TWO = ['bob@x.example', 'eve@x.example'];

/** Which do not hold for approvals of a company, once something was done to them by hand. */
async function violated({ rules }: ApprovalStage, damage: string): Promise<string[]> {
  const { companyId } = rules.ctx;
  const found: string[] = [];
  await owner.query('begin');
  if (damage) {
    await owner.query(`update rules.approval set ${damage} where company_id = '${companyId}'`);
  }
  for (const { id, text } of recordApprovalInvariants) {
    const wrong = await owner.query(
      `select v.wrong from (${text}) v where v.company_id = '${companyId}'`,
    );
    if (wrong.rows.length > 0) found.push(id);
  }
  await owner.query('rollback');
  return found;
}

describe('the invariants of approvals', () => {
  it('hold as long as nobody has had a hand in them', async () => {
    const decided = [[], ['approve'], ['approve', 'approve'], ['reject'], ['recall']] as const;
    for (const said of decided) {
      const stage = await ApprovalStage.open(t);
      await stage.made(TWO, 'ada');
      for (const [i, decision] of said.entries()) {
        await stage.say(decision === 'recall' ? 'ada' : i === 0 ? 'bob' : 'eve', decision, 'so');
      }
      expect([said, await violated(stage, '')]).toEqual([said, []]);
    }
  });

  it('find what waits for nobody, was not said, or was passed over', async () => {
    const stage = await ApprovalStage.open(t);
    await stage.made(TWO, 'ada');
    // On a cluster nodes work out nothing that may depend on a setting, as `jsonb_build_array`.
    const own = `asked = ('["' || requested_by || '"]')::jsonb`;
    const by = `'[{"step": 1, "decision": "approve", "by": "' || requested_by || '"}]'`;
    const changer = '"01900000-0000-7000-8000-000000000001"';
    const approved = `'[{"step": 1, "decision": "approve", "by": ${changer}}]'`;
    for (const [damage, expected] of [
      [`asked = '[]'`, ['I41a']],
      [own, ['I41a']],
      ['changed_by = asked', ['I41a']],
      [`rule_id = id`, ['I41a']],
      [`step = 2`, ['I41c']],
      [`status = 'approved', decided_at = now()`, ['I41b', 'I41c']],
      [`status = 'recalled', decided_at = now()`, ['I41b']],
      [`step = 2, history = (${by})::jsonb`, ['I41c']],
      [`changed_by = '[${changer}]', step = 2, history = ${approved}`, ['I41c']],
    ] as const) {
      expect([damage, await violated(stage, damage)]).toEqual([damage, expected]);
    }
  });
});
