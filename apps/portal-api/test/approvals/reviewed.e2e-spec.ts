import { newId } from '@quittance/kernel';
import { aPlan } from '../../../staff-api/test/sales/sales-support.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';
import { ApprovalStage } from './approval-stage.js';

let stage: PortalStage;
beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(() => stage.close());

async function accepted(by: PortalClient, id: string): Promise<string> {
  const { version } = (await by.call('GET', `/quotes/${id}`)).body as { version: number };
  const body = { version, name: 'Bo Buyer', termsAccepted: true };
  return codeOf(await by.call('POST', `/quotes/${id}/accept`, { body }));
}

describe('a quote in the portal', () => {
  it('is held up to an amount by what the company asks credit for', async () => {
    const own = await ApprovalStage.of(stage);
    const { acme, accountId } = own;
    const boss = await own.person({ role: 'Admin' });
    const basis = async (creditBasis: string) => {
      const body = { quoteValidityDays: 30, creditBasis };
      expect(codeOf(await acme.staff.call('PUT', '/settings/quotes', { body }))).toBe('200');
    };
    const { productId } = await aPlan(acme.staff);
    const seats = { kind: 'recurring', description: 'Seats', quantity: '1', frequency: 'monthly' };
    const lines = [{ ...seats, productId, unitPrice: '100.00', taxRate: '0' }];
    const { id } = await acme.quote(accountId, { lines, termMonths: 12 });
    const ordered = async () => codeOf(await boss.call('POST', `/quotes/${id}/order`));
    const hold = { accountId, strength: 'hard', reason: 'manual', amount: '1199.99' };
    await acme.made('/credit-holds', hold);
    await basis('tcv');
    expect(await accepted(boss, id)).toBe('422 credit_hold_hard');
    await basis('total');
    expect(await accepted(boss, id)).toBe('200');
    await basis('tcv');
    expect(await ordered()).toBe('422 credit_hold_hard');
    await basis('total');
    expect(await ordered()).toMatch(/^20[01]$/);
  });

  it('is accepted by nobody while what asked about it was not approved', async () => {
    const own = await ApprovalStage.of(stage);
    const { acme, accountId } = own;
    const boss = await own.person({ role: 'Admin' });
    const { id } = await acme.quote(accountId, { title: 'Q' });
    const { user } = (await acme.staff.call('GET', '/auth/me')).body as { user: { email: string } };
    const rule = await acme.made('/workflows', {
      object: 'quote',
      name: 'Asks of Q',
      trigger: 'change',
      field: 'title',
      condition: 'title = "Q"',
      actions: [{ kind: 'request_approval', steps: [{ approver: user.email }] }],
    });
    const { ctx } = acme.people;
    await stage.t.db.write(ctx, (tx) =>
      tx.run(
        `insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title,
           status, step, steps, asked, requested_at, decided_at, history)
         values ($1, $2, $3, 'Asks of Q', 'quote', $4, 'Q', 'rejected', 1, '[{}]', '[]', $5, $5,
           '[]')`,
        [ctx.companyId, newId(), rule.id, id, ctx.now],
      ),
    );
    expect(await accepted(boss, id)).toBe('409 record_awaits_approval');
    const body = { condition: 'title = "R"' };
    await acme.staff.call('PATCH', `/workflows/${rule.id}`, { body });
    expect(await accepted(boss, id)).toBe('200');
  });
});
