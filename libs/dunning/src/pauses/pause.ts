import { formatMinor, type Currency } from '@quittance/money';
import type { AccountId, Actor, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';

export type PauseId = Id<'dunning-pause'>;

/** `pause` by staff · `promise` the customer has promised to pay an amount by a day. */
export const PAUSE_KINDS = ['pause', 'promise'] as const;
export type PauseKind = (typeof PAUSE_KINDS)[number];

/**
 * `ended` by a person · `expired` its last day has passed · of a promise `kept`, `broken`, or `voided`:
 * with its invoice, which nobody has to pay any more.
 */
export const PAUSE_OUTCOMES = ['ended', 'expired', 'kept', 'broken', 'voided'] as const;
export type PauseOutcome = (typeof PAUSE_OUTCOMES)[number];

/** An invoice, or all of an account, that is left alone for a while. */
export interface Pause {
  readonly id: PauseId;
  readonly kind: PauseKind;
  readonly accountId: AccountId | null;
  readonly invoiceId: InvoiceId | null;
  readonly reason: string;
  /** The last day of the pause, for a promise the day promised; null when it has no end. */
  readonly until: LocalDate | null;
  /** Minor units, of a promise. */
  readonly promisedAmount: bigint | null;
  /** The balance when the promise was given. */
  readonly balanceThen: bigint | null;
  readonly currency: Currency | null;
  readonly outcome: PauseOutcome | null;
  readonly endedAt: Instant | null;
  readonly createdBy: Actor;
  readonly createdAt: Instant;
}

/** A pause as the API shows it. */
export function pauseView(pause: Pause) {
  const { promisedAmount, currency } = pause;
  return {
    id: pause.id,
    kind: pause.kind,
    accountId: pause.accountId,
    invoiceId: pause.invoiceId,
    reason: pause.reason,
    until: pause.until,
    promisedAmount:
      promisedAmount === null || currency === null ? null : formatMinor(promisedAmount, currency),
    currency,
    outcome: pause.outcome,
    endedAt: pause.endedAt,
    createdBy: pause.createdBy,
    createdAt: pause.createdAt,
  };
}

export type PauseView = ReturnType<typeof pauseView>;
