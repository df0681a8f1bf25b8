import { SetMetadata, type ExecutionContext } from '@nestjs/common';

/** Rights that an operation asks for itself, instead of the one derived from its request. */
export type AskedAction =
  | 'view'
  | 'approve'
  | 'export'
  | 'import'
  | 'print'
  | 'bulk_update'
  | 'share'
  | 'clone';

export const RESOURCE_MARK = 'quittance:resource';
export const OPENNESS_MARK = 'quittance:openness';
export const ASKS_MARK = 'quittance:asks';
export const GRANT_MARK = 'quittance:grant';
export const COLLECTION_MARK = 'quittance:collection';
export const OR_GRANT_MARK = 'quittance:or-grant';
export const AND_GRANT_MARK = 'quittance:and-grant';
export const ALSO_MARK = 'quittance:also-resource';
export const ADMINISTRATORS_MARK = 'quittance:administrators';
export const WHOLE_COMPANY_MARK = 'quittance:whole-company';
export const REPEATS_MARK = 'quittance:repeats';
export const TELLS_WHOLE_MARK = 'quittance:tells-whole';
export const WRITES_MARK = 'quittance:writes';
export const WEIGHS_MARK = 'quittance:weighs';

/** States the guarded resource of a controller, once; the action is derived from each request. */
export const Resource = (name: string) => SetMetadata(RESOURCE_MARK, name);

/**
 * The guarded resource is named by a parameter of the path: `@ResourceOf('apiName', 'objects/')` on
 * `/objects/:apiName` guards `objects/project__c` in `/objects/project__c/42`.
 */
export const ResourceOf = (parameter: string, prefix: string) =>
  SetMetadata(RESOURCE_MARK, `${prefix}:${parameter}`);

/**
 * Another resource is asked beside the one of the controller, by whose name a step of its paths
 * goes: with `@AlsoResource('documents')`, `POST /leads/:id/documents` updates a lead and creates a
 * document. Where no step has the name, a route makes one: with `@AlsoResource('invoices')`,
 * `POST /sales-orders/:id/invoice` creates an invoice.
 */
export const AlsoResource = (name: string) => SetMetadata(ALSO_MARK, name);

/** A parameter of the controller's paths that names a list, not a record: `/masters/:type`. */
export const CollectionParameter = (name: string) => SetMetadata(COLLECTION_MARK, name);

/** Any signed-in user may call it: no resource is guarded here. */
export const SignedInOnly = () => SetMetadata(OPENNESS_MARK, 'signed-in');

/** Needs a grant outside the matrix (`customization`, `roles`) instead of a resource's action. */
export const NeedsGrant = (grant: string) => SetMetadata(GRANT_MARK, grant);

/** The grant suffices as well: whoever holds it needs no action on the resource. */
export const OrGrant = (grant: string) => SetMetadata(OR_GRANT_MARK, grant);

/** The grant is needed beside the action on the resource. */
export const AndGrant = (grant: string) => SetMetadata(AND_GRANT_MARK, grant);

/** The Admin role is needed beside the action; `what` completes "Only … may …". */
export const AdministratorsOnly = (what: string) => SetMetadata(ADMINISTRATORS_MARK, what);

/** All of what somebody must reach: every record of the resource, or of whatever they look at. */
export type Whole = 'resource' | 'everything';

/**
 * It is about all records of its resource at once, or about what has none to look at: a run over
 * all schedules, money that nobody knows whose it is. Whoever reaches less than all is refused.
 * What tells of records of every kind, as the log does, is about `everything`: whoever is shown
 * less than all of any resource is refused.
 */
export const WholeCompany = (of: Whole = 'resource') => SetMetadata(WHOLE_COMPANY_MARK, of);

/**
 * Its answers repeat or sum up the amounts of records of these resources under names of their own:
 * the balance of an invoice on a statement. Whoever is not shown a number of them is refused.
 */
export const Repeats = (...resources: readonly string[]) => SetMetadata(REPEATS_MARK, resources);

/**
 * Its answer holds a record of its resource as a whole, in a text from which nothing can be left
 * out: the receipt of a quote. Whoever is not shown all of it is refused, as of a print.
 */
export const TellsWhole = () => SetMetadata(TELLS_WHOLE_MARK, true);

/**
 * It writes these members of its record though its body names none of them: the items of a
 * subscription whose change is taken back. Whoever may not write one of them is refused as by a
 * body that names it. What stands below `/lines` of a record needs no mark.
 */
export const Writes = (...members: readonly string[]) => SetMetadata(WRITES_MARK, members);

/**
 * These members of its body may say amounts that are weighed against those of its record: a
 * discount is refused where it is above what its line comes to. Whoever is not shown that would
 * find it by amounts of their own, and is refused.
 */
export const Weighs = (...members: readonly string[]) => SetMetadata(WEIGHS_MARK, members);

/** Nobody has to be signed in: sign-in itself, health, webhooks with a signature of their own. */
export const Public = () => SetMetadata(OPENNESS_MARK, 'public');

/**
 * The operation asks for this right together with `view`; the derived action is not asked as well.
 */
export const Asks = (action: AskedAction) => SetMetadata(ASKS_MARK, action);

/**
 * The resource stated on the handler or, usually, on its controller. One that a parameter of the
 * path names still holds the parameter: `objects/:apiName`.
 */
export function guardedResource(
  host: Pick<ExecutionContext, 'getClass' | 'getHandler'>,
): string | null {
  const own = Reflect.getMetadata(RESOURCE_MARK, host.getHandler()) as string | undefined;
  const whole = Reflect.getMetadata(RESOURCE_MARK, host.getClass()) as string | undefined;
  return own ?? whole ?? null;
}

/** The resource of one request: `objects/project__c`. */
export function resourceOf(
  resource: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const at = resource.indexOf(':');
  return at < 0 ? resource : `${resource.slice(0, at)}${parameters[resource.slice(at + 1)] ?? ''}`;
}
