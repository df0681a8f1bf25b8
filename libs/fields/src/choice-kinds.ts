import {
  fine,
  wrong,
  type Fault,
  type FieldKind,
  type ReadContext,
  type Reading,
} from './field-kind.js';
import type { Field, FieldSettings, FieldValue } from './field.js';
import { allowedWith, dependencyFaults, readDependency, readOptions } from './options.js';
import { wholeReader, wordsReader } from './setting-readers.js';

const MAX_CODE = 100;
const MAX_ITEMS = 500;

const settings = { options: readOptions, master: wordsReader(60), dependsOn: readDependency };

/** Either its own options or those of a master type. */
function sourceFaults(given: FieldSettings): Fault[] {
  const both = given.options !== undefined && given.master !== undefined;
  const faults = dependencyFaults(given);
  if (both)
    faults.push({ inside: '/master', code: 'conflict', message: 'must not stand beside options' });
  if (given.options === undefined && given.master === undefined) {
    faults.push({
      inside: '/options',
      code: 'required',
      message: 'is required, unless a master is named',
    });
  }
  return faults;
}

/** An option that was switched off stays where it is, and is no longer chosen. */
function readCode(value: unknown, field: Field, kept: (code: string) => boolean): Reading<string> {
  if (typeof value !== 'string') return wrong('type', 'must be the code of an option');
  if (value.length > MAX_CODE)
    return wrong('max_length', `must have at most ${MAX_CODE} characters`);
  const { options } = field.settings;
  // Entries of a master are looked up by whoever has the database.
  if (!options) {
    return /^[\x21-\x7e]+$/.test(value) || kept(value) ? fine(value) : noOption(value, field);
  }
  const option = options.find(({ code }) => code === value);
  return option && (option.active || kept(value)) ? fine(value) : noOption(value, field);
}

function noOption(value: string, { settings: { options } }: Field) {
  const active = (options ?? []).filter(({ active: on }) => on).map(({ code }) => code);
  const shown = active.slice(0, 20).join(', ');
  const more = active.length > 20 ? ` and ${active.length - 20} more` : '';
  return wrong(
    'enum',
    active.length > 0 ? `must be one of ${shown}${more}` : `has no entry ${JSON.stringify(value)}`,
  );
}

function dependent(
  code: string,
  { settings: { dependsOn } }: Field,
  context: ReadContext,
): Fault | undefined {
  if (!dependsOn) return undefined;
  const controlling = context.valueOf(dependsOn.field);
  // What is wrong with the controlling field is said there.
  if (controlling === undefined || allowedWith(dependsOn, controlling, code)) return undefined;
  const message =
    controlling === null
      ? `needs a value of ${dependsOn.field}`
      : `${code} does not go with ${dependsOn.field} ${JSON.stringify(controlling)}`;
  return { code: 'dependency', message };
}

const codesOf = ({ settings: { options } }: Field) =>
  options ? { enum: options.filter(({ active }) => active).map(({ code }) => code) } : {};

/** Which entries a master has is asked of it. */
const codeLimits = ({ settings: { options } }: Field) =>
  options ? {} : { maxLength: MAX_CODE, pattern: '^[!-~]+$' };

/** One choice. */
export const picklistKind: FieldKind = {
  type: 'picklist',
  column: 'text',
  listedAs: 'text',
  settings,
  check: sourceFaults,
  read(value, field, context) {
    if (value === '') return fine(null);
    const read = readCode(value, field, (code) => context.previous === code);
    if (read.faults) return read;
    const fault = dependent(read.value, field, context);
    return fault ? { faults: [fault] } : read;
  },
  schema: (field) => ({ type: 'string', ...codesOf(field) }),
  limits: codeLimits,
};

function holds(previous: FieldValue, code: string): boolean {
  return Array.isArray(previous) && previous.includes(code);
}

/** In the order of the options, so that the same choice is the same list. */
function inOrder(codes: readonly string[], { settings: { options } }: Field): readonly string[] {
  if (!options) return [...codes].sort();
  const chosen = new Set(codes);
  return options.map(({ code }) => code).filter((code) => chosen.has(code));
}

/** Several choices, each once; none is no value. */
export const multiSelectKind: FieldKind = {
  type: 'multi_select',
  column: 'jsonb',
  listedAs: 'set',
  settings: { ...settings, maxItems: wholeReader(1, MAX_ITEMS) },
  check: sourceFaults,
  read(value, field, context) {
    if (!Array.isArray(value)) return wrong('type', 'must be a list of codes');
    if (value.length > MAX_ITEMS) return wrong('max', `must have at most ${MAX_ITEMS} items`);
    const faults: Fault[] = [];
    const codes = new Set<string>();
    for (const [i, item] of value.entries()) {
      const read = readCode(item, field, (code) => holds(context.previous, code));
      if (read.faults) faults.push(...read.faults.map((each) => ({ ...each, inside: `/${i}` })));
      else {
        const fault = dependent(read.value, field, context);
        if (fault) faults.push({ ...fault, inside: `/${i}` });
        codes.add(read.value);
      }
    }
    if (faults.length > 0) return { faults };
    const most = field.settings.maxItems ?? MAX_ITEMS;
    if (codes.size > most) return wrong('max', `must have at most ${most} items`);
    return codes.size === 0 ? fine(null) : fine(inOrder([...codes], field));
  },
  schema: (field) => ({
    type: 'array',
    items: { type: 'string', ...codesOf(field) },
    uniqueItems: true,
    maxItems: field.settings.maxItems ?? MAX_ITEMS,
  }),
  // A code that is sent twice is chosen once.
  limits: (field) => ({
    uniqueItems: false,
    items: { type: 'string', ...codesOf(field), ...codeLimits(field) },
    ...(field.required ? { minItems: 1 } : {}),
  }),
};

/** True or false. */
export const booleanKind: FieldKind = {
  type: 'boolean',
  column: 'boolean',
  listedAs: 'boolean',
  settings: {},
  read: (value) =>
    typeof value === 'boolean' ? fine(value) : wrong('type', 'must be true or false'),
  schema: () => ({ type: 'boolean' }),
};
