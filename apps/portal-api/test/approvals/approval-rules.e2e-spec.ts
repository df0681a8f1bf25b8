import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import type { Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';
import { ApprovalStage, type Somebody } from './approval-stage.js';

let stage: PortalStage;
let s: ApprovalStage;
let ada: Somebody;

beforeAll(async () => {
  stage = await PortalStage.open();
  s = await ApprovalStage.of(stage);
  ada = await s.person({ role: 'Admin' });
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage.close();
});

const read = async <T = Made>(by: PortalClient, path: string) =>
  (await by.call('GET', path)).body as T;

describe('rules of approval', () => {
  it('ask two above a sum, and charge the second: example 12', async () => {
    const two = await ApprovalStage.of(stage);
    const boss = await two.person({ role: 'Admin', approvalLimit: '1.00' });
    const signer = (approvalLimit: string) =>
      two.person({ role: 'Approver', approvalLimit, limitPeriod: 'year' });
    const [ana, ben] = [await signer('20000.00'), await signer('15000.00')];
    const rules = [{ above: '10000.00', approvals: 2 }];
    const saved = await boss.call('PUT', '/approval-rules', { body: { rules } });
    expect(saved.body).toMatchObject({ version: 1, currency: 'EUR' });
    expect(await read(boss, '/approval-rules')).toEqual(saved.body);
    const bo = await two.person({ approvalLimit: '0.00' });
    const { orderId, approvalId } = await two.checkout(bo, '12000.00');
    expect((await two.approve(ana, approvalId)).body).toMatchObject({ status: 'pending' });
    expect(await two.order(orderId)).toMatchObject({ status: 'draft' });
    expect((await two.approve(ana, approvalId)).body).toMatchObject({ status: 'pending' });
    expect((await two.approve(ben, approvalId)).body).toMatchObject({ status: 'approved' });
    expect(await two.order(orderId)).toMatchObject({ status: 'pending' });
    expect([await two.used(ana), await two.used(ben)]).toEqual(['0.00', '12000.00']);
  });

  it('leave what one customer asks for alone where somebody of another goes', async () => {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const bo = await own.person({ approvalLimit: '0.00' });
    const { approvalId } = await own.checkout(bo, '12.00');
    const before = (await boss.call('GET', `/approvals/${approvalId}`)).body;
    expect(before).toMatchObject({ status: 'pending', version: 1 });
    const elsewhere = await own.acme.account(`Other ${newId()}`);
    const stranger = await own.person({ role: 'Approver' }, elsewhere);
    await own.acme.made(`/portal-users/${stranger.id}/deactivate`, {});
    expect((await boss.call('GET', `/approvals/${approvalId}`)).body).toEqual(before);
  });

  it('name who may, and pass to Admins where those are gone', async () => {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const ana = await own.person({ role: 'Approver' });
    const cy = await own.person({ role: 'Approver' });
    const rules = [{ above: '0.00', approvals: 1, approverIds: [ana.id] }];
    await boss.call('PUT', '/approval-rules', { body: { rules } });
    const bo = await own.person({ approvalLimit: '0.00' });
    const { approvalId } = await own.checkout(bo, '12.00');
    expect(codeOf(await cy.call('GET', `/approvals/${approvalId}`))).toBe('404 not_found');
    expect(codeOf(await own.approve(boss, approvalId))).toBe('403 approval_not_theirs');
    await own.acme.made(`/portal-users/${ana.id}/deactivate`, {});
    expect((await own.approve(boss, approvalId)).body).toMatchObject({ status: 'approved' });
  });

  it.each([
    ['of a stranger', () => ({ above: '1.00', approvals: 1, approverIds: [newId()] }), 422],
    ['of four', () => ({ above: '1.00', approvals: 4 }), 422],
    ['below nothing', () => ({ above: '-1.00', approvals: 1 }), 422],
    ['of two among one', () => ({ above: '1.00', approvals: 2, approverIds: [ada.id] }), 422],
  ])('%s are refused', async (_, rule, status) => {
    const answer = await ada.call('PUT', '/approval-rules', { body: { rules: [rule()] } });
    expect(answer.status).toBe(status);
  });

  it('go along with an account that becomes part of another', async () => {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const rules = [{ above: '7.00', approvals: 1, approverIds: [] }];
    await boss.call('PUT', '/approval-rules', { body: { rules } });
    const winner = await own.acme.account(`Winner ${newId()}`);
    await own.acme.made(`/accounts/${winner}/merge`, { loserId: own.accountId });
    expect(await read(boss, '/approval-rules')).toMatchObject({ accountId: winner, rules });
  });

  it('of an account below leave what waits to others where a merge puts somebody out', async () => {
    const own = await ApprovalStage.of(stage);
    const { acme } = own;
    const child = await acme.account(`Child ${newId()}`, own.accountId);
    const email = `${newId()}@example.com`;
    const above = { role: 'Approver', accessLevel: 'account_tree' } as const;
    const ana = await own.person({ ...above, email });
    const boss = await own.person({ role: 'Admin' }, child);
    const rules = [{ above: '0.00', approvals: 1, approverIds: [ana.id] }];
    expect(codeOf(await boss.call('PUT', '/approval-rules', { body: { rules } }))).toBe('200');
    const bo = await own.person({ approvalLimit: '0.00' }, child);
    const { id } = await acme.quote(child);
    await acme.made(`/quotes/${id}/accept`, { name: 'Jo', evidence: 'By phone' });
    const { approvalId } = (await bo.call('POST', `/quotes/${id}/order`)).body as {
      approvalId: string;
    };
    expect(codeOf(await own.approve(boss, approvalId))).toBe('403 approval_not_theirs');
    const winner = await acme.account(`Winner ${newId()}`);
    await acme.people.user({ partyId: winner, email });
    await acme.made(`/accounts/${winner}/merge`, { loserId: own.accountId });
    expect(codeOf(await ana.call('GET', '/me'))).toBe('401 portal_user_deactivated');
    const { ctx } = acme.people;
    const told = await stage.t.db.read(ctx, (tx) =>
      tx.rows<{ what: string }>(
        `select action as what from audit.entry
         where company_id = $1 and action = 'approval.passed_on' and record_id = $2
         union all
         select type from outbox.event where company_id = $1 and record_id = $3
           and type = 'portal_user.deactivated'`,
        [ctx.companyId, approvalId, ana.id],
      ),
    );
    expect(told.map(({ what }) => what)).toEqual(['approval.passed_on', 'portal_user.deactivated']);
    expect((await own.approve(boss, approvalId)).body).toMatchObject({ status: 'approved' });
  });

  it('are for Admins alone', async () => {
    const cy = await s.person({ role: 'Approver' });
    expect(codeOf(await cy.call('GET', '/approval-rules'))).toBe('403 permission_denied');
  });
});
