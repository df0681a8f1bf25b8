import { requireWithinOwn } from '@quittance/access';
import type { Ctx } from '@quittance/kernel';
import type { CompanyModel } from '@quittance/metadata';
import type { FormDefinition } from './form.js';

/**
 * A form makes records for strangers, too: whoever says which, publishes it or opens it to the
 * public may make such records by hand. Nothing is made of an object that is gone.
 * @throws DomainError right_beyond_own
 */
export function requireRightsOfForm(
  ctx: Ctx,
  { objects }: CompanyModel,
  { mapping }: Pick<FormDefinition, 'mapping'>,
): void {
  const resource = mapping && objects.get(mapping.object)?.resource;
  if (!resource) return;
  requireWithinOwn(ctx, { matrix: { [resource]: ['create'] }, scopes: { [resource]: 'own' } });
}
