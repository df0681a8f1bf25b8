import type { Instant, UserId } from '@quittance/kernel';
import type { FieldValue } from '@quittance/fields';
import type { RecordId } from '@quittance/objects';
import type { FormId, SubmissionId } from './form.js';

export const SUBMITTED_VIA = ['staff', 'public'] as const;

/** What was filled in, against which version, and the record it made. */
export interface SubmissionView {
  readonly id: SubmissionId;
  readonly formId: FormId;
  readonly formVersion: number;
  /** The values of the fields that were shown. */
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly recordObject: string | null;
  readonly recordId: RecordId | null;
  readonly via: (typeof SUBMITTED_VIA)[number];
  readonly submittedBy: UserId | null;
  readonly submittedAt: Instant;
}
