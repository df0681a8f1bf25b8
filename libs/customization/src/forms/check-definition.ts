import { invalidFields, type FieldError } from '@quittance/kernel';
import { KINDS, readSettings, fieldTypes } from '@quittance/fields';
import type { RecordObject } from '@quittance/metadata';
import { controllerFaults, neverAllowed } from './check-dependencies.js';
import { readBy, unknownEntries } from './form-choices.js';
import { conditionFaults } from './form-conditions.js';
import { asField, codesOf } from './form-fields.js';
import { masterOf } from './form-masters.js';
import {
  MOST_FORM_FIELDS,
  formFields,
  type FormAction,
  type FormDefinition,
  type FormField,
  type FormMapping,
} from './form.js';
import type { SubmissionTerms } from '../submissions/submission-terms.js';

const NAME = /^[a-z][A-Za-z0-9_-]{0,59}$/;

const fault = (pointer: string, code: string, message: string): FieldError => ({
  pointer,
  code,
  message,
});

/**
 * The definition with its settings, defaults and values as they are stored.
 * @throws DomainError validation_failed, with everything that is wrong
 */
export function checkedDefinition(
  definition: FormDefinition,
  objects: ReadonlyMap<string, RecordObject>,
  terms: SubmissionTerms,
): FormDefinition {
  const checker = new Checker(definition, terms);
  const checked = checker.check();
  const errors = [...checker.errors, ...mappingFaults(checked, objects)];
  if (errors.length > 0) throw invalidFields(errors);
  return checked;
}

class Checker {
  readonly errors: FieldError[] = [];
  private readonly names = new Set<string>();

  constructor(
    private readonly definition: FormDefinition,
    private readonly terms: SubmissionTerms,
  ) {}

  check(): FormDefinition {
    const { title, description, mapping } = this.definition;
    const sections = this.definition.sections.map((section, i) => ({
      title: section.title,
      fields: section.fields.map((field, j) => this.field(field, `/sections/${i}/fields/${j}`)),
    }));
    if (formFields({ sections }).length > MOST_FORM_FIELDS) {
      const message = `must have at most ${MOST_FORM_FIELDS} fields`;
      this.errors.push(fault('/sections', 'max', message));
    }
    this.errors.push(...controllerFaults(sections));
    return { title, description, sections, rules: this.rules(sections), mapping };
  }

  private field(field: FormField, at: string): FormField {
    const { name, label, help, type, required } = field;
    if (!NAME.test(name)) {
      const message = 'must be letters, digits, _ and - after a small letter, at most 60';
      this.errors.push(fault(`${at}/name`, 'format', message));
    } else if (this.names.has(name)) {
      this.errors.push(fault(`${at}/name`, 'duplicate', 'is the name of another field'));
    }
    this.names.add(name);
    const read = readSettings(type, field.settings);
    for (const { code, message, inside = '' } of read.faults ?? []) {
      this.errors.push(fault(`${at}/settings${inside}`, code, message));
    }
    const settings = read.faults ? {} : (read.value as FormField['settings']);
    const made = { name, label, help, type, required, default: null, settings };
    if (read.faults) return made;
    if (settings.master !== undefined && !masterOf(made)) {
      this.errors.push(fault(`${at}/settings/master`, 'enum', 'is no type of master'));
      return made;
    }
    return { ...made, default: this.value(made, field.default, `${at}/default`) };
  }

  private value(field: FormField, value: FormField['default'], pointer: string) {
    if (value === null) return null;
    const reading = KINDS[field.type].read(value, asField(field), readBy(this.terms));
    const faults = reading.faults ?? [
      ...unknownEntries(field, reading.value, this.terms),
      ...neverAllowed(field, reading.value),
    ];
    if (!reading.faults && faults.length === 0) return reading.value;
    for (const { code, message, inside = '' } of faults) {
      this.errors.push(fault(pointer + inside, code, message));
    }
    return null;
  }

  private rules(sections: FormDefinition['sections']): FormDefinition['rules'] {
    const byName = new Map(formFields({ sections }).map((field) => [field.name, field]));
    return this.definition.rules.map(({ when, actions }, i) => {
      this.errors.push(...conditionFaults({ sections }, when, `/rules/${i}/when`));
      const at = (j: number) => `/rules/${i}/actions/${j}`;
      return { when, actions: actions.map((action, j) => this.action(action, byName, at(j))) };
    });
  }

  private action(
    { action, field: name, value, options }: FormAction,
    fields: ReadonlyMap<string, FormField>,
    at: string,
  ): FormAction {
    const none = { action, field: name, value: null, options: null };
    const field = fields.get(name);
    if (!field) {
      this.errors.push(fault(`${at}/field`, 'unknown_field', 'is not a field of this form'));
      return none;
    }
    if (action === 'set_value') return { ...none, value: this.value(field, value, `${at}/value`) };
    if (value !== null) this.errors.push(fault(`${at}/value`, 'state', `is nothing of ${action}`));
    if (action !== 'limit_options') {
      if (options === null) return none;
      this.errors.push(fault(`${at}/options`, 'state', `is nothing of ${action}`));
      return none;
    }
    const message = this.limitFault(field, options ?? []);
    if (options === null) this.errors.push(fault(`${at}/options`, 'required', 'is required'));
    else if (message) this.errors.push(fault(`${at}/options`, 'enum', message));
    return { ...none, options: options ?? [] };
  }

  private limitFault(field: FormField, given: readonly string[]): string | undefined {
    if (masterOf(field)) return unknownEntries(field, given, this.terms)[0]?.message;
    const codes = codesOf(field);
    if (codes.length === 0) return 'has no options';
    return given.every((code) => codes.includes(code))
      ? undefined
      : `must be of ${codes.join(', ')}`;
  }
}

/** What a submission is to write must be fields of an object that may be written. */
export function mappingFaults(
  { sections, mapping }: Pick<FormDefinition, 'sections' | 'mapping'>,
  objects: ReadonlyMap<string, RecordObject>,
): readonly FieldError[] {
  if (!mapping) return [];
  const object = objects.get(mapping.object);
  if (!object) return [fault('/mapping/object', 'unknown_object', 'is no object of the company')];
  const asked = new Set(formFields({ sections }).map(({ name }) => name));
  return Object.entries(mapping.fields).flatMap(([target, source]) =>
    mappedFaults(object, asked, target, source),
  );
}

function mappedFaults(
  object: RecordObject,
  asked: ReadonlySet<string>,
  target: string,
  source: FormMapping['fields'][string],
): readonly FieldError[] {
  const part = target.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = `/mapping/fields/${part}`;
  const field = object.fields.get(target);
  if (!field) return [fault(pointer, 'unknown_field', `is not a field of ${object.name}`)];
  if (field.readOnly || fieldTypes.computed.has(field.type)) {
    return [fault(pointer, 'read_only', 'is set by the system')];
  }
  if (typeof source !== 'string' || !asked.has(source)) {
    return [fault(pointer, 'unknown_field', 'names no field of this form')];
  }
  return [];
}
