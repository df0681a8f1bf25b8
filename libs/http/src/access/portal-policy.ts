import { accessLevelTooLow, reaches, type PortalActor, type PortalRight } from '@quittance/portal';
import { DomainError } from '@quittance/kernel';
import { permissionDenied } from '../http.errors.js';
import type { AskedRight, PortalRule } from './portal-marks.js';

/** Who may call a route of the portal host, as its rule says. */
export interface PortalPolicy extends PortalRule {
  readonly kind: 'portal';
}

/** Whether a token of this directory opens the route at all. */
export function isFor({ directory }: PortalRule, of: string): boolean {
  return [directory].flat().some((each) => each === of);
}

/** Why the user may not call the route; undefined when they may. */
export function missingOfPortal(
  actor: PortalActor,
  { rights = [], reach, admin }: PortalRule,
): DomainError | undefined {
  if (admin && actor.role !== 'Admin') {
    return adminsOnly();
  }
  const missing = rights.find((right) => ![right].flat().some((each) => actor.rights.has(each)));
  if (missing !== undefined) {
    return denied(wordsOf(missing), `This needs the right to ${sentenceOf(missing)}.`);
  }
  return reach === undefined || reaches(actor.accessLevel, reach)
    ? undefined
    : accessLevelTooLow({ level: reach });
}

/** The refusal of what no right opens, but the role that manages colleagues. */
export function adminsOnly(): DomainError {
  return denied('Admin', 'Only Admins of the portal may do this.');
}

/** `permission` is what a program goes by, the sentence is for a person. */
function denied(permission: string, detail: string): DomainError {
  const { code, status, title } = permissionDenied;
  const params = { resource: 'portal', action: permission };
  return new DomainError({ code, status, title, detail }, params, { more: { permission } });
}

const sentenceOf = (missing: AskedRight): string =>
  [missing]
    .flat()
    .map((right) => `${DOING[right]} (${right})`)
    .join(' or to ');

/** What a right is to do; a partner has those of the same names. */
const DOING: Readonly<Record<PortalRight, string>> = {
  createQuotes: 'create quotes',
  seePricing: 'see prices',
  seeAllQuotes: 'see the quotes of colleagues',
  approveQuotes: 'approve quotes',
  placeOrders: 'place orders',
  viewOrders: 'view orders',
  viewInvoices: 'view invoices',
};

/** What the caller must hold, in words. */
export function portalRightOf({ directory, rights = [], reach, admin }: PortalRule): string {
  const whose = [directory].flat().join(', ');
  const needs = rights.map((right) => `\`${wordsOf(right)}\``).join(' and ');
  return [
    `For users of the ${whose} portal.`,
    ...(needs ? [`Needs ${needs}.`] : []),
    ...(reach ? [`Needs the access level \`${reach}\` or a wider one.`] : []),
    ...(admin ? ['Only for the role Admin.'] : []),
  ].join(' ');
}

const wordsOf = (right: AskedRight): string => [right].flat().join('|');
