import { mergeText } from '../formulas/merge-text.js';
import {
  isOfKind,
  type FieldFormula,
  type Rule,
  type WorkflowAction,
  type WorkflowDefinition,
} from './rule.js';

/** The texts of an action that show values, by the member that each stands in. */
export function textsOf(action: WorkflowAction): Readonly<Record<string, string>> {
  const said = (texts: Readonly<Record<string, string | null | undefined>>) =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([member, text]) => (text ? [[member, text]] : [])),
    );
  switch (action.kind) {
    case 'set_field':
    case 'set_related':
    case 'create_record':
    case 'add_to_campaign':
      return {};
    case 'create_task':
      return said({ subject: action.subject, description: action.description });
    case 'send_email':
    case 'send_webhook':
    case 'request_approval':
      return said({ message: action.message });
  }
}

/** What an action sets, of whichever record. */
export function valuesOf(action: WorkflowAction): readonly FieldFormula[] {
  if (action.kind === 'create_record') return action.values;
  const sets = action.kind === 'set_field' || action.kind === 'set_related';
  return sets ? [{ field: action.field, formula: action.formula }] : [];
}

/** Every formula of a workflow rule that is evaluated on its record, those in texts included. */
export function workflowFormulas({ condition, actions }: WorkflowDefinition): readonly string[] {
  const ofActions = actions.flatMap((action) => [
    ...valuesOf(action).map(({ formula }) => formula),
    ...Object.values(textsOf(action)).flatMap(mergeText.formulasIn),
  ]);
  return condition === null ? ofActions : [condition, ...ofActions];
}

/** Every formula of a rule. */
export function ruleFormulas(rule: Rule): readonly string[] {
  if (isOfKind(rule, 'validation')) return [rule.definition.formula];
  return isOfKind(rule, 'workflow') ? workflowFormulas(rule.definition) : [];
}
