import type { FormulaChange } from '@quittance/formula';
import { type CompanyObject, type PendingRecord, inFormula } from '@quittance/metadata';
import type { FieldValues, FieldValue } from '@quittance/fields';

/** A record that was made: nothing of it has changed, and it was nothing before. */
const CREATION: FormulaChange = { isNew: true, isChanged: () => false, prior: () => null };

/** The change of a record that is about to be saved. */
export function pendingChange(
  object: CompanyObject,
  { before, changes }: PendingRecord,
): FormulaChange {
  if (before === null) return CREATION;
  return {
    isNew: false,
    isChanged: ([name = '']) => Object.hasOwn(changes, name),
    prior: ([name = '']) => formulaValue(object, name, before[name]),
  };
}

/** An event of a record by what it says. */
export interface EventChange {
  readonly event: {
    readonly data: object;
    readonly changed?: readonly string[] | null;
    readonly before?: Readonly<Record<string, unknown>> | null;
  };
  readonly isNew: boolean;
  /** What the record was at the time of the event, as far as its `data` does not say. */
  readonly past: FieldValues;
}

/** The change that an event tells of. What had changed by it and is not said is empty. */
export function eventChange(
  object: CompanyObject,
  { event, isNew, past }: EventChange,
): FormulaChange {
  if (isNew) return CREATION;
  const changed = new Set(event.changed);
  const before = event.before ?? {};
  const data = event.data as Readonly<Record<string, unknown>>;
  const valueOf = (name: string): unknown => {
    if (Object.hasOwn(before, name)) return before[name];
    if (changed.has(name)) return null;
    return Object.hasOwn(data, name) ? data[name] : past[name];
  };
  return {
    isNew,
    isChanged: ([name = '']) => changed.has(name),
    prior: ([name = '']) => formulaValue(object, name, valueOf(name) as FieldValue | undefined),
  };
}

function formulaValue(object: CompanyObject, name: string, value: FieldValue | undefined) {
  const field = object.fields.get(name);
  return field ? inFormula.value(field, value) : null;
}
