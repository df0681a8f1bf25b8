import type { DomainError } from '@quittance/kernel';
import { workStatusConflict } from '../crm.errors.js';

export const ACTIVITY_KINDS = ['call', 'meeting', 'note', 'email'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const ACTIVITY_STATUSES = ['open', 'completed', 'cancelled'] as const;
export const TASK_STATUSES = ['open', 'in_progress', 'completed', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** What is over begins again at its beginning. */
const MOVES: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  open: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['open', 'completed', 'cancelled'],
  completed: ['open'],
  cancelled: ['open'],
};

/**
 * What speaks against the move: work_status_conflict. Activities know no `in_progress`; else they
 * move as tasks do.
 */
export function workMoveFault(from: TaskStatus, to: TaskStatus): DomainError | null {
  if (from === to || MOVES[from].includes(to)) return null;
  const message = `cannot become ${to} from ${from}`;
  const errors = [{ pointer: '/status', code: workStatusConflict.code, message }];
  return workStatusConflict({ from, to }, { errors });
}

/** Completing twice is a mistake worth telling. @throws DomainError work_status_conflict */
export function refuseCompletion(from: TaskStatus): void {
  if (!MOVES[from].includes('completed')) throw workStatusConflict({ from, to: 'completed' });
}
