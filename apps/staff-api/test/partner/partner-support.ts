import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { TestStaffApi } from '../../../../test/support/test-api.js';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { followMoney } from '@quittance/partner/host';
import { newId } from '@quittance/kernel';
import { done } from '../objects/objects-support.js';
import { orderDesk, SERVICE } from '../sales/orders/order-support.js';

/** What a test does with partners of one host. */
export function partnerDesk(t: TestDatabase, api: TestStaffApi) {
  const { admin } = api;
  const orders = orderDesk(admin);
  const post = (path: string, body: object) => done<{ id: string }>(admin, 'POST', path, body);
  return {
    /** A ledger account of a partner. */
    partner: async (name = `Partner ${newId()}`): Promise<string> =>
      (await post('/ledger-accounts', { name, kind: 'partner' })).id,

    /** 10 % of all, payable 30 days behind the money, in euros. */
    plan: (partnerIds: readonly string[], over: object = {}) =>
      post('/commission-plans', {
        name: `Plan ${newId()}`,
        ...(partnerIds.length > 0 && { partnerIds }),
        lines: [{ rate: '10' }],
        currency: 'EUR',
        validFrom: '2026-01-01',
        ...over,
      }),

    /** An order that a partner brought. */
    ordered: (accountId: string, partnerId: string, lines: readonly object[]) =>
      orders.confirmed(accountId, lines, { partnerId }),

    /** An invoice of an order that a partner brought: 1,000.00 and 19 % unless told otherwise. */
    async invoice(
      accountId: string,
      partnerId: string,
      lines: readonly object[] = [{ ...SERVICE, unitPrice: '1000.00' }],
      over: object = {},
    ) {
      const order = await orders.confirmed(accountId, lines, { partnerId, ...over });
      const invoice = await done<{ id: string; total: string; lines: { id: string }[] }>(
        admin,
        'POST',
        `/sales-orders/${order.id}/invoice`,
        {},
      );
      return { order, invoice };
    },

    async pay(invoiceId: string, amount: string, over: object = {}): Promise<string> {
      const body = { amount, currency: 'EUR', method: 'bank_transfer', receivedOn: '2026-03-01' };
      const path = `/invoices/${invoiceId}/payments`;
      return (await post(path, { ...body, ...over })).id;
    },

    /** Delivers every event that is due, as the worker does. */
    async dispatch(): Promise<void> {
      const consumers = new EventConsumers();
      consumers.register(followMoney);
      const dispatcher = new OutboxDispatcher(t.db, consumers);
      while ((await dispatcher.dispatchOnce(t.clock.now())) > 0);
    },

    /** The commissions of an invoice or partner, in the order in which they were booked. */
    async commissions(field: string, value: string) {
      const filter = equal(field, value);
      const answer = await admin.call('GET', `/commissions?${filter}&sort=createdAt,id`);
      expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
      return (answer.body as { data: CommissionBody[] }).data;
    },
  };
}

/** A filter of a list. */
export const equal = (field: string, value: string): string =>
  `filter=${encodeURIComponent(JSON.stringify({ field, op: 'eq', value }))}`;

export interface CommissionBody {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly base: string;
  readonly rate: string;
  readonly amount: string;
  readonly payoutAmount: string;
  readonly payoutCurrency: string;
  readonly reason: string;
  readonly line: string;
}

export const END_CUSTOMER = { name: 'Acme GmbH', country: 'DE', taxNumber: 'DE123456789' };

/** What somebody registers. */
export const registration = (partnerId: string, over: object = {}) => ({
  partnerId,
  endCustomer: END_CUSTOMER,
  opportunityName: 'Fifty tills',
  estimatedValue: '50000.00',
  currency: 'EUR',
  ...over,
});
