import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { CreditCheck } from './checks/credit-check.js';
import type { CreditDocument } from './credit-subject.port.js';
import type { CreditHold } from './holds/credit-hold.js';

/** What a customer asks for. */
export interface CreditRequest {
  readonly accountId: AccountId;
  /** Gross, in minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly document?: CreditDocument;
  /** The document that this one was made from: its approved check counts for this one too. */
  readonly basis?: CreditDocument;
  /** It is about to bind: the company may want an approved check to be run afresh. */
  readonly confirming?: boolean;
  /** What was approved before does not count: the document asks for more, or was reopened. */
  readonly afresh?: boolean;
}

/** A check, and what it says of the document as it is now. */
export interface CreditDecision {
  readonly check: CreditCheck;
  /** It was there before, and nothing was decided now. */
  readonly reused: boolean;
  /** Whether the amount that was checked covers what is asked for now. */
  readonly coversDocument: boolean;
  /** In the credit currency, without the document. */
  readonly exposureNow: bigint;
  /** Whether exposure and request are above the limit as it is now. */
  readonly overLimitNow: boolean;
}

/**
 * What whoever sells asks of credit, within their own transaction. Each call locks the ledger
 * account of the customer, the first of all locks: ask before your own row is locked, or lock the
 * ledger account yourself before it.
 */
export abstract class CreditControl {
  /**
   * The check of the table, stored with its soft hold; or the one there is, where that counts.
   * @throws DomainError not_found, exchange_rate_missing
   */
  abstract check(tx: Tx, request: CreditRequest): Promise<CreditDecision>;

  /**
   * Refuses what a hard hold forbids; where nothing is asked for yet the amount is 0.
   * @throws DomainError credit_hold_hard, not_found, exchange_rate_missing
   */
  abstract requireNoHardHold(
    tx: Tx,
    request: Pick<CreditRequest, 'accountId' | 'amount' | 'currency' | 'document'>,
  ): Promise<void>;

  /** The holds of an account that are placed. */
  abstract readHolds(tx: Tx, accountId: AccountId): Promise<readonly CreditHold[]>;

  /** The approved check of a document, as long as its override has not expired. */
  abstract approvedCheck(tx: Tx, document: CreditDocument): Promise<CreditCheck | undefined>;

  /**
   * The document asks no longer: its check is cancelled, an open request for an override with it,
   * and whoever reopens the document is asked again. Nothing happens where there is none.
   */
  abstract cancelCheck(
    tx: Tx,
    request: { readonly accountId: AccountId; readonly document: CreditDocument },
  ): Promise<void>;
}
