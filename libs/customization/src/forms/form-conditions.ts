import { FilterParser, matchesFilter } from '@quittance/lists';
import { FormulaError, blanksAs, checkFormula, type CheckedFormula } from '@quittance/formula';
import type { FieldError } from '@quittance/kernel';
import { inFormula } from '@quittance/metadata';
import type { FieldValue } from '@quittance/fields';
import { asField, conditionFields } from './form-fields.js';
import { formFields, type FormCondition, type FormField, type FormSection } from './form.js';
import type { SubmissionTerms } from '../submissions/submission-terms.js';

type Asked = { readonly sections: readonly FormSection[] };

/** Whether a condition holds of what stands in the fields that are shown. */
export type Holds = (values: Readonly<Record<string, FieldValue>>) => boolean;

/** Everything that is wrong with a condition over the fields of a form. */
export function conditionFaults(
  form: Asked,
  when: FormCondition,
  pointer: string,
): readonly FieldError[] {
  if (typeof when !== 'string') {
    const parser = new FilterParser(conditionFields(form));
    parser.parse(when);
    return parser.errors.map(({ pointer: inside = '', code, message }) => {
      return { pointer: pointer + inside, code, message };
    });
  }
  try {
    checkFormula(when, scopeOf(namedFields(form)), ['boolean']);
    return [];
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return error.faults.map(({ code, message, position: { line, column } }) => ({
      pointer,
      code: `formula_${code}`,
      message: `${message} (line ${line}, column ${column})`,
    }));
  }
}

/** The condition to be asked; undefined for one that can no longer be read. */
export function readCondition(
  form: Asked,
  when: FormCondition,
  { now, today, timeZone, work }: SubmissionTerms,
): Holds | undefined {
  if (typeof when !== 'string') {
    const fields = conditionFields(form);
    const condition = new FilterParser(fields).parse(when);
    return condition && ((values) => matchesFilter(fields, condition, values, work));
  }
  const fields = namedFields(form);
  const formula = compiled(when, fields);
  if (!formula) return undefined;
  return (values) => {
    const value = ([name = '']: readonly string[]) => {
      const field = fields.get(name);
      const given = Object.hasOwn(values, name) ? values[name] : null;
      return field ? inFormula.value(asField(field), given) : null;
    };
    const input = { value, now, today, timeZone, budget: work, ...blanksAs('zero') };
    return formula.evaluate(input) === true;
  };
}

const namedFields = (form: Asked) => new Map(formFields(form).map((field) => [field.name, field]));

function scopeOf(fields: ReadonlyMap<string, FormField>) {
  return {
    field([name = '', ...more]: readonly string[]) {
      const field = more.length === 0 ? fields.get(name) : undefined;
      const type = field && inFormula.type(asField(field));
      return type && { type };
    },
  };
}

/** Formulas by their text and the fields that there are; null for one that does not fit them. */
const known = new Map<string, CheckedFormula | null>();
const MOST_KNOWN = 1000;

function compiled(text: string, fields: ReadonlyMap<string, FormField>): CheckedFormula | null {
  const types = [...fields.values()].map(({ name, type }) => `${name}:${type}`);
  const key = `${types.join(' ')}\n${text}`;
  let formula = known.get(key);
  if (formula !== undefined) return formula;
  try {
    formula = checkFormula(text, scopeOf(fields), ['boolean']);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    formula = null;
  }
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= MOST_KNOWN) known.delete(oldest);
  known.set(key, formula);
  return formula;
}
