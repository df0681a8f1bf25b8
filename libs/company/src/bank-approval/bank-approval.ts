import type { Instant, UserId } from '@quittance/kernel';

/** Somebody of the staff asks that bank changes need no approval any more. */
export interface SwitchOff {
  readonly requestedBy: UserId;
  readonly requestedByName: string;
  readonly requestedAt: Instant;
  readonly reason: string;
}

/** Whether two of the staff change where parties are paid to, and who asks to end that. */
export interface BankApproval {
  readonly required: boolean;
  readonly switchOff: SwitchOff | null;
}
