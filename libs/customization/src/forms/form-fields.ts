import type { ListField } from '@quittance/lists';
import { text, type Field, type FieldSettings, type PicklistOption } from '@quittance/fields';
import { masterOf } from './form-masters.js';
import { type FormDefinition, type FormField, type FormFieldType, formFields } from './form.js';

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
  const entries = formFields(definition).map((field): [string, ListField] => {
    const type = CONDITION_TYPES[field.type];
    if (!masterOf(field)) return [field.name, { sql: '', type, values: codesOf(field) }];
    // Of what is in a master a condition may ask like of any word.
    return [field.name, { sql: '', type: type === 'enum' ? 'text' : type }];
  });
  return Object.fromEntries(entries);
}

/** The codes of a field's own options; none where it has none. */
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
