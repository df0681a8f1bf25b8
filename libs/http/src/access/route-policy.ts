import type { Type } from '@nestjs/common';
import {
  guardedResource,
  ASKS_MARK,
  GRANT_MARK,
  OPENNESS_MARK,
  type AskedAction,
} from './marks.js';
import { deriveAction } from './derive-action.js';

export type Handler = (...args: never[]) => unknown;

/** Who may call a route. */
export type RoutePolicy =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'grant'; readonly grant: string }
  | {
      readonly kind: 'resource';
      readonly resource: string;
      /** All of them are needed. */
      readonly actions: readonly string[];
    };

/** What is stated on the handler counts before what is stated on its controller. */
export function policyOf(
  controller: Type,
  handler: Handler,
  method: string,
  template: string,
): RoutePolicy | undefined {
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
  const actions = asked ? [asked, 'view'] : [deriveAction(method, template)];
  return { kind: 'resource', resource, actions };
}
