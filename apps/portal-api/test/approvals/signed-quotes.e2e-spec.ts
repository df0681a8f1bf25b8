import { ApprovalStage } from './approval-stage.js';
import { codeOf } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;

beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(() => stage.close());

it('a quote that is handed on is signed by who approves it', async () => {
  const s = await ApprovalStage.of(stage);
  const ada = await s.person({ role: 'Admin' });
  const bo = await s.person({ without: ['approveQuotes'] });
  const lines = [{ description: 'Work', quantity: '1', unitPrice: '10.00', taxRate: '0' }];
  const { id } = await s.acme.quote(s.accountId, { lines, signatureRequired: true });
  const { version } = (await bo.call('GET', `/quotes/${id}`)).body as { version: number };
  const path = `/quotes/${id}/submit-for-approval`;
  const own = { body: { version, signature: 'Bo' } };
  expect(codeOf(await bo.call('POST', path, own))).toBe('400 malformed_request');
  const { approvalId } = (await bo.call('POST', path, { body: { version } })).body as {
    readonly approvalId: string;
  };
  const at = `/approvals/${approvalId}/approve`;
  const unsigned = await ada.call('POST', at, { body: { version: 1 } });
  expect(codeOf(unsigned)).toBe('422 validation_failed');
  expect(unsigned.body).toMatchObject({ errors: [{ pointer: '/signature' }] });
  const body = { version: 1, signature: 'Ada Approver' };
  expect((await ada.call('POST', at, { body })).body).toMatchObject({ status: 'approved' });
  const { body: found } = await s.acme.staff.call('GET', `/quotes/${id}/acceptance`);
  expect(found).toMatchObject({ portalUserId: ada.id, signature: 'Ada Approver' });
});
