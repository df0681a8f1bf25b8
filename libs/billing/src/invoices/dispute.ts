import type { Actor, Instant } from '@quittance/kernel';

/** What the customer objects to, who said so, and how it ended. Kept when it is over. */
export interface Dispute {
  readonly reason: string;
  readonly openedAt: Instant;
  readonly openedBy: Actor;
  readonly closedAt: Instant | null;
  readonly closedBy: Actor | null;
  /** `resolved` by a person, `settled` when money arrived meanwhile, `voided` with the invoice. */
  readonly outcome: 'resolved' | 'settled' | 'voided' | null;
  readonly note: string | null;
}

export function openDispute(reason: string, by: Actor, at: Instant): Dispute {
  return {
    reason,
    openedAt: at,
    openedBy: by,
    closedAt: null,
    closedBy: null,
    outcome: null,
    note: null,
  };
}

/** Ends a dispute that is open; one already over, or none, stays as it is. */
export function closeDispute(
  dispute: Dispute | null,
  outcome: NonNullable<Dispute['outcome']>,
  by: Actor,
  at: Instant,
  note: string | null = null,
): Dispute | null {
  if (!dispute || dispute.closedAt) return dispute;
  return { ...dispute, closedAt: at, closedBy: by, outcome, note };
}
