import { yieldIfDue } from '@quittance/work';
import type { FieldValue } from '@quittance/fields';
import { formFields, type FormAction, type FormDefinition, type FormField } from './form.js';
import { readCondition } from './form-conditions.js';
import { codesOf } from './form-fields.js';
import type { SubmissionTerms } from '../submissions/submission-terms.js';

/** How a field of a form stands when certain values are filled in. */
export interface FieldState {
  readonly field: FormField;
  visible: boolean;
  required: boolean;
  /**
   * The codes that may be chosen; null where nothing but a master says so, or the field has none.
   */
  options: readonly string[] | null;
  value: FieldValue;
}

/**
 * Applies the rules of a form to canonical values, one after the other on what
 * those before left. A field that some rule shows is hidden until one does; what
 * is hidden has no value. A rule that can no longer be read does nothing. Where
 * the rules cost more than `terms.work` has, the rest is not asked and the answer
 * means nothing: whoever gives it looks. Others have their turn between the rules.
 */
export async function evaluateForm(
  definition: FormDefinition,
  values: Readonly<Record<string, FieldValue>>,
  terms: SubmissionTerms,
): Promise<ReadonlyMap<string, FieldState>> {
  const shownByRule = new Set(
    definition.rules.flatMap(({ actions }) =>
      actions.filter(({ action }) => action === 'show').map(({ field }) => field),
    ),
  );
  const states = new Map<string, FieldState>();
  for (const field of formFields(definition)) {
    const { name, required } = field;
    const given = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    const codes = codesOf(field);
    states.set(name, {
      field,
      visible: !shownByRule.has(name),
      required,
      options: codes.length > 0 ? codes : null,
      value: given,
    });
  }
  await applyRules(definition, states, terms);
  return states;
}

async function applyRules(
  definition: FormDefinition,
  states: ReadonlyMap<string, FieldState>,
  terms: SubmissionTerms,
): Promise<void> {
  for (const { when, actions } of definition.rules) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    if (terms.work.exhausted) return;
    const holds = readCondition(definition, when, terms);
    if (!holds?.(visibleValues(states))) continue;
    for (const action of actions) {
      const state = states.get(action.field);
      if (state) act(state, action);
    }
  }
}

/** What stands in the fields that are shown. */
export function visibleValues(
  states: ReadonlyMap<string, FieldState>,
): Readonly<Record<string, FieldValue>> {
  const shown = [...states].filter(([, { visible }]) => visible);
  return Object.fromEntries(shown.map(([name, { value }]) => [name, value]));
}

function act(state: FieldState, { action, value, options }: FormAction): void {
  switch (action) {
    case 'show':
      state.visible = true;
      return;
    case 'hide':
      state.visible = false;
      return;
    case 'require':
      state.required = true;
      return;
    case 'optional':
      state.required = false;
      return;
    case 'set_value':
      state.value = value;
      return;
    case 'limit_options':
      state.options = (state.options ?? options ?? []).filter((code) => options?.includes(code));
  }
}
