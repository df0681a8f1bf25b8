import type { ResourcePolicy } from '../access/route-policy.js';
import type { Route } from '../access/route-table.js';

/** What shows a record as a whole to whoever holds it: nothing can be left out there. */
const WHOLE: ReadonlySet<string> = new Set(['print', 'share']);
/** What sums up the records of another resource, whose hidden fields are its own. */
const SUMS: ReadonlySet<string> = new Set(['forecast']);
/** What invoices are made from, so that a preview of these tells of each of its fields. */
const BILLED: ReadonlySet<string> = new Set(['subscriptions', 'billing-schedules']);

/** Whether a route shows records of its resource as they are, or the sum of their fields. */
export function showsWhole({ policy, path }: Pick<Route, 'policy' | 'path'>): boolean {
  if (policy.kind !== 'resource') return false;
  if (handsOut(policy) || SUMS.has(policy.resource)) return true;
  if (BILLED.has(policy.resource) && PREVIEW.test(path)) return true;
  return path.endsWith('/statistics') || handsOutLines(path);
}

const PREVIEW = /\/preview(-change)?$/;

/** Whether it hands out a document, with the name of whom it is made out to. */
export function showsDocument({ policy, path }: Pick<Route, 'policy' | 'path'>): boolean {
  if (policy.kind !== 'resource') return false;
  return handsOut(policy) || handsOutLines(path);
}

/** Whether it is a print or a link, or holds what these show. */
function handsOut({ actions, tellsWhole }: ResourcePolicy): boolean {
  return tellsWhole === true || actions.some((action) => WHOLE.has(action));
}

/** A file of documents with their lines, which come to what the documents do. */
const handsOutLines = (path: string) => path.endsWith('/export/lines');

/** Whether it is a report, which sums up records of several resources. */
export function isReport({ policy }: Pick<Route, 'policy'>): boolean {
  return policy.kind === 'resource' && policy.resource === 'reports';
}

/** The resources whose amounts it tells under names of its own. */
export function repeatedBy({ policy }: Pick<Route, 'policy'>): readonly string[] {
  return (policy.kind === 'resource' && policy.repeats) || [];
}
