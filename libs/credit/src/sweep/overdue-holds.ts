import { addDays, type LocalDate } from '@quittance/calendar';
import type { AccountId } from '@quittance/kernel';
import type { Arrears } from '../exposure/exposure-source.port.js';

/** What an account had of holds for what is overdue. */
export interface PastHolds {
  readonly accountId: AccountId;
  /** One is placed, by whomever. */
  readonly isHeld: boolean;
  /** The company's day on which a person last released one that the clock had placed. */
  readonly letGoOn: LocalDate | null;
}

/**
 * Whom to hold of those that owe what was due `days` ago or longer. A person who let a customer go
 * knew what was overdue: only what has become so late after that holds him again.
 */
export function accountsToHold(
  arrears: readonly Arrears[],
  past: readonly PastHolds[],
  days: number,
): readonly AccountId[] {
  const known = new Map(past.map((each) => [each.accountId, each]));
  return arrears
    .filter(({ accountId, latestDueDate }) => {
      const { isHeld = false, letGoOn = null } = known.get(accountId) ?? {};
      return !isHeld && (letGoOn === null || addDays(latestDueDate, days) > letGoOn);
    })
    .map(({ accountId }) => accountId);
}
