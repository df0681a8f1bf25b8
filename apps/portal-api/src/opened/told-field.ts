import type { Field, FieldSettings, FieldType, FieldValue, Portal } from '@quittance/fields';
import type { CompanyObject } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';
import type { OpenedObject } from './opened-objects.js';

/** One choice of a field. */
export interface ToldChoice {
  readonly code: string;
  readonly label: string;
  readonly colour: string | null;
  /** What is chosen no more is still what older records have. */
  readonly active: boolean;
}

/** What an application has to know of a field to show it, and to ask for it. */
export interface ToldField {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly group: string | null;
  readonly type: FieldType;
  readonly access: 'read' | 'write';
  readonly required: boolean;
  readonly default: FieldValue;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly choices: readonly ToldChoice[] | null;
  readonly settings: FieldSettings;
}

/** What of the settings of a field shapes its value; the others are the company's own. */
const SHAPING = [
  'minLength',
  'maxLength',
  'pattern',
  'precision',
  'scale',
  'min',
  'max',
  'currency',
  'allowedDomains',
  'defaultCountry',
  'maxItems',
  'dependsOn',
] as const satisfies readonly (keyof FieldSettings)[];

/** Who is told of the fields of an object, and how. */
export interface ToldTo extends Pick<OpenedObject, 'isListed' | 'isSent'> {
  readonly portal: Portal;
  readonly seesPrices: boolean;
  /** The choices of a type of masters. */
  readonly masters: (type: string) => readonly ToldChoice[];
}

/** The fields of an object that are opened to somebody, in their order. */
export function toldFields(object: CompanyObject, to: ToldTo): readonly ToldField[] {
  const opened = customMembers.opened(object, to.portal, to.seesPrices);
  const names = new Set(opened.map(({ field }) => field.name));
  return opened.map(({ field, isWritten }) => {
    const { name, label, help, group, type, required } = field;
    const access = isWritten && to.isSent ? 'write' : 'read';
    return {
      name,
      label,
      help,
      group,
      type,
      access,
      required: access === 'write' && required,
      default: access === 'write' ? field.default : null,
      filterable: to.isListed && field.filterable,
      sortable: to.isListed && field.sortable,
      choices: choicesOf(field, to),
      settings: settingsOf(field, names, object.model.terms.baseCurrency),
    };
  });
}

/** The types of masters whose entries are choices of these fields. */
export function openedMasters(
  object: CompanyObject,
  portal: Portal,
  seesPrices: boolean,
): string[] {
  const opened = customMembers.opened(object, portal, seesPrices);
  return opened.flatMap(({ field }) => field.settings.master ?? []);
}

function choicesOf({ settings }: Field, { masters }: ToldTo): readonly ToldChoice[] | null {
  const { options, master } = settings;
  if (options) {
    return options.map(({ code, label, colour, active }) => {
      return { code, label, colour: colour ?? null, active };
    });
  }
  return master === undefined ? null : masters(master);
}

/** A choice that goes by a field of which nothing is told goes by none that could be asked. */
function settingsOf(
  { type, settings }: Field,
  names: ReadonlySet<string>,
  baseCurrency: string,
): FieldSettings {
  const told = SHAPING.flatMap((name) => {
    if (settings[name] === undefined) return [];
    if (name === 'dependsOn' && !names.has(settings.dependsOn?.field ?? '')) return [];
    return [[name, settings[name]] as const];
  });
  const currency = type === 'currency' ? { currency: settings.currency ?? baseCurrency } : {};
  return { ...Object.fromEntries(told), ...currency };
}
