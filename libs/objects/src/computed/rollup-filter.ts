import { FilterParser, type ListField } from '@quittance/database';
import type { RecordObject } from '../catalogue/object.js';
import type { Fault } from '../fields/field-kind.js';
import { listFields } from '../list/list-fields.js';

const known = new WeakMap<RecordObject, Readonly<Record<string, ListField>>>();

/**
 * The fields of children, over the alias `t`, that a roll-up may take and filter by: what is stored
 * with them. Their own roll-ups change without them, and so are left out.
 */
export function rollupFields(child: RecordObject): Readonly<Record<string, ListField>> {
  let fields = known.get(child);
  if (!fields) {
    const usable = Object.entries(listFields(child)).filter(
      ([name, { refusal }]) => !refusal && child.fields.get(name)?.type !== 'rollup',
    );
    fields = Object.fromEntries(usable);
    known.set(child, fields);
  }
  return fields;
}

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
