import type { Instant } from '@quittance/kernel';
import {
  datetime,
  describeField,
  integer,
  json,
  type FieldDescription,
  type FieldValue,
} from '@quittance/fields';

/**
 * Who gives a member its value: `required` whoever makes the record, `optional` they may, `system`
 * an operation; `kept` is one that no answer shows.
 */
export type Given = 'required' | 'optional' | 'system' | 'kept';

/** A member of a row: its description, and as types what it holds and who gives it. */
export interface RowField<Value = unknown, By extends Given = Given> {
  readonly field: FieldDescription;
  readonly given: By;
  /** For the document alone. */
  readonly example?: unknown;
  /** In types alone. */
  readonly holds?: Value;
}

type Example = Pick<RowField, 'example'>;

/** Whoever makes the record must say it; never null. */
export function required<Value>(
  field: FieldDescription,
  more: Example = {},
): RowField<Value, 'required'> {
  return { field: { ...field, required: true }, given: 'required', ...more };
}

/** May be null, which it is where nothing is said. */
export function optional<Value>(
  field: FieldDescription,
  more: Example = {},
): RowField<Value | null, 'optional'> {
  return { field: { ...field, required: false }, given: 'optional', ...more };
}

/** Never null; has this value where nothing is said. */
export function preset<Value extends FieldValue>(
  value: Value,
  field: FieldDescription,
  more: Example = {},
): RowField<Value, 'optional'> {
  return { field: { ...field, required: true, default: value }, given: 'optional', ...more };
}

/** Given by an operation and shown; null is part of `Value` where it may be null: `nullable`. */
export function system<Value>(
  field: FieldDescription,
  { nullable = false, ...more }: Example & { readonly nullable?: boolean } = {},
): RowField<Value, 'system'> {
  return { field: { ...field, required: !nullable, readOnly: true }, given: 'system', ...more };
}

/** Given by an operation and shown to nobody. */
export function kept<Value>(field: FieldDescription): RowField<Value, 'kept'> {
  return { field: { ...field, readOnly: true, filterable: false }, given: 'kept' };
}

/** The id and the version of a record that is changed by hand. */
export function versioned<Id extends string>() {
  return {
    id: system<Id>(describeField('lookup', 'Id')),
    version: system<number>(integer('Version', { filterable: false })),
  };
}

/** When a record was made and last changed. */
export function stamped() {
  return {
    createdAt: system<Instant>(datetime('Created at')),
    updatedAt: system<Instant>(datetime('Updated at')),
  };
}

interface ListLimits {
  readonly maxItems: number;
  readonly help?: string;
}

/** Column `jsonb`: a list of texts of at most `maxLength` characters. */
export function texts(
  label: string,
  { maxItems, maxLength, ...options }: ListLimits & { readonly maxLength: number },
): FieldDescription {
  const schema = { type: 'array', items: { type: 'string', maxLength }, maxItems };
  return json(label, { ...options, schema });
}

/** Column `jsonb`: a list of ids. */
export function ids(label: string, { maxItems, ...options }: ListLimits): FieldDescription {
  const schema = { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems };
  return json(label, { ...options, schema });
}
