import type { RecordObject, CompanyObject } from '@quittance/metadata';
import type { FieldValues, FieldValue } from '@quittance/fields';
import { emptyRollup, rollupStatement } from './rollup.sql.js';

const known = new WeakMap<RecordObject, FieldValues>();

/**
 * The stored roll-ups of a record that is just made: nothing points at it yet, and until something
 * does nobody would work them out. Those that come to nothing over no children are left out, and so
 * are those of which a field is gone.
 */
export function withoutChildren(object: CompanyObject): FieldValues {
  let values = known.get(object);
  if (!values) {
    values = Object.fromEntries(
      [...object.fields.values()].flatMap((field): [string, FieldValue][] => {
        const { name, type, storage, settings } = field;
        if (type !== 'rollup' || storage.kind !== 'custom') return [];
        const child = object.model.objects.get(settings.child ?? '');
        const empty = emptyRollup(field);
        if (!child || empty === null || !rollupStatement('', child, field, [], null)) return [];
        return [[name, empty]];
      }),
    );
    known.set(object, values);
  }
  return values;
}
