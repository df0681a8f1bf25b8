import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/**
 * What the payment gateway knows of invoices whose payer disputes the payment with their bank. As
 * long as nobody has decided, all that is open of them counts as disputed.
 */
export abstract class BankDisputes {
  /** Of the whole company: there are few. */
  abstract undecided(tx: Tx): Promise<readonly InvoiceId[]>;
}
