import type { Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import type { Currency } from '@quittance/money';

/** What a credit check may be about. */
export const CREDIT_DOCUMENTS = ['quote', 'sales-order'] as const;
export type CreditDocumentType = (typeof CREDIT_DOCUMENTS)[number];

/** A document that credit is asked for, by its kind and id alone. */
export interface CreditDocument {
  readonly type: CreditDocumentType;
  readonly id: string;
}

/** What a document asks credit for. */
export interface DocumentWorth {
  readonly accountId: AccountId;
  /** Its gross total in minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** The document that it was made from, whose approved check counts for it too. */
  readonly basis?: CreditDocument;
}

/** What was decided about: what the document asked for then, and the check of that. */
export interface DecidedWorth extends DocumentWorth {
  readonly checkId: Id<'credit-check'>;
}

/** `expired`: an override no longer counts, or nobody decided it in time. */
export type OverrideDecision = 'approved' | 'rejected' | 'expired';

/**
 * Whoever keeps documents of a kind that credit is asked for. Registered with `CreditPorts`; asked
 * and told within the transaction, behind the lock of the customer's ledger account.
 */
export interface CreditSubject {
  readonly type: CreditDocumentType;
  /** What the document asks for now; undefined where there is none or nothing may be asked for it. */
  worth(tx: Tx, documentId: string): Promise<DocumentWorth | undefined>;
  /**
   * An override has decided the check of the document: a blocked quote becomes submitted, an order
   * that waits for approval confirmed or pending again. A document that waits for nothing stays as
   * it is. One that is another by now than was decided about, of another customer, in another
   * currency, or worth more where the company asks about that anew, is not moved on: it asks again.
   * A refusal undoes the decision with everything else.
   */
  overrideDecided(
    tx: Tx,
    documentId: string,
    decision: OverrideDecision,
    about: DecidedWorth,
  ): Promise<void>;
}
