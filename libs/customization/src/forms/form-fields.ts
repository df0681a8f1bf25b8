import type { ListField } from '@quittance/database';
import { text, type Field, type FieldSettings, type PicklistOption } from '@quittance/objects';
import type { FormDefinition, FormField, FormFieldType } from './form.js';
import { fieldsOf } from './form.js';

const CONDITION_TYPES: Readonly<Record<FormFieldType, ListField['type']>> = {
  text: 'text',
  textarea: 'text',
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'instant',
  time: 'time',
  email: 'text',
  phone: 'text',
  url: 'text',
  picklist: 'enum',
  multi_select: 'set',
};

/** What the conditions of a form may ask about. */
export function conditionFields(
  definition: Pick<FormDefinition, 'sections'>,
): Readonly<Record<string, ListField>> {
  const entries = fieldsOf(definition).map((field): [string, ListField] => {
    return [field.name, { sql: '', type: CONDITION_TYPES[field.type], values: codesOf(field) }];
  });
  return Object.fromEntries(entries);
}

/** The codes of a field's options; none where it has no options. */
export function codesOf({ settings }: Pick<FormField, 'settings'>): readonly string[] {
  const { options = [] } = settings as { options?: readonly PicklistOption[] };
  return options.filter(({ active }) => active).map(({ code }) => code);
}

/** The field as the engine reads its values. */
export function asField({ name, label, type, settings }: FormField): Field {
  const { column: _, ...plain } = text(label);
  const storage = { kind: 'computed' } as const;
  return { ...plain, name, type, settings: settings as FieldSettings, storage };
}
