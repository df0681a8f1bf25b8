import { isTaken, standingOf } from '../disputes/provider-dispute.js';
import type { Receipt } from './receipt.description.js';
import type { ToldReceipt } from './told-receipt.js';

/** What a person is told to do about a receipt: plain sentences. Pure. */
export function whatToDo(receipt: Disputed & Pick<Receipt, 'kind' | 'reason' | 'status'>): string {
  const { kind, reason, status } = receipt;
  if (status === 'resolved') return 'Nothing: it is resolved.';
  if (kind === 'dispute') return ofDispute(receipt);
  return BY_REASON[reason] ?? BY_KIND[kind];
}

type Disputed = Pick<
  ToldReceipt,
  'stages' | 'evidenceDueBy' | 'evidenceSubmitted' | 'paymentId' | 'amount' | 'lost'
>;

function ofDispute(dispute: Disputed): string {
  const { stages, paymentId, amount, lost } = dispute;
  const standing = standingOf(stages);
  const evidence = aboutEvidence(dispute);
  const gone = isTaken(stages);
  if (gone && paymentId === null) {
    return (
      'The money was taken back, and the payment is not in the books: it follows when its ' +
      `capture is told of. ${standing === 'lost' ? 'Else book both by hand.' : evidence}`
    );
  }
  const short = gone && (lost ?? 0n) < (amount ?? 0n);
  const booked =
    gone && lost === null
      ? 'It could not be taken off the payment, whose currency is another: book it by hand.'
      : short
        ? 'It was taken off the payment as far as that had it: compare both at the provider.'
        : 'It was taken off the payment, and what that had paid is open again.';
  switch (standing) {
    case 'lost':
      return `The dispute is lost. ${booked} Decide how to go on with the customer.`;
    case 'withdrawn':
      return `The provider has taken the money back for as long as it lasts. ${booked} ${evidence}`;
    case 'reinstated':
      return 'The provider has given the money back to the payment. Wait for the decision.';
    case 'closed':
      return (
        'The dispute was closed while the provider had the money. Look at the provider who has ' +
        `it now. ${booked}`
      );
    default:
      return `The payer disputes the payment. ${evidence} Nothing is booked until then.`;
  }
}

function aboutEvidence({ evidenceDueBy, evidenceSubmitted }: Disputed): string {
  if (evidenceSubmitted) return 'The evidence was handed in, and the bank decides now.';
  const by = evidenceDueBy ? ` before ${evidenceDueBy.slice(0, 10)}` : '';
  return `Send evidence to the provider${by}, or accept the dispute there.`;
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
  account_mismatch:
    'It was paid by a page that was made for another customer, before the invoice was billed to ' +
    'somebody else. Book it by hand for who has paid, or return it at the provider.',
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
