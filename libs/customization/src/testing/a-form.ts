import { WorkBudget } from '@quittance/work';
import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type {
  FormAction,
  FormDefinition,
  FormField,
  FormFieldType,
  FormRule,
} from '../forms/form.js';
import type { SubmissionTerms } from '../submissions/submission-terms.js';

/** A field of a form with little about it. */
export function aFormField(
  name: string,
  type: FormFieldType = 'text',
  more: Partial<FormField> = {},
): FormField {
  const plain = { help: null, required: false, default: null, settings: {} };
  return { name, label: name, type, ...plain, ...more };
}

export function anAction(
  action: FormAction['action'],
  field: string,
  more: Partial<FormAction> = {},
): FormAction {
  return { action, field, value: null, options: null, ...more };
}

/** What a form asks, in one section. */
export function aDefinition(
  fields: readonly FormField[],
  rules: readonly FormRule[] = [],
  more: Partial<FormDefinition> = {},
): FormDefinition {
  const sections = [{ title: 'Questions', fields }];
  return { title: 'Form', description: null, sections, rules, mapping: null, ...more };
}

export const TERMS: SubmissionTerms = {
  now: '2026-03-02T12:00:00.000Z' as Instant,
  today: '2026-03-02' as LocalDate,
  timeZone: 'UTC',
  baseCurrency: 'EUR' as Currency,
  work: new WorkBudget(Number.MAX_SAFE_INTEGER),
  hasEntry: (type, code) => type === 'industry' && (code === 'farming' || code === 'mining'),
};
