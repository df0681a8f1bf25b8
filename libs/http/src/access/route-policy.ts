import type { Type } from '@nestjs/common';
import {
  guardedResource,
  ADMINISTRATORS_MARK,
  ALSO_MARK,
  AND_GRANT_MARK,
  ASKS_MARK,
  COLLECTION_MARK,
  GRANT_MARK,
  OPENNESS_MARK,
  OR_GRANT_MARK,
  REPEATS_MARK,
  TELLS_WHOLE_MARK,
  WEIGHS_MARK,
  WHOLE_COMPANY_MARK,
  WRITES_MARK,
  type AskedAction,
  type Whole,
} from './marks.js';
import { deriveAction } from './derive-action.js';
import { PORTAL_MARK, type PortalRule } from './portal-marks.js';
import type { PortalPolicy } from './portal-policy.js';

export type RouteHandler = (...args: never[]) => unknown;

/** Who may call a route. */
export type RoutePolicy =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'grant'; readonly grant: string }
  | PortalPolicy
  | ResourcePolicy;

export interface ResourcePolicy {
  readonly kind: 'resource';
  /** With the parameter of the path that names it, where one does: `objects/:apiName`. */
  readonly resource: string;
  /** All of them are needed. */
  readonly actions: readonly string[];
  /** A right on another resource that is needed beside them. */
  readonly beside?: { readonly resource: string; readonly action: string };
  /** Whoever holds this grant needs none of the actions. */
  readonly orGrant?: string;
  /** A grant that is needed beside the actions. */
  readonly andGrant?: string;
  /** Only the Admin role may do this: the words that complete "Only … may …". */
  readonly administrators?: string;
  /** Every record of the resource must be within reach, or of whatever is looked at. */
  readonly wholeCompany?: Whole;
  /** Resources whose amounts its answers repeat under other names. */
  readonly repeats?: readonly string[];
  /** Whether its answer holds a record as a whole, within a text. */
  readonly tellsWhole?: true;
  /** Members of its record that it writes without a body that names them. */
  readonly writes?: readonly string[];
  /** Members of its body that say amounts which are weighed against those of its record. */
  readonly weighs?: readonly string[];
}

/** What is stated on the handler counts before what is stated on its controller. */
export function policyOf(
  controller: Type,
  handler: RouteHandler,
  method: string,
  template: string,
): RoutePolicy | undefined {
  const portal = (Reflect.getMetadata(PORTAL_MARK, handler) ??
    Reflect.getMetadata(PORTAL_MARK, controller)) as PortalRule | undefined;
  if (portal) return { kind: 'portal', ...portal };
  const grant = Reflect.getMetadata(GRANT_MARK, handler) as string | undefined;
  if (grant) return { kind: 'grant', grant };
  const openness = (Reflect.getMetadata(OPENNESS_MARK, handler) ??
    Reflect.getMetadata(OPENNESS_MARK, controller)) as 'public' | 'signed-in' | undefined;
  const onHandler = Reflect.hasMetadata(OPENNESS_MARK, handler);
  const resource = guardedResource({
    getClass: <T>() => controller as Type<T>,
    getHandler: () => handler,
  });
  if (openness && (onHandler || resource === null)) return { kind: openness };
  if (resource === null) return undefined;
  const asked = Reflect.getMetadata(ASKS_MARK, handler) as AskedAction | undefined;
  const actions = asked
    ? [...new Set([asked, 'view'])]
    : [deriveAction(method, template, collectionsOf(controller, resource))];
  const also = Reflect.getMetadata(ALSO_MARK, controller) as string | undefined;
  const beside = also === undefined ? {} : { beside: besideOf(also, method, template) };
  const [wholeCompany] = [handler, controller].flatMap(
    (on) => (Reflect.getMetadata(WHOLE_COMPANY_MARK, on) as Whole | undefined) ?? [],
  );
  const [repeats] = [handler, controller].flatMap((on) => {
    const named = Reflect.getMetadata(REPEATS_MARK, on) as readonly string[] | undefined;
    return named ? [named] : [];
  });
  const stated = { ...(wholeCompany && { wholeCompany }), ...(repeats && { repeats }) };
  return { kind: 'resource', resource, actions, ...beside, ...stated, ...conditionsOf(handler) };
}

/**
 * What is done to the other resource: what the path asks from the step on that has its name; where
 * none has, one of it is made.
 */
function besideOf(resource: string, method: string, template: string) {
  const at = template.indexOf(`/${resource}`);
  const own = at < 0 ? `/${resource}` : template.slice(at);
  return { resource, action: deriveAction(method, own) };
}

/** Parameters that name the resource, or a list of it. */
function collectionsOf(controller: Type, resource: string): string[] {
  const stated = Reflect.getMetadata(COLLECTION_MARK, controller) as string | undefined;
  const named = /:(\w+)$/.exec(resource)?.[1];
  return [stated, named].filter((name) => name !== undefined);
}

type Conditions = Pick<
  ResourcePolicy,
  'orGrant' | 'andGrant' | 'administrators' | 'tellsWhole' | 'writes' | 'weighs'
>;

function conditionsOf(handler: RouteHandler): Conditions {
  const stated = (mark: string) => Reflect.getMetadata(mark, handler) as string | undefined;
  const [orGrant, andGrant] = [stated(OR_GRANT_MARK), stated(AND_GRANT_MARK)];
  const administrators = stated(ADMINISTRATORS_MARK);
  const members = (mark: string) =>
    Reflect.getMetadata(mark, handler) as readonly string[] | undefined;
  const [writes, weighs] = [members(WRITES_MARK), members(WEIGHS_MARK)];
  return {
    ...(Reflect.hasMetadata(TELLS_WHOLE_MARK, handler) && { tellsWhole: true as const }),
    ...(writes !== undefined && { writes }),
    ...(weighs !== undefined && { weighs }),
    ...(orGrant !== undefined && { orGrant }),
    ...(andGrant !== undefined && { andGrant }),
    ...(administrators !== undefined && { administrators }),
  };
}
