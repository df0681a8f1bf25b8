import { invalidFields, type FieldError } from '@quittance/kernel';
import type { ListDefinition, ListField, ListQuery } from './list-definition.js';
import { invalidListRequest } from './list.errors.js';

export const GROUP_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type GroupUnit = (typeof GROUP_UNITS)[number];
export const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max'] as const;

const MOST_KEYS = 3;
const MOST_AGGREGATES = 20;

/** A member whose values part the records of a list. */
export interface GroupKey {
  readonly name: string;
  readonly field: ListField;
  /** Of days and instants, which of their periods; null for the value itself. */
  readonly unit: GroupUnit | null;
}

export interface Aggregate {
  readonly name: string;
  readonly fn: 'sum' | 'avg' | 'min' | 'max';
  readonly field: ListField;
}

/** What a list is to answer of its groups. */
export interface GroupRequest {
  readonly keys: readonly GroupKey[];
  readonly aggregates: readonly Aggregate[];
}

/** What stands for rows and pages, of which groups have none. */
const OF_ROWS = ['page', 'pageSize', 'cursor', 'sort', 'fields'] as const;

type List = Pick<ListDefinition, 'fields' | 'reach'>;

/**
 * The groups that a request asks for; null where it asks for rows.
 * @throws DomainError invalid_list_request, validation_failed
 */
export function parseGroupRequest(list: List, query: ListQuery): GroupRequest | null {
  const unreadable: FieldError[] = [];
  const refused: FieldError[] = [];
  const { groupBy, aggregate } = query;
  if (groupBy === undefined) {
    if (aggregate === undefined) return null;
    unreadable.push(fault('groupBy', '', 'required', 'must name what is told of each'));
  }
  for (const parameter of groupBy === undefined ? [] : OF_ROWS) {
    if (query[parameter] === undefined) continue;
    unreadable.push(fault(parameter, '', 'state', 'must not be given beside groupBy'));
  }
  const reading = { list, unreadable, refused };
  const keys = parts(groupBy, KEYS, reading);
  const aggregates = parts(aggregate ?? 'count', TOLD, reading);
  if (unreadable.length > 0) throw invalidListRequest({}, { errors: [...unreadable, ...refused] });
  if (refused.length > 0) throw invalidFields(refused);
  return { keys, aggregates: aggregates.filter((each) => each !== null) };
}

interface Reading {
  readonly list: List;
  readonly unreadable: FieldError[];
  readonly refused: FieldError[];
}

const fault = (parameter: string, pointer: string, code: string, message: string): FieldError => ({
  parameter,
  ...(pointer !== '' && { pointer }),
  code,
  message,
});

/** What a part means, or why it means nothing here. */
type Outcome<T> =
  | { readonly meant: T }
  | { readonly wrong: readonly [code: string, message: string] }
  | { readonly refusal: NonNullable<ListField['refusal']> };

/** A parameter of several parts. */
interface Parts<T> {
  readonly parameter: string;
  readonly most: number;
  /** What a part is known by in the answer: no two are of one. */
  known(text: string): string | undefined;
  read(text: string, list: List): Outcome<T>;
}

/** A group says its values by the names of their members, whatever the periods. */
const KEYS: Parts<GroupKey> = {
  parameter: 'groupBy',
  most: MOST_KEYS,
  known: (text) => text.split(':')[0],
  read: readKey,
};

const TOLD: Parts<Aggregate | null> = {
  parameter: 'aggregate',
  most: MOST_AGGREGATES,
  known: (text) => text,
  read: readAggregate,
};

function parts<T>(
  text: string | undefined,
  { parameter, most, known, read }: Parts<T>,
  { list, unreadable, refused }: Reading,
): readonly T[] {
  if (text === undefined) return [];
  const texts = text.split(',');
  if (texts.length > most) {
    unreadable.push(fault(parameter, '', 'max', `must have at most ${most} parts`));
  }
  const found: T[] = [];
  const names = texts.map(known);
  for (const [i, part] of texts.slice(0, most).entries()) {
    const one = read(part, list);
    if (names.indexOf(known(part)) < i) {
      unreadable.push(fault(parameter, `/${i}`, 'duplicate', 'must be named once'));
    } else if ('wrong' in one) {
      unreadable.push(fault(parameter, `/${i}`, ...one.wrong));
    } else if ('refusal' in one) {
      refused.push({ parameter, pointer: `/${i}`, ...one.refusal });
    } else found.push(one.meant);
  }
  return found;
}

/** The field of a name, as it is grouped and summed by: of another row as that is joined. */
function fieldOf({ fields, reach }: List, name: string): ListField | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : reach?.(name);
}

const wrong = (code: string, message: string) => ({ wrong: [code, message] }) as const;
const UNKNOWN = wrong('unknown_field', 'is not a field of this list');

/** The fields of a list that it is grouped by, and those that something is told of in groups. */
export function groupNames({ fields }: Pick<ListDefinition, 'fields'>) {
  const taken = (reads: readonly string[], read: (text: string) => Outcome<unknown>) =>
    Object.keys(fields).filter((name) =>
      reads.some((text) => 'meant' in read(text.replace('*', name))),
    );
  return {
    keys: taken(['*', '*:month'], (text) => readKey(text, { fields })),
    summed: taken(['sum:*'], (text) => readAggregate(text, { fields })),
    ordered: taken(['max:*'], (text) => readAggregate(text, { fields })),
  };
}

function readKey(text: string, list: List): Outcome<GroupKey> {
  const [name = '', unit, ...more] = text.split(':');
  const field = fieldOf(list, name);
  if (!field || more.length > 0) return UNKNOWN;
  if (field.refusal) return { refusal: field.refusal };
  const known = GROUP_UNITS.find((each) => each === unit);
  const isTime = field.type === 'date' || field.type === 'instant';
  if (unit !== undefined && (!known || !isTime)) {
    return wrong('enum', `takes ${isTime ? GROUP_UNITS.join(', ') : 'no period'}`);
  }
  if (field.type === 'instant' && !known) {
    return wrong('required', `must say one of ${GROUP_UNITS.join(', ')}: ${name}:month`);
  }
  if (UNGROUPED.has(field.type)) return wrong('type', `is of type ${field.type}`);
  return { meant: { name, field, unit: known ?? null } };
}

const UNGROUPED: ReadonlySet<ListField['type']> = new Set(['money', 'decimal', 'set', 'time']);
const SUMMED: ReadonlySet<ListField['type']> = new Set(['money', 'decimal', 'integer']);
const ORDERED: ReadonlySet<ListField['type']> = new Set([...SUMMED, 'date', 'instant']);

/** Null for the number of records, which is always told. */
function readAggregate(text: string, list: List): Outcome<Aggregate | null> {
  if (text === 'count') return { meant: null };
  const [fn = '', name = '', ...more] = text.split(':');
  const known = AGGREGATES.find((each) => each === fn);
  if (!known || known === 'count' || more.length > 0) {
    return wrong('enum', 'must be count, or sum, avg, min or max of a field: sum:amount');
  }
  const field = fieldOf(list, name);
  if (!field) return UNKNOWN;
  if (field.refusal) return { refusal: field.refusal };
  if (field.type === 'money' && field.currency === undefined) {
    return wrong('type', 'has no currency beside it');
  }
  const takes = known === 'sum' || known === 'avg' ? SUMMED : ORDERED;
  if (!takes.has(field.type)) return wrong('type', `does not apply to ${field.type}`);
  return { meant: { name, fn: known, field } };
}
