import type { FieldError } from '@quittance/kernel';
import type { Fault, FieldSettings, FieldValue } from '@quittance/fields';
import { controllerOf } from './form-choices.js';
import { formFields, type FormField, type FormSection } from './form.js';

/** What is wrong with the fields that are to control which options of others may be chosen. */
export function controllerFaults(sections: readonly FormSection[]): readonly FieldError[] {
  const fields = new Map(formFields({ sections }).map((field) => [field.name, field]));
  return sections.flatMap((section, i) =>
    section.fields.flatMap((field, j) =>
      faultsOf(field, fields, `/sections/${i}/fields/${j}/settings/dependsOn`),
    ),
  );
}

function faultsOf(
  field: FormField,
  fields: ReadonlyMap<string, FormField>,
  at: string,
): readonly FieldError[] {
  const name = controllerOf(field);
  if (name === undefined) return [];
  const controlling = fields.get(name);
  if (controlling?.type !== 'picklist' && controlling?.type !== 'boolean') {
    const message = 'names no picklist or boolean of this form';
    return [{ pointer: `${at}/field`, code: 'reference', message }];
  }
  if (controlsItself(field, fields)) {
    const message = 'is controlled by this field in turn';
    return [{ pointer: `${at}/field`, code: 'cycle', message }];
  }
  return valueFaults(field, controlling, `${at}/allowed`);
}

function controlsItself(field: FormField, fields: ReadonlyMap<string, FormField>): boolean {
  let at = fields.get(controllerOf(field) ?? '');
  for (let hops = 0; at && hops <= fields.size; hops += 1) {
    if (at.name === field.name) return true;
    at = fields.get(controllerOf(at) ?? '');
  }
  return false;
}

/**
 * Options are allowed by values that the controlling field can have; entries of a master may come.
 */
function valueFaults(
  { settings }: FormField,
  controlling: FormField,
  at: string,
): readonly FieldError[] {
  const isBoolean = controlling.type === 'boolean';
  const { options } = controlling.settings as FieldSettings;
  if (!isBoolean && !options) return [];
  const values = isBoolean ? ['true', 'false'] : (options ?? []).map(({ code }) => code);
  const { dependsOn } = settings as FieldSettings;
  return Object.keys(dependsOn?.allowed ?? {})
    .filter((value) => !values.includes(value))
    .map((value) => ({
      pointer: `${at}/${value.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'enum',
      message: isBoolean ? 'must be true or false' : `is no option of ${controlling.name}`,
    }));
}

/** What a definition puts into a field though no value of the controlling one would allow it. */
export function neverAllowed({ settings }: FormField, value: FieldValue): readonly Fault[] {
  const { dependsOn } = settings as FieldSettings;
  if (!dependsOn || value === null) return [];
  const allowed = new Set(Object.values(dependsOn.allowed).flat());
  const codes: readonly unknown[] = [value].flat();
  return codes.flatMap((code, i) => {
    if (allowed.has(String(code))) return [];
    const message = `${String(code)} goes with no value of ${dependsOn.field}`;
    return [{ inside: Array.isArray(value) ? `/${i}` : '', code: 'dependency', message }];
  });
}
