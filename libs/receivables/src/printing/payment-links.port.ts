import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/** What billing needs of the payment gateway: where an invoice can be paid, and by whom no more. */
export abstract class PaymentLinks {
  /**
   * The address of the invoice's live payment page when it asks for this balance (minor units);
   * null where there is none. Never makes one, and asks no provider: a transaction is open.
   */
  abstract liveLink(tx: Tx, id: InvoiceId, balance: bigint): Promise<string | null>;

  /**
   * The same for a letter: without a live page an address that makes one when the payer opens it;
   * null where nobody serves the company, or nothing is open.
   */
  abstract letterLink(tx: Tx, id: InvoiceId, balance: bigint): Promise<string | null>;

  /**
   * The invoice is about to be billed to somebody else, or in another currency: pages that ask for
   * it as it was are closed. The invoice is locked. @throws DomainError payment_in_progress
   */
  abstract takeBack(tx: Tx, id: InvoiceId): Promise<void>;
}
