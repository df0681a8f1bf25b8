import { text, type FieldDescription } from '@quittance/fields';

/**
 * The field of a member in the catalogue of objects, which operations alone write: what bodies
 * check and say of it is none of the catalogue's.
 */
export function catalogueField(field: FieldDescription): FieldDescription {
  const { label, searched, personal, settings } = field;
  if (settings.master === 'currency') return text(label, { readOnly: true, searched, personal });
  const { maxLength: _, ...rest } = settings;
  return { ...field, settings: rest, help: null, readOnly: true };
}
