import { accessLevelTooLow, reaches, type PortalActor } from '@quittance/portal';
import type { DomainError } from '@quittance/kernel';
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
    return permissionDenied({ resource: 'colleagues', action: 'manage', permission: 'Admin' });
  }
  const missing = rights.find((right) => ![right].flat().some((each) => actor.rights.has(each)));
  if (missing !== undefined) {
    const permission = wordsOf(missing);
    return permissionDenied({ resource: 'the portal', action: permission, permission });
  }
  return reach === undefined || reaches(actor.accessLevel, reach)
    ? undefined
    : accessLevelTooLow({ level: reach });
}

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
