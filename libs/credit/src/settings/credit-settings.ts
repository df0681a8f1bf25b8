import type { HoldStrength } from '../holds/credit-hold.js';

/** How a company wants its credit handled: all of it is off until it says otherwise. */
export interface CreditSettings {
  /**
   * A soft hold that a check raised is left out of a fresh run for the same document, and released
   * when that approves.
   */
  readonly releaseOwnHold: boolean;
  /** An order is checked afresh when it is confirmed, whatever was approved before. */
  readonly recheckOnConfirm: boolean;
  /**
   * What was approved, or overridden, counts for what was asked for and less: a document that asks
   * for more by now is asked about anew. Else it stays approved whatever its total is.
   */
  readonly recheckGrown: boolean;
  /** Whoever requested an override may approve it. */
  readonly ownOverride: boolean;
  /** A customer is held when an invoice is so many days overdue; null: never. */
  readonly overdueHoldDays: number | null;
  readonly overdueHoldStrength: HoldStrength;
  /** Such a hold is released when nothing is overdue. */
  readonly overdueHoldRelease: boolean;
}

/** The same with its version: 0 until they are saved. */
export interface SavedCreditSettings extends CreditSettings {
  readonly version: number;
}

export const DEFAULT_CREDIT_SETTINGS: CreditSettings = Object.freeze({
  releaseOwnHold: false,
  recheckOnConfirm: false,
  recheckGrown: false,
  ownOverride: false,
  overdueHoldDays: null,
  overdueHoldStrength: 'soft',
  overdueHoldRelease: false,
});

/** Days after which a customer may be held. */
export const MOST_OVERDUE_DAYS = 3650;
