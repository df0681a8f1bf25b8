import type { Route } from '@quittance/http/host';
import {
  UNAUDITED,
  isAbout,
  type AuditRow,
} from '../../../../../test/support/watch/audit-rules.js';
import type { Taken } from '../../../../../test/support/watch/answer-watch.js';
import { nameOf } from '../../../../../test/support/watch/open-api.js';

/**
 * Objects of which a company has one, or that are known by a code: their rows name no id of the
 * request.
 */
const WITHOUT_ID = [
  'company',
  'directory',
  'dunning-schedule',
  'late-terms',
  'master',
  'setup',
  'sla-policy',
];

/** These are about another record than the path tells: the person, and the record of a file. */
const ABOUT_ANOTHER =
  /^(DELETE|PATCH) (\/api\/v1\/mobile|\/auth|\/documents)\/|^POST \/api\/v1\/mobile\/\w+\/(me\/|(uploads|push-subscriptions)$)/;

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export const isWrite = ({ method }: Route) => !['GET', 'HEAD'].includes(method);

/** Who writes, and for whom. */
export interface Writer {
  readonly companyId: string;
  readonly userId: string;
}

/**
 * What is missing of the rows that the writes of a route have left; nothing once one of them has
 * left a row of who it was, their company, and the very record.
 */
export function missingOf(
  route: Route,
  taken: readonly Taken[],
  rows: ReadonlyMap<string, readonly AuditRow[]>,
  writer: Writer,
): string[] {
  const name = nameOf(route);
  const own = taken.filter((each) => each.route === name);
  if (own.length === 0) return [`${name} is carried out nowhere: add it to writes/`];
  const left = own.map((each) => [each, rows.get(each.requestId) ?? []] as const);
  if (name in UNAUDITED) {
    return left.some(([, found]) => found.length > 0)
      ? [`${name} leaves a row, yet is listed`]
      : [];
  }
  const told = left.some(([each, found]) => found.some((row) => isTold(route, each, row, writer)));
  const seen = left.flatMap(([, found]) => found.map(inWords));
  return told ? [] : [`${name} is not told of: ${seen.join(', ') || 'nothing'}`];
}

function isTold(route: Route, taken: Taken, row: AuditRow, { companyId, userId }: Writer): boolean {
  // Who signs in or changes a password is somebody else.
  const known =
    route.path.startsWith('/auth/') ||
    ['portal', 'public'].includes(route.policy.kind) ||
    row.actorId === userId;
  if (row.companyId !== companyId || !known || !isAbout(row, route.path)) return false;
  if (WITHOUT_ID.includes(row.object) || ABOUT_ANOTHER.test(nameOf(route))) return true;
  const ids: readonly string[] = `${taken.path} ${taken.body}`.match(ID) ?? [];
  return ids.length === 0 || (row.recordId !== null && ids.includes(row.recordId));
}

const inWords = ({ action, object, recordId }: AuditRow) => `${action} of ${object} ${recordId}`;
