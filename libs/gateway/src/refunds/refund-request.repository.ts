import { namedSql, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { headOf, nounList } from '@quittance/nouns';
import type { PaymentId } from '@quittance/receivables';
import { refundRequestNoun, type RefundRequest } from './refund-request.description.js';

const { rows } = refundRequestNoun;
const COLUMNS = rows.select('r');

const LOCK = sql(`
  select ${COLUMNS} from gateway.refund_request r
  where r.company_id = $1 and r.id = $2 for update`);

/**
 * By `refund_request_open_key`. Once nobody asks the provider any more, a person decides: it would
 * be in their way for ever.
 */
const OPEN = sql(`
  select r.id from gateway.refund_request r
  where r.company_id = $1 and r.payment_id = $2 and r.status in ('requested', 'pending')
    and r.next_sweep_at is not null`);

/** What the open requests of payments ask for, by the same key. */
const OPEN_AMOUNTS = sql(`
  select r.payment_id as "paymentId", r.amount from gateway.refund_request r
  where r.company_id = $1 and r.payment_id = any($2::uuid[])
    and r.status in ('requested', 'pending') and r.next_sweep_at is not null`);

/**
 * What the same request has begun, by `refund_request_asked_index`. Keys of refunds are kept for
 * three days.
 */
const ASKED = sql(`
  select r.id from gateway.refund_request r
  where r.company_id = $1 and r.payment_id = $2 and r.asked_as = $3 and r.status <> 'failed'
    and r.created_at > $4::timestamptz - interval '72 hours' limit 1`);

/** Requests that are due; by `refund_request_sweep_index`. */
const DUE = sql(`
  select ${COLUMNS} from gateway.refund_request r
  where r.company_id = $1 and r.next_sweep_at <= $2
  order by r.next_sweep_at limit $3 for update skip locked`);

/**
 * The request that a refund of the provider answers: by its id, or the open one of that payment and
 * amount when the provider's event is faster than its answer. Not so a failure: it may be of a
 * refund that somebody made elsewhere, and ours must not be asked for twice.
 */
const SETTLE = namedSql(
  `update gateway.refund_request r set status = :status, provider_refund_id = :providerRefundId,
     next_sweep_at = null, last_error = :lastError, version = r.version + 1, updated_at = :now
   where r.company_id = :companyId and r.provider = :provider
     and r.status in ('requested', 'pending') and (r.provider_refund_id = :providerRefundId
       or (:status = 'confirmed' and r.provider_refund_id is null and r.currency = :currency
         and r.provider_payment_id = :providerPaymentId and r.amount = :amount))`,
  {
    values: {
      provider: 'text',
      providerPaymentId: 'text',
      providerRefundId: 'text',
      amount: 'bigint',
      currency: 'text',
      status: 'text',
      lastError: 'text',
    },
  },
);

/**
 * By `refund_request_provider_key`, and by `refund_request_open_key` while its answer is on its
 * way.
 */
const ASKED_FOR = sql(`
  select r.id from gateway.refund_request r
  where r.company_id = $1 and r.provider = $2 and r.provider_refund_id = $3
  union all
  select r.id from gateway.refund_request r
  where r.company_id = $1 and r.provider = $2 and r.status in ('requested', 'pending')
    and r.provider_refund_id is null and r.provider_payment_id = $4 and r.amount = $5
  limit 1`);

/** Requests that nobody asks about any more, by `refund_request_open_key`. */
const GIVE_UP = sql(`
  update gateway.refund_request r set status = 'failed', version = r.version + 1, updated_at = $3,
    last_error = 'The provider has not said what became of it, and another refund was asked for.'
  where r.company_id = $1 and r.payment_id = $2 and r.status in ('requested', 'pending')
    and r.next_sweep_at is null`);

/**
 * Stores a request under the payment's lock, in the place of one that the provider cannot be asked
 * about any more: should that have been made after all, the event of it is booked by its own name.
 * @throws the violation of `refund_request_open_key` while another request is open
 */
export async function insertRefundRequest(tx: Tx, request: RefundRequest): Promise<void> {
  await tx.run(GIVE_UP, [tx.ctx.companyId, request.paymentId, tx.ctx.now]);
  await rows.insert(tx, [request]);
}

/** Whether a refund of the payment is under way at the provider. */
export async function hasOpenRequest(tx: Tx, id: PaymentId): Promise<boolean> {
  return (await tx.maybe(OPEN, [tx.ctx.companyId, id])) !== undefined;
}

/** What is under way at providers, in minor units by payment; of a payment one refund at a time. */
export async function openAmounts(
  tx: Tx,
  ids: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, bigint>> {
  const params = [tx.ctx.companyId, ids];
  const open = await tx.rows<{ paymentId: PaymentId; amount: bigint }>(OPEN_AMOUNTS, params);
  return new Map(open.map(({ paymentId, amount }) => [paymentId, amount]));
}

/** Whether a request of the caller, sent before, has begun a refund that has not failed since. */
export async function wasAsked(tx: Tx, id: PaymentId): Promise<boolean> {
  const { companyId, now } = tx.ctx;
  const askedAs = askedAsOf(tx.ctx);
  if (askedAs === null) return false;
  return (await tx.maybe(ASKED, [companyId, id, askedAs, now])) !== undefined;
}

/** Whether the provider was asked for a refund by us, as far as its names and amount tell. */
export async function wasAskedFor(
  tx: Tx,
  {
    provider,
    providerRefundId,
    providerPaymentId,
    amount,
  }: Omit<RefundNews, 'status' | 'lastError'>,
): Promise<boolean> {
  const params = [tx.ctx.companyId, provider, providerRefundId, providerPaymentId, amount];
  return (await tx.maybe(ASKED_FOR, params)) !== undefined;
}

/** The name of the caller's request, the same when it is sent again; null when it has none. */
export function askedAsOf({ actor, idempotencyKey }: Ctx): string | null {
  return idempotencyKey === undefined ? null : `${actor.kind} ${actor.id} ${idempotencyKey}`;
}

export function lockRefundRequest(tx: Tx, id: string): Promise<RefundRequest> {
  return tx.one<RefundRequest>(LOCK, [tx.ctx.companyId, id]);
}

export function lockDueRequests(tx: Tx, most: number): Promise<RefundRequest[]> {
  return tx.rows<RefundRequest>(DUE, [tx.ctx.companyId, tx.ctx.now, most]);
}

export async function updateRefundRequest(
  tx: Tx,
  request: RefundRequest,
  patch: Partial<RefundRequest>,
): Promise<void> {
  const changed = { ...patch, version: request.version + 1, updatedAt: tx.ctx.now };
  await rows.update(tx, { id: request.id }, changed);
}

/** What the provider has told of a refund. */
export interface RefundNews {
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly providerRefundId: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly status: 'confirmed' | 'failed';
  readonly lastError: string | null;
}

/** Ends the request that asked for it, if one did. Sent before this returns. */
export function settleRefundRequest(tx: Tx, news: RefundNews): Promise<number> {
  return SETTLE.run(tx, news);
}

/** Refunds that providers were asked to make, the newest first. */
export const refundRequestList = nounList(refundRequestNoun, headOf(refundRequestNoun, {}));
