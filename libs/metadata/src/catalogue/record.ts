import type { FieldValue, FieldValues } from '@quittance/fields';
import type { Id } from '@quittance/kernel';

export type RecordId = Id<'record'>;
export type ObjectId = Id<'object'>;

/** A record as the API shows it: common members, standard fields and custom ones side by side. */
export interface RecordView {
  readonly id: RecordId;
  readonly version: number;
  readonly [field: string]: FieldValue;
}

/** A record before and after a change. */
export interface RecordChange {
  readonly before: RecordView;
  readonly after: RecordView;
  /** The members that differ. */
  readonly changes: FieldValues;
}
