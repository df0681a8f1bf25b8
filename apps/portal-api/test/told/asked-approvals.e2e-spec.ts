import { newId } from '@quittance/kernel';
import { ApprovalStage, type Somebody } from '../approvals/approval-stage.js';
import { codeOf } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

/** Of what is asked those are told who may act on it, and nobody else. */

let stage: PortalStage;

beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(() => stage.close());

/** Hands what has happened to the portals; answers who was told of something. */
async function toldOf(s: ApprovalStage, kind: string, recordId: string | undefined) {
  await stage.tellPortals({ mails: true, appUrl: null });
  const { ctx } = s.acme.people;
  const rows = await stage.t.db.read(ctx, (tx) =>
    tx.rows<{ id: string }>(
      `select portal_user_id as id from portal.notice
       where company_id = $1 and kind = $2 and record_id = $3`,
      [ctx.companyId, kind, recordId],
    ),
  );
  return rows.map(({ id }) => id).sort();
}

const idsOf = (...all: readonly { readonly id: string }[]) => all.map(({ id }) => id).sort();

/** Customers above and beside, with somebody of each level and right. */
async function staged() {
  const s = await ApprovalStage.of(stage);
  const above = await s.acme.account(`Holding ${newId()}`);
  const beside = await s.acme.account(`Rival ${newId()}`);
  const moved = { body: { parentId: above } };
  const { status } = await s.acme.staff.call('PATCH', `/accounts/${s.accountId}`, moved);
  expect(status).toBe(200);
  const email = `${newId()}@example.com`;
  const bo = await s.person({ role: 'Buyer', approvalLimit: '0.00', email });
  return {
    s,
    bo,
    // The same person as who asks, above.
    alter: await s.acme.people.user({
      partyId: above,
      email,
      accessLevel: 'account_tree',
      role: 'Approver',
    }),
    narrow: await s.person({ role: 'Approver', accessLevel: 'own' }),
    wide: await s.person({ role: 'Approver' }),
    admin: await s.person({ role: 'Admin' }),
    tree: await s.person({ role: 'Approver', accessLevel: 'account_tree' }, above),
    beyond: [
      await s.person({ role: 'Admin', without: ['approveQuotes'] }),
      await s.person({ role: 'Admin' }, above),
      await s.person({ role: 'Admin', accessLevel: 'account_tree' }, beside),
    ],
  };
}

const opens = async (by: Somebody, id: string | undefined) =>
  codeOf(await by.call('GET', `/approvals/${id}`));

test('by no rule: all who may approve for the account, of whatever level', async () => {
  const { s, bo, narrow, wide, admin, tree } = await staged();
  const { approvalId } = await s.checkout(bo, '12.00');
  const told = await toldOf(s, 'approval_asked', approvalId);
  expect(told).toEqual(idsOf(narrow, wide, admin, tree));
  for (const by of [narrow, wide, admin, tree]) expect(await opens(by, approvalId)).toBe('200');
  expect((await s.approve(narrow, approvalId)).body).toMatchObject({ status: 'approved' });
  expect(await toldOf(s, 'approval_approved', approvalId)).toEqual(idsOf(bo));
});

test('where a rule names who may: them alone, of whatever level', async () => {
  const { s, bo, narrow, wide, admin } = await staged();
  const rules = [{ above: '0.00', approvals: 1, approverIds: [narrow.id] }];
  expect(codeOf(await admin.call('PUT', '/approval-rules', { body: { rules } }))).toBe('200');
  const { approvalId } = await s.checkout(bo, '12.00');
  expect(await toldOf(s, 'approval_asked', approvalId)).toEqual(idsOf(narrow));
  expect(await opens(narrow, approvalId)).toBe('200');
  expect(await opens(wide, approvalId)).toBe('404 not_found');
  // An Admin may read it, and not act on it.
  expect(await opens(admin, approvalId)).toBe('200');
  expect(codeOf(await s.approve(admin, approvalId))).toBe('403 approval_not_theirs');
});

test('of what was decided before it is told nobody is asked any more', async () => {
  const { s, bo, wide } = await staged();
  const { approvalId } = await s.checkout(bo, '12.00');
  expect((await s.reject(wide, approvalId)).status).toBe(200);
  expect(await toldOf(s, 'approval_asked', approvalId)).toEqual([]);
  expect(await toldOf(s, 'approval_rejected', approvalId)).toEqual(idsOf(bo));
});

test('who asks is told what became of it where its account has left their tree', async () => {
  const { s, wide, tree } = await staged();
  const { approvalId } = await s.checkout(tree, '12.00');
  expect(approvalId).toBeUndefined();
  const limit = { body: { approvalLimit: '0.00' } };
  const at = `/portal-users/${tree.id}`;
  const { body } = await s.acme.staff.call('GET', at);
  const { version } = body as { version: number };
  const headers = { 'if-match': `"${version}"` };
  expect((await s.acme.staff.call('PATCH', at, { ...limit, headers })).status).toBe(200);
  const asked = await s.checkout(tree, '12.00');
  const moved = { body: { parentId: null } };
  await s.acme.staff.call('PATCH', `/accounts/${s.accountId}`, moved);
  expect((await s.approve(wide, asked.approvalId)).status).toBe(200);
  expect(await opens(tree, asked.approvalId)).toBe('200');
  expect(await toldOf(s, 'approval_approved', asked.approvalId)).toEqual(idsOf(tree));
});
