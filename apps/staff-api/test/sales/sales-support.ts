import type { StaffClient } from '../../../../test/support/test-api.js';
import { made, type Json, type Made } from '../objects/objects-support.js';

/** Status and body of a call, with the code of a problem in front. */
export async function call(as: StaffClient, method: string, path: string, body?: object) {
  const answer = await as.call(method, path, body === undefined ? {} : { body });
  const json = (answer.body ?? {}) as Json;
  return { status: answer.status, code: json.code, body: json };
}

let count = 0;

/** A recurring product, and a plan of it with one version. */
export async function aPlan(as: StaffClient, version: object = {}): Promise<Made> {
  count += 1;
  const product = await made(as, '/products', {
    sku: `P-${count}`,
    name: `Product ${count}`,
    kind: 'recurring',
  });
  const plan = await made(as, '/plans', { name: `Plan ${count}`, productId: product.id });
  await made(as, `/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '50.00' }],
    ...version,
  });
  return plan;
}

export function anAccount(as: StaffClient): Promise<Made> {
  count += 1;
  return made(as, '/accounts', { name: `Account ${count}` });
}

/** A subscription of a new account to a plan. */
export async function aSubscription(as: StaffClient, plan: Made, more: object = {}): Promise<Made> {
  const account = await anAccount(as);
  const items = [{ planId: plan.id }];
  return made(as, '/subscriptions', { accountId: account.id, currency: 'EUR', items, ...more });
}
