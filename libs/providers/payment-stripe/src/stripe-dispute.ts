import {
  amountFault,
  instantOf,
  memberOf,
  untrustedObject,
  untrustedText,
  type DisputeFee,
  type DisputeStage,
  type UntrustedJson,
  type ProviderEvent,
} from '@quittance/gateway/provider';
import { stripeMoney } from './stripe-currency.js';
import { expandedId } from './stripe-session.js';

/** What an event is called says what has happened. */
const BY_TYPE: ReadonlyMap<string, DisputeStage> = new Map<string, DisputeStage>([
  ['charge.dispute.funds_withdrawn', 'withdrawn'],
  ['charge.dispute.funds_reinstated', 'reinstated'],
]);

/** How the dispute stands by now; the other states are those of an open one. */
const BY_STATUS: ReadonlyMap<unknown, DisputeStage> = new Map<string, DisputeStage>([
  ['won', 'won'],
  ['lost', 'lost'],
  ['warning_closed', 'closed'],
  ['prevented', 'closed'],
]);

/** A dispute as an event tells of it; a charge without a payment intent is a payment of its own. */
export function stripeDispute(type: string, dispute: UntrustedJson): ProviderEvent {
  const disputeId = untrustedText(dispute.id);
  const providerPaymentId = expandedId(dispute.payment_intent) ?? expandedId(dispute.charge);
  if (!disputeId) {
    return { kind: 'unreadable', providerPaymentId, fault: amountFault(dispute.amount) };
  }
  const told = [BY_TYPE.get(type), BY_STATUS.get(dispute.status)];
  const money = stripeMoney(dispute.amount, dispute.currency);
  const evidence = untrustedObject(dispute.evidence_details);
  return {
    kind: 'dispute',
    disputeId,
    providerPaymentId,
    stages: ['opened', ...told.filter((stage) => stage !== undefined)],
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    evidenceDueBy: instantOf(memberOf(evidence, 'due_by')),
    providerReason: untrustedText(dispute.reason),
    fees: feesOf(dispute.balance_transactions),
  };
}

/** More are not read: a dispute has one for each way of its money. */
const MOST_FEES = 20;

/** What the account was charged beside the disputed amount, and what it got back of that. */
function feesOf(transactions: unknown): DisputeFee[] {
  if (!Array.isArray(transactions)) return [];
  return transactions.slice(0, MOST_FEES).flatMap((each: unknown) => {
    const transaction = untrustedObject(each);
    const providerReference = untrustedText(memberOf(transaction, 'id'));
    const fee = feeOf(memberOf(transaction, 'fee'), memberOf(transaction, 'currency'));
    return providerReference && fee && fee.amount !== 0n ? [{ providerReference, ...fee }] : [];
  });
}

/** Below zero what Stripe gives back; other amounts never are. */
function feeOf(wire: unknown, currency: unknown): ReturnType<typeof stripeMoney> {
  if (typeof wire !== 'number' || wire >= 0) return stripeMoney(wire, currency);
  const back = stripeMoney(-wire, currency);
  return back && { ...back, amount: -back.amount };
}
