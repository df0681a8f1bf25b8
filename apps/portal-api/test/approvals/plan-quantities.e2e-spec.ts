import { expectInvariants } from '../../../../test/support/invariants.js';
import { ApprovalStage } from './approval-stage.js';
import { codeOf } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;

beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage.close();
});

/** A subscription of some pieces at 50.00 a month; answers what a customer's change is told. */
async function subscribed(quantity: string, sold: object = {}) {
  const own = await ApprovalStage.of(stage);
  const admin = await own.person({ role: 'Admin' });
  const { id } = await own.acme.subscription(own.accountId, { quantity });
  const { staff } = own.acme;
  const { planId } = (await staff.call('GET', `/subscriptions/${id}`)).body as { planId: string };
  const { productId } = (await staff.call('GET', `/plans/${planId}`)).body as { productId: string };
  expect(codeOf(await staff.call('PATCH', `/products/${productId}`, { body: sold }))).toBe('200');
  return async (wanted: string) => {
    const body = { planId, quantity: wanted, effective: 'now' };
    const answer = await admin.call('POST', `/subscriptions/${id}/preview-change`, { body });
    const { errors } = answer.body as { errors?: readonly { readonly pointer: string }[] };
    return [codeOf(answer), ...(errors ?? []).map(({ pointer }) => pointer)];
  };
}

describe('the quantity that a customer changes to', () => {
  it('is one piece at least: less were an end, that gives money back', async () => {
    const change = await subscribed('5');
    expect(await change('0.000001')).toEqual(['422 quantity_below_minimum', '/quantity']);
    expect(await change('0.5')).toEqual(['422 quantity_below_minimum', '/quantity']);
    expect(await change('1')).toEqual(['200']);
    expect(await change('1.5')).toEqual(['200']);
  });

  it('is what of the product is sold', async () => {
    const change = await subscribed('6', { minimumQuantity: '2', quantityStep: '2' });
    expect(await change('1')).toEqual(['422 quantity_below_minimum', '/quantity']);
    expect(await change('3')).toEqual(['422 quantity_step', '/quantity']);
    expect(await change('4')).toEqual(['200']);
  });

  it('stays what was agreed, and may be less than one where the product says so', async () => {
    const agreed = await subscribed('0.25');
    expect(await agreed('0.25')).toEqual(['200']);
    expect(await agreed('0.1')).toEqual(['422 quantity_below_minimum', '/quantity']);
    expect(await agreed('0.5')).toEqual(['200']);
    const sold = await subscribed('1', { minimumQuantity: '0.1' });
    expect(await sold('0.2')).toEqual(['200']);
    const stepped = await subscribed('0.9', { quantityStep: '0.3' });
    expect(await stepped('0.3')).toEqual(['200']);
    expect(await stepped('0.2')).toEqual(['422 quantity_below_minimum', '/quantity']);
  });
});
