import { SetMetadata, type ExecutionContext } from '@nestjs/common';

/** Rights that an operation asks for itself, instead of the one derived from its request. */
export type AskedAction = 'export' | 'import' | 'print' | 'bulk_update' | 'share' | 'clone';

export const RESOURCE_MARK = 'quittance:resource';
export const OPENNESS_MARK = 'quittance:openness';
export const ASKS_MARK = 'quittance:asks';
export const GRANT_MARK = 'quittance:grant';

/** States the guarded resource of a controller, once; the action is derived from each request. */
export const Resource = (name: string) => SetMetadata(RESOURCE_MARK, name);

/** Any signed-in user may call it: no resource is guarded here. */
export const SignedInOnly = () => SetMetadata(OPENNESS_MARK, 'signed-in');

/** Needs a grant outside the matrix (`customization`, `roles`) instead of a resource's action. */
export const NeedsGrant = (grant: string) => SetMetadata(GRANT_MARK, grant);

/** Nobody has to be signed in: sign-in itself, health, webhooks with a signature of their own. */
export const Public = () => SetMetadata(OPENNESS_MARK, 'public');

/** The operation asks for this right together with `view`; the derived action is not asked as well. */
export const Asks = (action: AskedAction) => SetMetadata(ASKS_MARK, action);

/** The resource stated on the handler or, usually, on its controller. */
export function guardedResource(
  host: Pick<ExecutionContext, 'getClass' | 'getHandler'>,
): string | null {
  const own = Reflect.getMetadata(RESOURCE_MARK, host.getHandler()) as string | undefined;
  const whole = Reflect.getMetadata(RESOURCE_MARK, host.getClass()) as string | undefined;
  return own ?? whole ?? null;
}
