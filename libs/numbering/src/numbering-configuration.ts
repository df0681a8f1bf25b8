import type {
  ConfigurationStore,
  ConfigurationState,
  SetupItem,
  SetupPart,
} from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { DomainError, type FieldError } from '@quittance/kernel';
import { checkRules } from './check-rules.js';
import { DOCUMENT_TYPES, type DocumentType } from './document-type.js';
import { RESETS, type NumberingRules, type Reset } from './number-format.js';
import { putRules, savedState, storeRules, takeBackRules } from './store-rules.js';

/** Puts the numbering of a document type back; numbers already given stay as they are. */
export const numberingStore: ConfigurationStore = {
  kind: 'numbering',
  read: (tx, type) => savedState(tx, type as DocumentType),
  async restore(tx, subjectId, state) {
    const type = subjectId as DocumentType;
    if (!state) return takeBackRules(tx, type);
    const rules = rulesOf(state);
    await checkRules(tx, type, rules);
    await putRules(tx, type, rules);
  },
};

/** The rules that a company has saved for its document types. */
export const numberingPart: SetupPart = {
  name: 'numbering',
  after: [],
  async read(tx) {
    const states: SetupItem[] = [];
    for (const type of DOCUMENT_TYPES) {
      const state = await savedState(tx, type);
      if (state) states.push(state);
    }
    return states;
  },
  keyOf: ({ type }) => String(type),
  check: (tx, { after }) => faultsOfItem(tx, after),
  async apply(tx, changes) {
    for (const { after } of changes)
      await storeRules(tx, after.type as DocumentType, rulesOf(after));
  },
};

const MEMBERS = ['type', 'format', 'reset', 'start', 'increment'];
const WHOLE = /^\d{1,15}$/;

async function faultsOfItem(tx: Tx, item: SetupItem): Promise<readonly FieldError[]> {
  const faults = shapeFaults(item);
  if (faults.length > 0) return faults;
  try {
    await checkRules(tx, item.type as DocumentType, rulesOf(item));
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.options.errors) return error.options.errors;
    throw error;
  }
}

function shapeFaults(item: SetupItem): FieldError[] {
  const unknown = Object.keys(item)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => fault(name.slice(0, 100), 'unknown_field', 'is not a member here'));
  const { type, format, reset, start, increment } = item;
  return [
    ...unknown,
    ...listed('type', type, DOCUMENT_TYPES),
    ...listed('reset', reset, RESETS),
    ...(typeof format === 'string' ? [] : [fault('format', 'type', 'must be a text')]),
    ...whole('start', start),
    ...whole('increment', increment),
  ];
}

function fault(name: string, code: string, message: string): FieldError {
  return { pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, code, message };
}

function listed(name: string, value: unknown, words: readonly string[]): FieldError[] {
  if (words.includes(value as string)) return [];
  return [fault(name, 'enum', `must be one of ${words.join(', ')}`)];
}

function whole(name: string, value: unknown): FieldError[] {
  if (typeof value === 'string' && WHOLE.test(value)) return [];
  return [fault(name, 'type', 'must be a whole number as text')];
}

function rulesOf({ format, reset, start, increment }: ConfigurationState): NumberingRules {
  return {
    format: format as string,
    reset: reset as Reset,
    start: BigInt(start as string),
    increment: BigInt(increment as string),
  };
}
