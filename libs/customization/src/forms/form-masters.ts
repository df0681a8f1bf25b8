import type { Tx } from '@quittance/database';
import {
  MASTER_CODE,
  isMasterType,
  masterOptions,
  type MasterKey,
  type MasterOption,
  type MasterType,
} from '@quittance/masters';
import type { FieldSettings, PicklistOption } from '@quittance/fields';
import { formFields, type FormDefinition, type FormField, type FormSection } from './form.js';

const MOST_CODES = 500;

/** The master that a field takes its choices from; undefined for one that has its own. */
export function masterOf({ settings }: Pick<FormField, 'settings'>): MasterType | undefined {
  const { master } = settings;
  return typeof master === 'string' && isMasterType(master) ? master : undefined;
}

/** The codes in a value that somebody sent; what can be none is left to whoever reads the value. */
function entriesIn(field: FormField | undefined, value: unknown): MasterKey[] {
  const type = field && masterOf(field);
  if (!type) return [];
  const codes: readonly unknown[] = [value].flat().slice(0, MOST_CODES);
  return codes.flatMap((code) =>
    typeof code === 'string' && MASTER_CODE.test(code) ? [{ type, code }] : [],
  );
}

/**
 * The entries of masters that a definition names: in defaults, values that rules set, and limits.
 */
export function entriesOfDefinition(
  definition: Pick<FormDefinition, 'sections' | 'rules'>,
): readonly MasterKey[] {
  const fields = new Map(formFields(definition).map((field) => [field.name, field]));
  const defaults = [...fields.values()].flatMap((field) => entriesIn(field, field.default));
  const actions = definition.rules.flatMap((rule) => rule.actions);
  const inRules = actions.flatMap(({ field, value, options }) => [
    ...entriesIn(fields.get(field), value),
    ...entriesIn(fields.get(field), options),
  ]);
  return [...defaults, ...inRules];
}

/** Those that a form may come to hold when it is filled in like this. */
export function entriesOfSubmission(
  definition: Pick<FormDefinition, 'sections' | 'rules'>,
  given: Readonly<Record<string, unknown>>,
): readonly MasterKey[] {
  const sent = formFields(definition).flatMap((field) =>
    Object.hasOwn(given, field.name) ? entriesIn(field, given[field.name]) : [],
  );
  return [...entriesOfDefinition(definition), ...sent];
}

/**
 * The sections as they are filled in: with the entries of masters as the options of their fields.
 */
export async function offeredSections(
  tx: Tx,
  sections: readonly FormSection[],
): Promise<readonly FormSection[]> {
  const types = new Set(formFields({ sections }).flatMap((field) => masterOf(field) ?? []));
  if (types.size === 0) return sections;
  const entries = await masterOptions(tx, [...types]);
  return sections.map(({ title, fields }) => ({
    title,
    fields: fields.map((field) => {
      const master = masterOf(field);
      if (!master) return field;
      const options = entries.filter((entry) => entry.type === master && mayCome(field, entry));
      return { ...field, settings: { ...field.settings, options: options.map(asOption) } };
    }),
  }));
}

/** Of thousands of states those are left out that no value of the controlling field allows. */
function mayCome({ settings }: FormField, { code }: MasterOption): boolean {
  const { dependsOn } = settings as FieldSettings;
  return !dependsOn || Object.values(dependsOn.allowed).some((codes) => codes.includes(code));
}

function asOption({ code, name, colour }: MasterOption): PicklistOption {
  return { code, label: name, ...(colour === null ? {} : { colour }), active: true };
}
