import { newId, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { AssignedNumber } from '@quittance/numbering';
import type { Payment } from '../payments/payment.description.js';
import { creditNoteNoun, type CreditNote } from '../credit-notes/credit-note.description.js';

/**
 * The issued credit note that keeps what a payment brought above what was open. It belongs to the
 * payment's account and refers to the invoice and the provider's payment; it bears no tax.
 */
export function onAccountNote(
  payment: Payment,
  excess: bigint,
  issueDate: LocalDate,
  number: AssignedNumber,
  ctx: Pick<Ctx, 'now'>,
): CreditNote {
  return {
    ...creditNoteNoun.empty,
    id: newId<'credit-note'>(),
    version: 1,
    number: number.number,
    numberPeriod: number.period,
    numberSeq: number.seq,
    kind: 'on_account',
    status: 'issued',
    accountId: payment.accountId,
    invoiceId: payment.invoiceId,
    paymentId: payment.id,
    providerPaymentId: payment.providerPaymentId,
    currency: payment.currency,
    issueDate,
    reason: `On account: payment ${payment.number} was above what was open`,
    pricesIncludeTax: false,
    taxRounding: 'document',
    reopenOrder: false,
    subtotal: excess,
    taxTotal: 0n,
    total: excess,
    appliedAmount: 0n,
    refundedAmount: 0n,
    remaining: excess,
    issuedAt: ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}
