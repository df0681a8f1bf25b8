import { addAccount } from '@quittance/crm/host';
import type { Ctx } from '@quittance/kernel';
import type { Answer, StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

export interface InvoiceBody {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly status: string;
  readonly total: string;
  readonly balance: string;
  readonly lines: readonly { readonly id: string; readonly total: string }[];
}

/** A customer in Germany. */
export async function newAccount(t: TestDatabase, ctx: Ctx): Promise<string> {
  const address = { line1: null, line2: null, city: 'Berlin', region: null, postalCode: '10115' };
  const account = await t.db.write(ctx, (tx) =>
    addAccount(tx, {
      name: 'Acme GmbH',
      email: 'ap@acme.example',
      billingAddress: { ...address, country: 'DE' },
    }),
  );
  return account.id;
}

/** A draft of an order, and one of a contract: what documents of an account can be of. */
export async function newLinks(client: StaffClient, accountId: string) {
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await client.call('POST', path, { body: { accountId, ...body } });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return (answer.body as { id: string }).id;
  };
  const lines = [{ description: 'Work', ordered: '1', unitPrice: '100.00' }];
  return {
    salesOrderId: await made('/sales-orders', { currency: 'EUR', lines }),
    contractId: await made('/contracts', { startDate: '2026-01-01' }),
  };
}

/** One line over 100.00 without tax. */
export const LINE = { description: 'Work', quantity: '1', unitPrice: '100.00' };

/** Writes an invoice over 100.00 EUR, issued on 1 March 2026 and due on the 31st. */
export async function newInvoice(
  client: StaffClient,
  accountId: string,
  body: object = {},
): Promise<InvoiceBody> {
  const answer = await client.call('POST', '/invoices', {
    body: {
      accountId,
      currency: 'EUR',
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      lines: [LINE],
      ...body,
    },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as InvoiceBody;
}

export async function sentInvoice(
  client: StaffClient,
  accountId: string,
  body: object = {},
): Promise<InvoiceBody> {
  const { id } = await newInvoice(client, accountId, body);
  return (await client.call('POST', `/invoices/${id}/send`, { body: {} })).body as InvoiceBody;
}

/** The pointers of a refusal, sorted. */
export function pointersOf(answer: Answer): string[] {
  const { errors = [] } = answer.body as { errors?: { pointer?: string; parameter?: string }[] };
  return errors.map(({ pointer, parameter }) => pointer ?? parameter ?? '').sort();
}
