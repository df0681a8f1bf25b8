import { isRelativeDay } from '@quittance/calendar';
import {
  withArticle,
  type Reading,
  type Field,
  type FieldSettings,
  type FieldValue,
  KINDS,
  readSettings,
  fieldTypes,
  PORTALS,
  type Portal,
} from '@quittance/fields';
import { checkChoices } from './check-choices.js';
import { checkFormulaField, checkRequiredWhen, checkRollup } from './check-computed.js';
import { checkRelationship } from './check-relationship.js';
import { fieldOf, isEvaluated, type FieldDefinition } from '../definition.js';
import { checkWords, type FieldPlace, type Faults } from './field-input.js';

const SEARCHABLE: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'email',
  'phone',
  'url',
  'auto_number',
]);

/**
 * The definition with its settings as they will be kept, or everything that is wrong with it in
 * `faults`. Settings arrive as they were sent.
 */
export function checkField(
  place: FieldPlace,
  given: FieldDefinition,
  settings: Readonly<Record<string, unknown>>,
  faults: Faults,
): FieldDefinition {
  const { type } = given;
  checkWords(faults, '/label', given.label, 100);
  checkWords(faults, '/help', given.help, 500, false);
  checkWords(faults, '/group', given.group, 100);
  const read: Reading<FieldSettings> = readSettings(type, settings);
  if (read.faults) faults.addAll('/settings', read.faults);
  checkFlags(given, read.faults ? {} : read.value, faults);
  checkPortals(place, given, faults);
  checkRequiredWhen(place, given, faults);
  if (read.faults) return given;
  const completed = complete(place, { ...given, settings: read.value }, faults);
  checkDefault(place, completed, given.default, faults);
  return faults.any ? completed : { ...completed, default: readDefault(place, completed) };
}

/** What the settings mean among the company's objects, and what follows from them. */
function complete(place: FieldPlace, field: FieldDefinition, faults: Faults): FieldDefinition {
  switch (field.type) {
    case 'lookup':
    case 'master_detail':
      return checkRelationship(place, field, faults);
    case 'picklist':
    case 'multi_select':
      checkChoices(place, field, faults);
      return field;
    case 'formula':
      return checkFormulaField(place, field, faults);
    case 'rollup':
      return checkRollup(place, field, faults);
    default:
      return field;
  }
}

function checkFlags(field: FieldDefinition, settings: FieldSettings, faults: Faults): void {
  const { type } = field;
  const conflict = (name: string, message: string) => faults.add(`/${name}`, 'conflict', message);
  const computed = fieldTypes.computed.has(type);
  if (field.unique && !fieldTypes.unique.has(type)) {
    conflict('unique', `is nothing that ${withArticle(type)} field can be`);
  }
  const evaluated = isEvaluated({ type, settings });
  if (field.indexed && (fieldTypes.unindexed.has(type) || evaluated || type === 'url')) {
    conflict(
      'indexed',
      evaluated ? 'needs the setting stored' : `is nothing for ${withArticle(type)} field`,
    );
  }
  if (field.required && computed) conflict('required', 'is nothing for a computed field');
  if (field.requiredWhen !== null && computed) {
    conflict('requiredWhen', 'is nothing for a computed field');
  }
  if (field.searched && !SEARCHABLE.has(type)) {
    conflict('searched', `is nothing for ${withArticle(type)} field`);
  }
}

/**
 * What was opened before that was refused stays, and is shown alone: else nothing of the field
 * could be changed any more.
 */
function checkPortals({ before }: FieldPlace, field: FieldDefinition, faults: Faults): void {
  const { type, unique, portals } = field;
  const conflict = (message: string) => faults.add('/portals', 'conflict', message);
  const written = PORTALS.filter((portal) => portals[portal] === 'write');
  if (written.length > 0 && fieldTypes.computed.has(type))
    conflict('cannot write a computed field');
  const stood = (portal: Portal) => before?.unique === true && before.portals[portal] === 'write';
  if (unique && !written.every(stood)) {
    conflict('cannot write a unique field: that a value is taken would tell what others have');
  }
}

/** Types that have a default: those whose value stands on its own. */
const WITHOUT_DEFAULT: ReadonlySet<string> = new Set([
  'lookup',
  'master_detail',
  'formula',
  'rollup',
  'auto_number',
  'file',
]);

function checkDefault(
  place: FieldPlace,
  field: FieldDefinition,
  given: unknown,
  faults: Faults,
): void {
  if (given === null || given === undefined) return;
  if (WITHOUT_DEFAULT.has(field.type)) {
    faults.add('/default', 'conflict', `is nothing for ${withArticle(field.type)} field`);
    return;
  }
  const read = readAsValue(place, field, given);
  if (read.faults) faults.addAll('/default', read.faults);
}

function readDefault(place: FieldPlace, field: FieldDefinition): FieldValue {
  const given: unknown = field.default;
  if (given === null || given === undefined) return null;
  const read = readAsValue(place, field, given);
  return read.faults ? null : read.value;
}

/** A default of a date may be a relative day; it is then read anew for every record. */
function readAsValue(place: FieldPlace, definition: FieldDefinition, given: unknown): Reading {
  if (definition.type === 'date' && isRelativeDay(given)) return { value: given };
  const { baseCurrency, timeZone } = place.model.terms;
  const field: Field = { ...fieldOf(definition, 'none') };
  const { dependsOn: _, ...settings } = field.settings;
  return KINDS[definition.type].read(
    given,
    { ...field, settings },
    { today: place.today, timeZone, baseCurrency, previous: null, valueOf: () => null },
  );
}
