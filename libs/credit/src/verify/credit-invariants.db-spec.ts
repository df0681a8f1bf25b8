import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ApproveOverride } from '../overrides/approve-override.js';
import { RequestOverride } from '../overrides/request-override.js';
import { UpdateCreditSettings } from '../settings/update-credit-settings.js';
import { creditStage } from '../testing/credit-stage.js';
import { creditInvariants } from './credit-invariants.js';

let t: TestDatabase;
let owner: Client;
let ctx: Ctx;
let accountId: AccountId;

/** A check that an override approved, whose hold it released, and one that needs approval. */
beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const s = creditStage(t);
  ctx = await t.newCompany();
  accountId = await s.customer(ctx, 100_000n);
  const { check } = await s.check(ctx, { accountId, amount: 110_000n });
  await new UpdateCreditSettings(t.db).execute(ctx, { ownOverride: true }, null);
  const asked = { reason: 'x', expiresAt: null };
  const { id } = await new RequestOverride(t.db, s.models, s.ports).execute(ctx, check.id, asked);
  await new ApproveOverride(t.db, s.models, s.ports).execute(ctx, id, null);
  await s.check(ctx, { accountId, amount: 110_000n });
});
afterAll(async () => {
  await owner?.end();
  await t.close();
});

async function violated(): Promise<string[]> {
  const found: string[] = [];
  for (const { id, text } of creditInvariants) {
    const { rowCount } = await owner.query(
      `select from (${text}) v where v.company_id = '${ctx.companyId}'`,
    );
    if ((rowCount ?? 0) > 0) found.push(id);
  }
  return found;
}

const CHECK = 'update credit.credit_check set';
const OVERRIDDEN = `where status = 'approved'`;
const WAITING = `where status = 'needs_approval'`;

it('all hold of what was done by operations', async () => {
  expect(await violated()).toEqual([]);
});

it.each([
  [
    'an outcome that the figures do not come to',
    `${CHECK} outcome = 'rejected' ${OVERRIDDEN}`,
    ['I13a'],
  ],
  ['a request that is not what was asked for', `${CHECK} document_amount = 1 ${WAITING}`, ['I13a']],
  ['a score that its inputs do not come to', `${CHECK} risk_score = 1 ${WAITING}`, ['I13a']],
  ['a check that nobody approved', `${CHECK} status = 'approved' ${WAITING}`, ['I13b']],
  ['an approval that no check knows', `${CHECK} status = 'needs_approval' ${OVERRIDDEN}`, ['I13b']],
  [
    'an override that ended, and its hold that did not come back',
    `with c as (${CHECK} status = 'needs_approval' ${OVERRIDDEN} returning company_id)
     update credit.credit_override o set status = 'expired', expires_at = now(),
       expired_at = now() from c where o.company_id = c.company_id`,
    ['I13c', 'I13d'],
  ],
  [
    'a hold that nobody knows of',
    `delete from audit.entry where action like 'credit_hold.%'`,
    ['I13d'],
  ],
])('%s is found', async (_, damage, wanted) => {
  await owner.query('begin');
  try {
    expect((await owner.query(damage)).rowCount).toBeGreaterThan(0);
    expect(await violated()).toEqual(wanted);
  } finally {
    await owner.query('rollback');
  }
});

it('a hard hold that is approved cannot even be written', async () => {
  const written = owner.query(
    `${CHECK} reasons = '["hard_hold"]', risk_score = 100, outcome = 'approved' ${WAITING}`,
  );
  await expect(written).rejects.toThrow('credit_check_hard_hold_check');
  await expect(
    owner.query(`update credit.credit_hold set account_id = $1`, [newId()]),
  ).rejects.toMatchObject({ code: '23503' });
});
