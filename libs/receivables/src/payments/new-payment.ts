import {
  newId,
  type AccountId,
  type Id,
  type InvoiceId,
  invalidField,
  type Ctx,
} from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { FIRST_ISSUED } from '../invoices/invoice-dates.js';
import type { PaymentId } from './payment-id.js';
import type { DraftOf } from '@quittance/nouns';
import type { AssignedNumber } from '@quittance/numbering';
import type { PaymentMethod, PaymentStatus } from './payment.js';
import { paymentNoun, type Payment, type paymentMembers } from './payment.description.js';

/** What a person says about money that came in. */
export type PaymentFacts = Readonly<Omit<DraftOf<typeof paymentMembers>, 'currency'>>;

/** The row of a payment that is booked now; nothing of it is refunded. */
export function newPayment(
  ctx: Pick<Ctx, 'now'>,
  number: AssignedNumber,
  facts: {
    readonly id?: PaymentId;
    readonly status: PaymentStatus & ('pending' | 'completed');
    readonly accountId: AccountId;
    readonly invoiceId: InvoiceId | null;
    readonly currency: Currency;
    readonly amount: bigint;
    readonly appliedAmount: bigint;
    readonly onAccountAmount: bigint;
    readonly method: PaymentMethod;
    readonly reference: string | null;
    readonly receivedOn: LocalDate;
    readonly provider?: string;
    readonly providerPaymentId?: string;
    readonly portalUserId?: Id<'portal-user'> | null;
  },
): Payment {
  return {
    ...paymentNoun.empty,
    ...facts,
    id: facts.id ?? newId<'payment'>(),
    version: 1,
    number: number.number,
    numberPeriod: number.period,
    numberSeq: number.seq,
    refundedAmount: 0n,
    clearedAt: facts.status === 'completed' ? ctx.now : null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/**
 * The day money came in: today unless said otherwise, and neither a day to come nor one on which
 * nothing was invoiced yet.
 * @throws DomainError validation_failed
 */
export function receivedOn(facts: PaymentFacts, today: LocalDate): LocalDate {
  const date = facts.receivedOn ?? today;
  if (date > today) throw invalidField('/receivedOn', 'max', `must not be after today, ${today}`);
  if (date < FIRST_ISSUED) {
    throw invalidField('/receivedOn', 'min', `must not be before ${FIRST_ISSUED}`);
  }
  return date;
}
