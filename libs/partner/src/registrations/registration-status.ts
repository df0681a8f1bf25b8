import type { LocalDate } from '@quittance/calendar';
import { registrationStatusConflict } from '../partner.errors.js';

/**
 * `returned` the partner is asked for something · `approved` the end customer is protected ·
 * `converted` there is a deal · `expired` the protection is over.
 */
export const REGISTRATION_STATUSES = [
  'draft',
  'submitted',
  'under_review',
  'returned',
  'approved',
  'rejected',
  'converted',
  'expired',
  'withdrawn',
] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

export const REGISTRATION_STEPS = [
  'edit',
  'submit',
  'start_review',
  'return',
  'approve',
  'reject',
  'extend',
  'convert',
  'request_quote',
  'expire',
  'withdraw',
] as const;
export type RegistrationStep = (typeof REGISTRATION_STEPS)[number];

/** The table of states: what is not in it is refused. Two that have one status stay in theirs. */
const STEPS: Readonly<
  Record<RegistrationStep, Partial<Record<RegistrationStatus, RegistrationStatus>>>
> = {
  edit: { draft: 'draft', submitted: 'submitted', returned: 'returned' },
  submit: { draft: 'submitted', returned: 'submitted' },
  start_review: { submitted: 'under_review' },
  return: { under_review: 'returned' },
  approve: { submitted: 'approved', under_review: 'approved' },
  reject: { submitted: 'rejected', under_review: 'rejected' },
  extend: { approved: 'approved' },
  convert: { approved: 'converted' },
  request_quote: { approved: 'approved', converted: 'converted' },
  expire: { approved: 'expired' },
  withdraw: {
    draft: 'withdrawn',
    submitted: 'withdrawn',
    under_review: 'withdrawn',
    returned: 'withdrawn',
    approved: 'withdrawn',
  },
};

/** What the status of a registration is read off. */
export interface RegistrationState {
  readonly status: RegistrationStatus;
  readonly protectedUntil: LocalDate | null;
}

/** An approved one has expired by the day after its last day, whether or not that is written. */
export function registrationStatusOn(
  { status, protectedUntil }: RegistrationState,
  today: LocalDate,
) {
  const isOver = status === 'approved' && protectedUntil !== null && protectedUntil < today;
  return isOver ? 'expired' : status;
}

/** @throws DomainError registration_status_conflict */
export function registrationAfter(
  registration: RegistrationState,
  step: Exclude<RegistrationStep, 'edit'>,
  today: LocalDate,
): RegistrationStatus {
  const status = registrationStatusOn(registration, today);
  const to = STEPS[step][status];
  if (!to) throw registrationStatusConflict({ status, step: step.replaceAll('_', ' ') });
  return to;
}

/** Whether what it says may be changed: until somebody looks at it, and after it was returned. */
export function isOpenToEdit({ status }: Pick<RegistrationState, 'status'>): boolean {
  return STEPS.edit[status] !== undefined;
}
