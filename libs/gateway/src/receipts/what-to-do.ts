import type { Instant } from '@quittance/kernel';
import { standingOf, type DisputeStage } from '../disputes/provider-dispute.js';
import type { Receipt } from './receipt.description.js';

/** What a person is told to do about a receipt: plain sentences. Pure. */
export function whatToDo(
  receipt: Pick<Receipt, 'kind' | 'reason' | 'status' | 'stages' | 'evidenceDueBy'>,
): string {
  const { kind, reason, status, stages, evidenceDueBy } = receipt;
  if (status === 'resolved') return 'Nothing: it is resolved.';
  if (kind === 'dispute') return ofDispute(standingOf(stages), evidenceDueBy);
  return BY_REASON[reason] ?? BY_KIND[kind];
}

function ofDispute(standing: DisputeStage, evidenceDueBy: Instant | null): string {
  const by = evidenceDueBy ? ` before ${evidenceDueBy.slice(0, 10)}` : '';
  const evidence = `Send evidence to the provider${by}, or accept the dispute there.`;
  switch (standing) {
    case 'lost':
      return (
        'The dispute is lost and the provider keeps the money. Record a refund of this amount on ' +
        'the payment, so that the invoice is open again, and decide how to go on with the customer.'
      );
    case 'withdrawn':
      return (
        `The provider has taken the money back while the dispute is open. ${evidence} ` +
        'Nothing is booked until it is decided.'
      );
    case 'reinstated':
      return 'The provider has given the money back. Wait for the decision; nothing is booked.';
    case 'closed':
      return (
        'The dispute was closed while the provider had the money. Look at the provider who has ' +
        'it now, and record a refund on the payment if it did not come back.'
      );
    default:
      return `The payer disputes the payment. ${evidence} Nothing is booked.`;
  }
}

const BY_REASON: Readonly<Record<string, string>> = {
  refund_failed_after_booking:
    'The provider could not return the money and has it again, but the books say that it was ' +
    'returned. Return it to the customer in another way, or agree to keep it as credit.',
  refund_failed_before_booking:
    'The provider told that this refund failed, and that it succeeded as well. Nothing is ' +
    'booked. Look the refund up at the provider: if the money went back, record a refund on ' +
    'the payment; else return it to the customer in another way, if it is still due.',
  unreadable_amount:
    'Look up the event at the provider, book by hand what it was about, and resolve this.',
  negative_amount:
    'The provider reports an amount below zero. Look up the event at the provider, book by hand ' +
    'what it was about, and resolve this.',
  currency_mismatch:
    'The money is in another currency than what it is for. Book it by hand, or return it at the ' +
    'provider.',
  payment_not_found:
    'The payment is not in the books yet. It is recorded when its capture is told of; else ' +
    'book both by hand.',
};

const BY_KIND: Readonly<Record<Receipt['kind'], string>> = {
  capture: 'Find out whose money it is and book it by hand, or return it at the provider.',
  refund:
    'Compare the refund at the provider with the payment, and record by hand what is missing.',
  unreadable:
    'Look up the event at the provider, book by hand what it was about, and resolve this.',
  dispute: 'Look up the dispute at the provider.',
};
