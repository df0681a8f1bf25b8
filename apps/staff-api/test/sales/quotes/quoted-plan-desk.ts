import { Client } from 'pg';
import type { StaffClient } from '../../../../../test/support/test-api.js';
import { done, made, type Json, type Made } from '../../objects/objects-support.js';

export interface Line extends Json {
  readonly id: string;
  readonly planId: string | null;
  readonly planVersionId: string | null;
  readonly charges: readonly Json[];
}
export type Document = Made & { readonly lines: readonly Line[]; readonly contentHash: string };

/** As no request may: by the owner of the tables. */
export async function asOwner(
  url: string,
  statement: string,
  params: readonly unknown[],
): Promise<void> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query(statement, [...params]);
  } finally {
    await owner.end();
  }
}

/** What a test does with plans and quotes of one company, for an account of its own. */
export async function planDesk(admin: StaffClient) {
  const body = { code: 'calls', name: 'Calls', aggregation: 'sum', unit: 'call' };
  const meter = await made(admin, '/meters', body);
  const accountId = (await made(admin, '/accounts', { name: 'Acme' })).id;
  const post = (path: string, sent: object = {}) => made(admin, path, sent) as Promise<Document>;
  const read = <T = Document>(path: string) => done<T>(admin, 'GET', path);
  return {
    accountId,
    post,
    read,
    patch: (path: string, sent: object) => done<Document>(admin, 'PATCH', path, sent),
    /** Asks so much of each call, with 10 of them included and a minimum of 20.00. */
    charged: (unitPrice: string, more: object = {}) => ({
      frequency: 'monthly',
      prices: [{ currency: 'EUR', unitPrice: '50.00' }],
      charges: [
        {
          key: 'calls',
          meterId: meter.id,
          name: 'API calls',
          included: '10',
          prices: [{ currency: 'EUR', model: 'per_unit', unitPrice }],
        },
      ],
      minimums: [{ currency: 'EUR', amount: '20.00' }],
      ...more,
    }),
    versionOf: async (plan: Made) => {
      const { data } = await read<{ data: Made[] }>(`/plans/${plan.id}/versions`);
      return String(data[0]?.id);
    },
    /** Another plan of the same product. */
    async second(plan: Made, version: object): Promise<Made> {
      const other = await post('/plans', { name: 'Second', productId: plan.productId });
      await post(`/plans/${other.id}/versions`, version);
      return other;
    },
    written: (lines: readonly object[], more: object = {}) =>
      post('/quotes', { accountId, currency: 'EUR', lines, ...more }),
  };
}

export const seats = (plan: Made, more: object = {}) => ({
  kind: 'recurring',
  productId: plan.productId,
  unitPrice: '40.00',
  taxRate: '19',
  frequency: 'monthly',
  ...more,
});

export const shown = ({ lines }: Document, at = 0) => {
  const { planId, planVersionId, charges, usageMinimum } = lines[at] as Line;
  return { planId, planVersionId, prices: charges.map((each) => each.unitPrice), usageMinimum };
};

export const pointersOf = ({ body }: { readonly body: Json }) =>
  ((body.errors ?? []) as Json[]).map(({ pointer, code }) => `${String(pointer)} ${String(code)}`);
