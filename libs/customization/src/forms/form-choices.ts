import {
  KINDS,
  type Fault,
  type FieldSettings,
  type FieldValue,
  type ReadContext,
} from '@quittance/fields';
import { asField } from './form-fields.js';
import { masterOf } from './form-masters.js';
import type { FormField } from './form.js';
import type { SubmissionTerms } from '../submissions/submission-terms.js';

/** What a value is read by; what controls it is not asked unless it is told. */
export function readBy(terms: SubmissionTerms, controlling?: FieldValue): ReadContext {
  const affords = (cost: number) => terms.work.spend(cost);
  return { ...terms, previous: null, affords, valueOf: () => controlling };
}

/** The field that controls which options of this one may be chosen. */
export function controllerOf({ settings }: Pick<FormField, 'settings'>): string | undefined {
  return (settings as FieldSettings).dependsOn?.field;
}

/** The fields, each after the one that controls it; definitions refuse circles. */
export function controllersFirst(fields: readonly FormField[]): readonly FormField[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const done = new Set<FormField>();
  const visit = (field: FormField, hops: number): void => {
    if (done.has(field) || hops > fields.length) return;
    const controlling = byName.get(controllerOf(field) ?? '');
    if (controlling) visit(controlling, hops + 1);
    done.add(field);
  };
  for (const field of fields) visit(field, 0);
  return [...done];
}

/** What of the options chosen does not go with what the controlling field holds. */
export function choiceDependencyFaults(
  field: FormField,
  value: FieldValue,
  terms: SubmissionTerms,
  controlling: FieldValue | undefined,
): readonly Fault[] {
  if (controllerOf(field) === undefined) return [];
  const reading = KINDS[field.type].read(value, asField(field), readBy(terms, controlling));
  return reading.faults ?? [];
}

/** The codes of a value that the field's master has no active entry of. */
export function unknownEntries(
  field: FormField,
  value: FieldValue,
  { hasEntry }: Pick<SubmissionTerms, 'hasEntry'>,
): readonly Fault[] {
  const master = masterOf(field);
  if (!master || value === null) return [];
  const codes: readonly unknown[] = [value].flat();
  return codes.flatMap((code, i) => {
    if (hasEntry(master, String(code))) return [];
    const message = `There is no active entry ${JSON.stringify(code)} in the master ${master}.`;
    return [{ inside: Array.isArray(value) ? `/${i}` : '', code: 'enum', message }];
  });
}
