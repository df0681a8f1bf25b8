import type { Currency, FieldError, LocalDate } from '@quittance/kernel';
import { KINDS, type FieldValue } from '@quittance/objects';
import { evaluateForm, visibleValues, type FieldState } from './evaluate-form.js';
import { asField } from './form-fields.js';
import { fieldsOf, type FormDefinition } from './form.js';

/** What values are read by. */
export interface SubmissionTerms {
  readonly today: LocalDate;
  readonly timeZone: string;
  readonly baseCurrency: Currency;
}

export interface ReadSubmission {
  /** What is stored: the values of the fields that are shown. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Pointers into what was sent, each after `/values`. */
  readonly errors: readonly FieldError[];
}

/**
 * Reads what was filled in: every fault at once. What is hidden is neither required nor stored, so
 * that whatever was sent for it is passed over.
 */
export function readSubmission(
  definition: FormDefinition,
  given: Readonly<Record<string, unknown>>,
  terms: SubmissionTerms,
): ReadSubmission {
  const faults = new Map<string, FieldError[]>();
  const values: Record<string, FieldValue> = {};
  for (const field of fieldsOf(definition)) {
    const { name } = field;
    const value = Object.hasOwn(given, name) ? given[name] : field.default;
    if (value === null || value === undefined) continue;
    const context = { ...terms, previous: null, valueOf: () => null };
    const reading = KINDS[field.type].read(value, asField(field), context);
    if (reading.faults) {
      faults.set(
        name,
        reading.faults.map(({ code, message, inside = '' }) => fault(name, code, message, inside)),
      );
    } else values[name] = reading.value;
  }
  const states = evaluateForm(definition, values);
  const unknown = Object.keys(given)
    .filter((name) => !states.has(name))
    .map((name) => fault(name, 'unknown_field', 'is not a field of this form'));
  const wrong = [...states.values()].flatMap((state) => faultsOf(state, faults));
  const stored = Object.entries(visibleValues(states)).filter(([, value]) => value !== null);
  return { values: Object.fromEntries(stored), errors: [...unknown, ...wrong] };
}

function faultsOf(
  { field, visible, required, options, value }: FieldState,
  faults: ReadonlyMap<string, readonly FieldError[]>,
): readonly FieldError[] {
  const { name } = field;
  if (!visible) return [];
  const unreadable = value === null ? faults.get(name) : undefined;
  if (unreadable) return unreadable;
  if (isEmpty(value)) return required ? [fault(name, 'required', 'is required')] : [];
  const chosen = options ? [value].flat() : [];
  const beyond = chosen.filter((code) => !options?.includes(code as string));
  return beyond.length === 0
    ? []
    : [fault(name, 'enum', `must be one of ${(options ?? []).join(', ')}`)];
}

function isEmpty(value: FieldValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function fault(name: string, code: string, message: string, inside = ''): FieldError {
  const part = name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
  return { pointer: `/values/${part}${inside}`, code, message };
}
