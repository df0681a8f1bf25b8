import { FilterParser, type ListField } from '@quittance/lists';
import type { RecordObject } from '@quittance/metadata';
import type { Field, Fault } from '@quittance/fields';
import { recordListFields } from '../list/list-fields.js';

const known = new WeakMap<RecordObject, Readonly<Record<string, ListField>>>();

/**
 * The fields of children, over the alias `t`, that a roll-up may take and filter by: what is stored
 * with them. Their own roll-ups change without them, and so are left out. Those that are still
 * being worked out have a refusal: roll-ups over them can be defined, and are empty until then.
 */
export function rollupFields(child: RecordObject): Readonly<Record<string, ListField>> {
  let fields = known.get(child);
  if (!fields) {
    const usable = Object.entries(recordListFields(child)).filter(
      ([name]) => !isComputed(child.fields.get(name)),
    );
    fields = Object.fromEntries(usable);
    known.set(child, fields);
  }
  return fields;
}

const isComputed = (field: Field | undefined): boolean =>
  field?.storage.kind === 'computed' || field?.type === 'rollup';

/** What is wrong with a filter over the children. */
export function rollupFilterFaults(child: RecordObject, filter: unknown): readonly Fault[] {
  const parser = new FilterParser(rollupFields(child));
  parser.parse(filter);
  return parser.errors.map(({ pointer = '', code, message }) => ({
    inside: pointer,
    code,
    message,
  }));
}
