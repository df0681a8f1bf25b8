import { portalRightOf } from './portal-policy.js';
import type { RoutePolicy } from './route-policy.js';

/**
 * What the caller must hold, in words; nothing when that is only to be signed in, or not even that.
 */
export function rightOf(policy: RoutePolicy): string | undefined {
  if (policy.kind === 'portal') return portalRightOf(policy);
  if (policy.kind === 'grant') return `Needs the grant \`${policy.grant}\`.`;
  if (policy.kind !== 'resource') return undefined;
  const needs = policy.actions.map((action) => `\`${action}\``).join(' and ');
  const { resource, beside, orGrant, andGrant, administrators, wholeCompany } = policy;
  const named = resource.replace(/:(\w+)$/, '{$1}');
  const also = beside ? ` and to \`${beside.action}\` on \`${beside.resource}\`` : '';
  const or = orGrant === undefined ? '' : `, or the grant \`${orGrant}\``;
  const and = andGrant === undefined ? '' : `, and the grant \`${andGrant}\``;
  const role = administrators === undefined ? '' : ' Only the Admin role may do it.';
  const everything = wholeCompany === 'everything' ? ' on whatever else they look at' : '';
  const whole = wholeCompany ? `, with the scope \`all\`${everything}` : '';
  return `Needs the right to ${needs} on \`${named}\`${whole}${also}${or}${and}.${role}`;
}
