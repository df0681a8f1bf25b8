import type { Route } from '../access/route-table.js';

/** A line of a record, or all of them: `/invoices/:id/lines/:lineId`. */
const LINES = /\/:\w+\/lines(\/|$)/;

/** The members of its body that say amounts, which are weighed against those of its record. */
export function membersWeighed({ policy }: Pick<Route, 'policy'>): readonly string[] {
  return (policy.kind === 'resource' && policy.weighs) || [];
}

/**
 * The members of its record that a route writes whatever its body names: its lines, where it stands
 * below them, and what it is marked with by `@Writes`.
 */
export function membersWritten({
  method,
  path,
  policy,
}: Pick<Route, 'method' | 'path' | 'policy'>) {
  if (policy.kind !== 'resource' || method === 'GET') return [];
  const marked = policy.writes ?? [];
  return LINES.test(path) ? [...new Set([...marked, 'lines'])] : marked;
}
