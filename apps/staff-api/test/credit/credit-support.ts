import type { Answer, StaffClient } from '../../../../test/support/test-api.js';

export interface CheckBody {
  readonly id: string;
  readonly status: string;
  readonly outcome: string;
}

/** Limits what a customer may owe. */
export async function limitCredit(
  client: StaffClient,
  accountId: string,
  creditLimit: string | null,
): Promise<void> {
  const filter = JSON.stringify({ field: 'accountId', op: 'eq', value: accountId });
  const found = await client.call('GET', `/ledger-accounts?filter=${encodeURIComponent(filter)}`);
  const [ledger] = (found.body as { data: { id: string }[] }).data;
  const answer = await client.call('PATCH', `/ledger-accounts/${ledger?.id}`, {
    body: { creditLimit },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

export function askCredit(
  client: StaffClient,
  accountId: string,
  amount: string,
  over: object = {},
): Promise<Answer> {
  const body = { accountId, amount, currency: 'EUR', ...over };
  return client.call('POST', '/credit-checks', { body });
}
