import { formatMinor } from '@quittance/money';
import { headOf } from '@quittance/nouns';
import { paymentNoun, type Payment } from './payment.description.js';
import { netAmount } from './payment.js';

/** A payment as the API and events show it. */
export const paymentView = headOf(paymentNoun, {
  netAmount: (payment: Payment) => formatMinor(netAmount(payment), payment.currency),
});

export type PaymentView = ReturnType<typeof paymentView>;
