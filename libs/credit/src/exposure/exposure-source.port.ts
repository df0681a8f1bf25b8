import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { CreditDocument } from '../credit-subject.port.js';

/** What an account has of one currency, in minor units of it. */
export interface CurrencySum {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly amount: bigint;
}

/** A document that counts, for whoever asks why the exposure is what it is. */
export interface ExposurePart {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly currency: Currency;
  /** What it counts, in minor units of its currency. */
  readonly amount: bigint;
  /** Of that what the net figure counts. */
  readonly net: bigint;
  /** Numbers of invoices that count a part of it once more. */
  readonly alsoCountedThrough: readonly string[];
}

/** `invoices` that are not settled · `orders` that are open. */
export const EXPOSURE_KINDS = ['invoices', 'orders'] as const;
export type ExposureKind = (typeof EXPOSURE_KINDS)[number];

/** Which documents' amounts are asked for. */
export interface ExposureAsk {
  readonly accountIds: readonly AccountId[];
  /** The document that is being checked: it is never part of the exposure of its own check. */
  readonly except: CreditDocument | null;
}

/**
 * Whoever keeps documents by which customers are exposed. Registered with `CreditPorts`; the sums
 * that decide are one statement, which is sent before the call returns.
 */
export interface ExposureSource {
  readonly kind: ExposureKind;
  /** Σ of what counts, per account and currency. */
  sums(tx: Tx, ask: ExposureAsk): Promise<readonly CurrencySum[]>;
  /**
   * The same for the net figure: without what another source counts too, and less what the customer
   * has on account. May be negative.
   */
  netSums(tx: Tx, accountIds: readonly AccountId[]): Promise<readonly CurrencySum[]>;
  /** The documents of one account behind the sums, the largest first, so many at most. */
  parts(tx: Tx, accountId: AccountId, most: number): Promise<readonly ExposurePart[]>;
}

/** An account that is in arrears. */
export interface Arrears {
  readonly accountId: AccountId;
  /** The latest due date among what is open and was due on or before the day asked for. */
  readonly latestDueDate: LocalDate;
}

/** Whoever knows when customers should have paid. Registered with `CreditPorts`. */
export interface ArrearsSource {
  /** Accounts that owe what was due on or before a day; among some of them where they are named. */
  owing(tx: Tx, dueBy: LocalDate, among: readonly AccountId[] | null): Promise<readonly Arrears[]>;
}
