import type { FieldValues } from '@quittance/fields';
import type { DomainError, FieldError } from '@quittance/kernel';
import type { RecordId, RecordView } from '../catalogue/record.js';

/** A record that is about to be saved. */
export interface PendingRecord {
  /** Null when it is being made. */
  readonly before: RecordView | null;
  /** As it will be; its id is known already. */
  readonly after: RecordView;
  /** The members that differ; of a new record all that it has. */
  readonly changes: FieldValues;
  /** Members whose values were refused: what is told of the record without them says nothing. */
  readonly wrong?: ReadonlySet<string>;
}

/** Something that does not forbid saving but that the caller is told. */
export interface RecordWarning {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string;
  /** Other records that it is about: possible duplicates. */
  readonly recordIds?: readonly RecordId[];
}

/**
 * What a check has found about one record. Field errors of all checks are told together
 * (`validation_failed`); a problem of its own is told alone, and only where no field is wrong.
 */
export interface RecordFinding {
  /** Position of the record among those asked about. */
  readonly index: number;
  readonly error?: FieldError;
  readonly problem?: DomainError;
  readonly warning?: RecordWarning;
}

/** What is set of one record before it is saved, or why that cannot be said. */
export type CompletedRecord =
  | { readonly values: FieldValues; readonly problem?: undefined }
  | { readonly values?: undefined; readonly problem: DomainError };

/**
 * One step in which records are completed: for the whole set, in its order; null where it has
 * nothing to say of a record. What it sets is read and checked as if it had been sent.
 */
export type RecordCompletion = (
  records: readonly PendingRecord[],
) => Promise<readonly (CompletedRecord | null)[]>;
