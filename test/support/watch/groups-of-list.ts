import type { ListDefinition, ListField } from '@quittance/lists';

const NEVER: readonly ListField['type'][] = ['money', 'decimal', 'set', 'time'];
const TIMES: readonly ListField['type'][] = ['date', 'instant'];
const SUMMED: readonly ListField['type'][] = ['money', 'decimal', 'integer'];

const isOffered = ({ refusal, type, currency }: ListField) =>
  !refusal && (type !== 'money' || currency !== undefined);

/**
 * What the fields of a list may be grouped by, three at once, and everything that may be told of
 * the groups.
 */
export function groupsOf(fields: ListDefinition['fields']) {
  const named = Object.entries(fields).filter(([, field]) => isOffered(field));
  const keys = named
    .filter(([, { type }]) => !NEVER.includes(type))
    .map(([name, { type }]) => (TIMES.includes(type) ? `${name}:month` : name));
  const aggregates = named.flatMap(([name, { type }]) => {
    if (SUMMED.includes(type)) return [`sum:${name}`, `avg:${name}`, `max:${name}`];
    return TIMES.includes(type) ? [`min:${name}`] : [];
  });
  return {
    keys,
    threes: inThrees(keys),
    aggregates: ['count', ...aggregates].slice(0, 20).join(','),
  };
}

/** As many as a request may group by, side by side. */
export function inThrees(keys: readonly string[]): readonly string[] {
  return Array.from({ length: Math.ceil(keys.length / 3) }, (_, i) =>
    keys.slice(3 * i, 3 * i + 3).join(),
  );
}
