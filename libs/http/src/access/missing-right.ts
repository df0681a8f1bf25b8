import { sight } from '@quittance/lists';
import { administratorRequired, grantRequired, narrowedResource } from '@quittance/access';
import { type DomainError, type Permissions } from '@quittance/kernel';
import { permissionDenied, scopeTooNarrow } from '../http.errors.js';
import { resourceOf, type Whole } from './marks.js';
import type { ResourcePolicy, RoutePolicy } from './route-policy.js';

type Parameters = Readonly<Record<string, string | undefined>>;

/**
 * Why somebody with these permissions may not call a route, as the problem they are answered;
 * undefined when they may. The parameters are those of the path.
 */
export function missingRight(
  permissions: Permissions,
  policy: RoutePolicy,
  parameters: Parameters,
): DomainError | undefined {
  if (policy.kind === 'grant') {
    if (permissions.granted(policy.grant)) return undefined;
    return permissionDenied({ resource: policy.grant, action: 'grant' });
  }
  return policy.kind === 'resource'
    ? missingOf(permissions, policy, resourceOf(policy.resource, parameters))
    : undefined;
}

function missingOf(
  permissions: Permissions,
  { actions, beside, orGrant, andGrant, administrators, wholeCompany }: ResourcePolicy,
  resource: string,
): DomainError | undefined {
  const granted = orGrant !== undefined && permissions.granted(orGrant);
  const action = granted ? undefined : actions.find((each) => !permissions.can(resource, each));
  if (action !== undefined) return permissionDenied({ resource, action });
  if (beside && !permissions.can(beside.resource, beside.action)) return permissionDenied(beside);
  const narrow = wholeCompany && tooNarrow(permissions, wholeCompany, resource, actions);
  if (narrow !== undefined) return scopeTooNarrow({ resource: narrow });
  if (andGrant !== undefined && !permissions.granted(andGrant)) {
    return grantRequired({ grant: andGrant });
  }
  return administrators !== undefined && !permissions.all
    ? administratorRequired({ what: administrators })
    : undefined;
}

/** The resource of which too little is within reach. */
function tooNarrow(
  permissions: Permissions,
  whole: Whole,
  resource: string,
  actions: readonly string[],
): string | undefined {
  if (permissions.all) return undefined;
  if (whole === 'everything') return narrowedResource(permissions);
  const reachesLess = ['view', ...actions].some(
    (action) => permissions.can(resource, action) && permissions.scope(resource, action) !== 'all',
  );
  if (sight.hides(permissions, resource)) return resource;
  if (reachesLess) return resource;
  return (TELLS_OF.get(resource) ?? []).find(
    (each) => permissions.can(each, 'view') && permissions.scope(each, 'view') !== 'all',
  );
}

/** What a resource as a whole tells of beside itself: a run of dunning names overdue invoices. */
const TELLS_OF: ReadonlyMap<string, readonly string[]> = new Map([['dunning', ['invoices']]]);
