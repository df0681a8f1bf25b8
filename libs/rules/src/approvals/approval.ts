import type { UserId } from '@quittance/kernel';
import type { DecidedBy } from '../rules/rule.js';

/** `waiting` locks the record; from the others there is no way on. */
export const RECORD_APPROVAL_STATUSES = {
  waiting: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  recalled: 'Recalled',
} as const;
export type RecordApprovalStatus = keyof typeof RECORD_APPROVAL_STATUSES;

export const MOST_APPROVAL_STEPS = 10;

export const APPROVAL_DECISIONS = ['approve', 'reject', 'recall'] as const;
export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number];

/** What the clock does of itself: others are asked, as time is over or somebody has left. */
export type ApprovalTurn = 'escalate' | 'reassign';

/** One line of what has been said about a record. */
export interface ApprovalEntry {
  readonly step: number;
  readonly decision: ApprovalDecision | ApprovalTurn;
  /** Null of what the clock has done. */
  readonly by: UserId | null;
  readonly note: string | null;
  readonly at: string;
}

/** What a decision is judged by. */
export interface Undecided {
  readonly status: RecordApprovalStatus;
  /** From 1. */
  readonly step: number;
  readonly steps: readonly { readonly decidedBy?: DecidedBy }[];
  readonly history: readonly Pick<ApprovalEntry, 'step' | 'decision'>[];
  /** Who may decide about this step. */
  readonly asked: readonly UserId[];
  readonly requestedBy: UserId | null;
  /** Who else has a part in what is asked. */
  readonly changedBy: readonly UserId[];
}

/** Nobody of these decides about an approval. */
export function barredFrom({
  requestedBy,
  changedBy,
}: Pick<Undecided, 'requestedBy' | 'changedBy'>): readonly UserId[] {
  return requestedBy === null ? changedBy : [requestedBy, ...changedBy];
}

/** Who decides; whoever keeps workflows may take back what others have asked. */
export interface Decider {
  readonly userId: UserId | null;
  readonly keepsWorkflows: boolean;
}

/** What comes of a decision; `waiting` at the next step where one is left. */
export type Verdict =
  | {
      readonly status: RecordApprovalStatus;
      readonly step: number;
      /** Who must still approve this very step; absent where it is decided. */
      readonly left?: readonly UserId[];
    }
  | 'not_waiting'
  | 'not_theirs';

/**
 * Whoever is asked at this step approves or rejects, but never what they have a part in themselves;
 * whoever has caused it, and who keeps workflows, take it back.
 */
export function approvalVerdict(
  found: Undecided,
  decision: ApprovalDecision,
  by: Decider,
): Verdict {
  const { status, step, steps, asked, requestedBy } = found;
  if (status !== 'waiting') return 'not_waiting';
  const { userId } = by;
  if (userId === null) return 'not_theirs';
  const isOwn = userId === requestedBy;
  if (decision === 'recall') {
    return isOwn || by.keepsWorkflows ? { status: 'recalled', step } : 'not_theirs';
  }
  if (barredFrom(found).includes(userId) || !asked.includes(userId)) return 'not_theirs';
  if (decision === 'reject') return { status: 'rejected', step };
  const left = isUnanimous(found) ? asked.filter((id) => id !== userId) : [];
  if (left.length > 0) return { status: 'waiting', step, left };
  return step < steps.length ? { status: 'waiting', step: step + 1 } : { status: 'approved', step };
}

/** Whether all who are asked must approve the step that waits; of whom it has gone to, any does. */
export function isUnanimous({ step, steps, history }: Undecided): boolean {
  const isEscalated = history.some((said) => said.step === step && said.decision === 'escalate');
  return steps[step - 1]?.decidedBy === 'all' && !isEscalated;
}
