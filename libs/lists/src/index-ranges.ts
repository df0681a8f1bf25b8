import type { CursorValues } from './cursor.js';
import type { Bind } from './list-definition.js';

/** A key that a list is sorted by. */
export interface Term {
  readonly sql: string;
  readonly type: string;
  readonly descending: boolean;
  readonly notNull: boolean;
  /** What orders the same and stands before it in the index. */
  readonly lead?: string;
}

/** A range of a list that one index can read in order, as SQL. */
export type IndexRange = (bind: Bind) => string;

/**
 * Everything behind a position, in ranges that follow one another and each of which an index can
 * begin at: those with a first key and those without lie apart. Nulls are the largest, as
 * PostgreSQL sorts them.
 */
export function rangesAfter(
  terms: readonly Term[],
  values: CursorValues,
): readonly [IndexRange, ...IndexRange[]] {
  const [first, ...rest] = terms;
  const [value = null, ...others] = values;
  if (!first) return [() => 'false'];
  if (first.notNull) return [(bind) => afterKey(terms, values, bind)];
  const none: IndexRange = () => each(first, 'is null');
  if (value !== null) {
    const some: IndexRange = (bind) => afterKey(terms, values, bind);
    return first.descending ? [some] : [some, none];
  }
  const [next, ...later] = rangesAfter(rest, others);
  const within = (range: IndexRange): IndexRange => {
    return (bind) => `${each(first, 'is null')} and ${range(bind)}`;
  };
  const behind: IndexRange[] = later.map(within);
  if (first.descending) behind.push(() => each(first, 'is not null'));
  return [within(next), ...behind];
}

function each({ sql, lead }: Term, holds: string): string {
  return lead === undefined ? `${sql} ${holds}` : `${lead} ${holds} and ${sql} ${holds}`;
}

/**
 * What has a first key and stands behind the position, whose first key is not null. Where no other
 * key is null and all run one way it is a row comparison, which an index serves from the very
 * place; otherwise a chain of "equal so far and then behind", begun at the first key.
 */
function afterKey(terms: readonly Term[], values: CursorValues, bind: Bind): string {
  const places = terms.map(({ type }, i) => `${bind(values[i])}::${type}`);
  const oneWay = terms.every(({ descending }) => descending === terms[0]?.descending);
  const comparable = terms.every(({ notNull, lead }, i) => {
    return lead === undefined && (notNull || i === 0);
  });
  if (oneWay && comparable) {
    const sign = terms[0]?.descending ? '<' : '>';
    return `(${terms.map(({ sql }) => sql).join(', ')}) ${sign} (${places.join(', ')})`;
  }
  const chain = terms.map((term, i) => {
    const equal = terms.slice(0, i).map(({ sql }, j) => `${sql} is not distinct from ${places[j]}`);
    const isFirst = i === 0;
    const last = behind(term, places[i] ?? '', values[i] ?? null, isFirst);
    return `(${[...equal, last].join(' and ')})`;
  });
  return `${startOf(terms[0], places[0] ?? '')}(${chain.join(' or ')})`;
}

/** The place of the first key: the chain alone would have an index read from its start. */
function startOf(term: Term | undefined, place: string): string {
  if (!term) return '';
  const { sql, descending, lead } = term;
  const sign = descending ? '<=' : '>=';
  const near = lead === undefined ? '' : `${lead} ${sign} ${place}::float8 and `;
  return `${near}${sql} ${sign} ${place} and `;
}

function behind(
  { sql, descending, notNull }: Term,
  place: string,
  value: string | null,
  isFirst: boolean,
): string {
  if (descending) return value === null ? `${sql} is not null` : `${sql} < ${place}`;
  if (value === null) return 'false';
  return notNull || isFirst ? `${sql} > ${place}` : `(${sql} > ${place} or ${sql} is null)`;
}
