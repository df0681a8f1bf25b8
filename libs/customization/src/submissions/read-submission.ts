import { yieldIfDue } from '@quittance/work';
import type { FieldError } from '@quittance/kernel';
import { KINDS, type Fault, type FieldValue, readWork } from '@quittance/fields';
import { evaluateForm, visibleValues, type FieldState } from '../forms/evaluate-form.js';
import {
  controllerOf,
  controllersFirst,
  choiceDependencyFaults,
  readBy,
  unknownEntries,
} from '../forms/form-choices.js';
import { asField } from '../forms/form-fields.js';
import { masterOf } from '../forms/form-masters.js';
import { formFields, type FormDefinition } from '../forms/form.js';
import type { SubmissionTerms } from './submission-terms.js';

const UNJUDGED = { code: readWork.fault, message: 'take too much work to be checked by the form' };

export interface ReadSubmission {
  /** What is stored: the values of the fields that are shown. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Pointers into what was sent, each after `/values`. */
  readonly errors: readonly FieldError[];
}

/**
 * Reads what was filled in: every fault at once. What is hidden is neither required nor stored, so
 * that whatever was sent for it is passed over. Whether a choice goes with the field that controls
 * it is asked of what the rules leave.
 */
export async function readSubmission(
  definition: FormDefinition,
  given: Readonly<Record<string, unknown>>,
  terms: SubmissionTerms,
): Promise<ReadSubmission> {
  const read = await readGiven(definition, given, terms);
  const states = await evaluateForm(definition, read.values, terms);
  settleChoices(definition, states, read, terms);
  const unknown = Object.keys(given)
    .filter((name) => !states.has(name))
    .map((name) => fault(name, 'unknown_field', 'is not a field of this form'));
  const wrong = [...states.values()].flatMap((state) => faultsOf(state, read.faults));
  const stored = Object.entries(visibleValues(states)).filter(([, value]) => value !== null);
  const errors = [...unknown, ...wrong];
  // A rule that could not be judged may have shown, hidden or demanded anything.
  if (terms.work.exhausted) errors.push({ pointer: '/values', ...UNJUDGED });
  return { values: Object.fromEntries(stored), errors };
}

/** What was sent, as far as it can be read. */
interface Given {
  /** Canonical values by field; a default stands where nothing was sent. */
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly sent: ReadonlySet<string>;
  readonly faults: Map<string, readonly FieldError[]>;
}

async function readGiven(
  definition: FormDefinition,
  given: Readonly<Record<string, unknown>>,
  terms: SubmissionTerms,
): Promise<Given> {
  const faults = new Map<string, readonly FieldError[]>();
  const values: Record<string, FieldValue> = {};
  const sent = new Set<string>();
  for (const field of formFields(definition)) {
    const { name } = field;
    const isSent = Object.hasOwn(given, name);
    if (isSent) sent.add(name);
    const value = isSent ? given[name] : field.default;
    if (value === null || value === undefined) continue;
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    const reading = KINDS[field.type].read(value, asField(field), readBy(terms));
    const found = reading.faults ?? unknownEntries(field, reading.value, terms);
    if (!reading.faults && found.length === 0) values[name] = reading.value;
    // A default that is an entry of a master no longer is none: nobody has sent it.
    else if (isSent || !masterOf(field)) faults.set(name, asErrors(name, found));
  }
  return { values, sent, faults };
}

/**
 * Asks of every choice whether it goes with what the field that controls it holds by now. One that
 * a default or a rule put there, and nobody sent, is taken away where it does not.
 */
function settleChoices(
  definition: FormDefinition,
  states: ReadonlyMap<string, FieldState>,
  { values, sent, faults }: Given,
  terms: SubmissionTerms,
): void {
  for (const field of controllersFirst(formFields(definition))) {
    const { name } = field;
    const state = states.get(name);
    if (!state?.visible || state.value === null) continue;
    const controlling = heldBy(states.get(controllerOf(field) ?? ''), faults);
    const found = [
      ...choiceDependencyFaults(field, state.value, terms, controlling),
      ...unknownEntries(field, state.value, terms),
    ];
    if (found.length === 0) continue;
    if (sent.has(name) && values[name] === state.value) faults.set(name, asErrors(name, found));
    state.value = null;
  }
}

/** Undefined where nothing can be said of it: what is wrong with it is said there. */
function heldBy(
  state: FieldState | undefined,
  faults: ReadonlyMap<string, unknown>,
): FieldValue | undefined {
  if (!state?.visible) return state && null;
  return state.value === null && faults.has(state.field.name) ? undefined : state.value;
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

function asErrors(name: string, faults: readonly Fault[]): readonly FieldError[] {
  return faults.map(({ code, message, inside = '' }) => fault(name, code, message, inside));
}

function fault(name: string, code: string, message: string, inside = ''): FieldError {
  const part = name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
  return { pointer: `/values/${part}${inside}`, code, message };
}
