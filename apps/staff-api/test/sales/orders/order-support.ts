import type { StaffClient } from '../../../../../test/support/test-api.js';
import { bodyOf } from '../../access/members.js';

export interface OrderLineBody {
  readonly id: string;
  readonly ordered: string;
  readonly cancelled: string;
  readonly shipped: string;
  readonly open: string;
  readonly invoiceable: string;
}

export interface OrderBody {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly status: string;
  readonly paymentStatus: string;
  readonly total: string;
  readonly value: string;
  readonly invoicedTotal: string;
  readonly creditCheckId: string | null;
  readonly contractId: string | null;
  readonly quoteId: string | null;
  readonly lines: readonly OrderLineBody[];
}

/** Goods without a product: what is invoiced on delivery is shipped. */
export const GOODS = {
  description: 'Chair',
  ordered: '10',
  unitPrice: '20.00',
  taxRate: '19',
  invoicing: 'on_delivery',
} as const;
export const SERVICE = {
  description: 'Install',
  ordered: '1',
  unitPrice: '100.00',
  taxRate: '19',
} as const;

/** What a test does with orders of one host. */
export function orderDesk(client: StaffClient) {
  const call: StaffClient['call'] = (...args) => client.call(...args);
  const operate = (id: string, operation: string, body: object = {}) =>
    call('POST', `/sales-orders/${id}/${operation}`, { body });
  const done = async (id: string, operation: string, body: object = {}): Promise<OrderBody> => {
    const answer = await operate(id, operation, body);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return bodyOf<OrderBody>(answer);
  };
  return {
    call,
    operate,
    done,
    read: async (id: string) => bodyOf<OrderBody>(await call('GET', `/sales-orders/${id}`)),
    async write(accountId: string, lines: readonly object[], over: object = {}) {
      const body = { accountId, currency: 'EUR', lines, ...over };
      const answer = await call('POST', '/sales-orders', { body });
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      return bodyOf<OrderBody>(answer);
    },
    async confirmed(accountId: string, lines: readonly object[], over: object = {}) {
      const { id } = await this.write(accountId, lines, over);
      return done(id, 'confirm');
    },
  };
}

export interface OrderedInvoice {
  readonly id: string;
  readonly status: string;
  readonly total: string;
  readonly balance: string;
  readonly lines: readonly { readonly id: string; readonly net: string }[];
}

/** 1,000.00 + 19 %. */
export const WORK = { ...SERVICE, unitPrice: '1000.00' } as const;

/** What a test does with the invoices of orders. */
export function orderMoneyDesk(client: StaffClient) {
  const call: StaffClient['call'] = (...args) => client.call(...args);
  const post = (path: string, body: object = {}) => call('POST', path, { body });
  const made = async (path: string, body: object): Promise<OrderedInvoice> => {
    const answer = await post(path, body);
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    return bodyOf<OrderedInvoice>(answer);
  };
  return {
    call,
    post,
    invoiced: ({ id }: OrderBody, body: object = {}) => made(`/sales-orders/${id}/invoice`, body),
    deposited: ({ id }: OrderBody, body: object) => made(`/sales-orders/${id}/deposit`, body),
    async paid({ id }: OrderedInvoice, amount: string): Promise<void> {
      const how = { currency: 'EUR', method: 'bank_transfer', receivedOn: '2026-03-01' };
      const answer = await post(`/invoices/${id}/payments`, { amount, ...how });
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    },
    invoiceOf: async ({ id }: OrderedInvoice) =>
      bodyOf<OrderedInvoice>(await call('GET', `/invoices/${id}`)),
  };
}
