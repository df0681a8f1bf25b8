import { newId, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { AssignedNumber } from '@quittance/numbering';
import type { NewPayment } from '../payments/payment.entity.js';
import type { NewCreditNote } from './credit-note.entity.js';

/**
 * The issued credit note that keeps what a payment brought above what was open. It belongs to the
 * payment's account and refers to the invoice and the provider's payment; it bears no tax.
 */
export function onAccountNote(
  payment: NewPayment,
  excess: bigint,
  issueDate: LocalDate,
  number: AssignedNumber,
  ctx: Pick<Ctx, 'now'>,
): NewCreditNote {
  return {
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
    billTo: null,
    subtotal: excess,
    taxTotal: 0n,
    total: excess,
    appliedAmount: 0n,
    refundedAmount: 0n,
    remaining: excess,
    voidReason: null,
    issuedAt: ctx.now,
    voidedAt: null,
    irn: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}
