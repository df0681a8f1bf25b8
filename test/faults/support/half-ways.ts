import type { AccountId } from '@quittance/kernel';
import { codeOf } from '../../../apps/portal-api/test/portal-people.js';
import type { Made } from '../../../apps/staff-api/test/objects/objects-support.js';
import type { Person, RevocationStage } from './revoked-people.js';

/** What is left of something that takes several requests: the one that makes something of it. */
export interface HalfWay {
  readonly path: string;
  readonly body: object;
  /** Whether it has been made, all of it. */
  isDone(): Promise<boolean>;
}

interface Start {
  readonly stage: RevocationStage;
  readonly who: Person;
  /** The account that it is about: of a customer, the own one. */
  readonly accountId: AccountId;
}

type Way = (start: Start) => Promise<HalfWay>;

/** A call of the person. @throws Error when it is refused */
export async function must<T = Made>(
  who: Person,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await who.call(method, path, { ...(body && { body }) });
  if (answer.status < 300) return answer.body as T;
  throw new Error(`${method} ${path}: ${codeOf(answer)} ${JSON.stringify(answer.body)}`);
}

/** Whether a record has this value by now. */
const has = (stage: RevocationStage, path: string, member: string, value: unknown) => async () =>
  (await stage.byAdmin<Readonly<Record<string, unknown>>>('GET', path))[member] === value;

const LINE = { description: 'Work', quantity: '1', unitPrice: '100.00' };

/** What staff do in several steps. */
const STAFF = {
  'a draft invoice is sent': async ({ stage, who, accountId }) => {
    const dates = { issueDate: '2026-03-01', dueDate: '2026-03-31' };
    const body = { accountId, currency: 'EUR', ...dates, lines: [LINE] };
    const { id } = await must(who, 'POST', '/invoices', body);
    const isDone = has(stage, `/invoices/${id}`, 'status', 'sent');
    return { path: `/invoices/${id}/send`, body: {}, isDone };
  },
  'a credit note is issued': async ({ stage, who, accountId }) => {
    const body = { accountId, currency: 'EUR', reason: 'Goodwill', lines: [LINE] };
    const { id } = await must(who, 'POST', '/credit-notes', body);
    const isDone = has(stage, `/credit-notes/${id}`, 'status', 'issued');
    return { path: `/credit-notes/${id}/issue`, body: {}, isDone };
  },
  'a payment is refunded': async ({ stage, who, accountId }) => {
    const { id: invoiceId } = await stage.shop.acme.invoice(accountId);
    const paid = { amount: '100.00', method: 'cash' };
    const { id } = await must(who, 'POST', `/invoices/${invoiceId}/payments`, paid);
    const isDone = has(stage, `/payments/${id}`, 'status', 'refunded');
    return { path: `/payments/${id}/refund`, body: { reason: 'Returned' }, isDone };
  },
  'a subscription changes as it was shown': async ({ stage, who, accountId }) => {
    const planId = await stage.plan();
    const sold = { accountId, currency: 'EUR', items: [{ planId }] };
    const { id } = await must(who, 'POST', '/subscriptions', sold);
    const asked = { items: [{ planId, quantity: '5' }], effective: 'period_end' };
    const path = `/subscriptions/${id}`;
    const shown = await must<{ previewHash: string; effectiveOn: string }>(
      who,
      'POST',
      `${path}/preview-change`,
      asked,
    );
    const isDone = has(stage, path, 'changeOn', shown.effectiveOn);
    return { path: `${path}/change`, body: { ...asked, previewHash: shown.previewHash }, isDone };
  },
} as const satisfies Readonly<Record<string, Way>>;

/** What customers do in several steps. */
const CUSTOMERS = {
  'a cart is ordered': async ({ stage, who }) => {
    const product = await stage.shop.product({ '0': '10.00' });
    const lines = [{ productId: product.id, quantity: '3' }];
    const { priceToken } = await must<{ priceToken: string }>(who, 'PUT', '/cart', { lines });
    const isDone = async () => {
      const { ordered } = await stage.t.db.read(stage.ctx, (tx) =>
        tx.one<{ ordered: boolean }>(
          'select exists (select from sales.sales_order_line where product_id = $1) as ordered',
          [product.id],
        ),
      );
      return ordered;
    };
    return { path: '/cart/checkout', body: { priceToken }, isDone };
  },
  'a quote is accepted': async ({ stage, who, accountId }) => {
    const { id } = await stage.shop.acme.quote(accountId);
    const { version } = await must(who, 'GET', `/quotes/${id}`);
    const body = { version, name: 'Bo Buyer', poNumber: 'PO-1', termsAccepted: true };
    const isDone = has(stage, `/quotes/${id}`, 'status', 'accepted');
    return { path: `/quotes/${id}/accept`, body, isDone };
  },
  'a link to pay is given up': async ({ stage, who, accountId }) => {
    const { id: invoiceId } = await stage.shop.acme.invoice(accountId);
    const body = { invoiceId };
    const link = await must<{ checkoutId: string }>(who, 'POST', '/payments/checkout', body);
    const isDone = async () => {
      const { status } = await stage.t.db.read(stage.ctx, (tx) =>
        tx.one<{ status: string }>('select status from gateway.checkout where id = $1', [
          link.checkoutId,
        ]),
      );
      return status === 'cancelled';
    };
    return { path: `/payments/checkouts/${link.checkoutId}/cancel`, body: {}, isDone };
  },
} as const satisfies Readonly<Record<string, Way>>;

/** Of whom they are, by what comes of them. */
const WAYS: Readonly<Record<Side, Readonly<Record<string, Way>>>> = {
  staff: STAFF,
  customer: CUSTOMERS,
};

export const SIDES = ['staff', 'customer'] as const;
export type Side = (typeof SIDES)[number];

/** Everything that takes several requests: whose it is, and what comes of it. */
export const HALF_WAYS = SIDES.flatMap((side) =>
  Object.keys(WAYS[side]).map((name) => [side, name] as const),
);

/** Somebody who has begun these, of one side. */
export async function begun(stage: RevocationStage, side: Side, names: readonly string[]) {
  const accountId = await stage.shop.account('Acme');
  const who = await (side === 'staff' ? stage.clerk() : stage.buyer(accountId));
  const left: HalfWay[] = [];
  for (const name of names) left.push(await (WAYS[side][name] as Way)({ stage, who, accountId }));
  return { who, left };
}
