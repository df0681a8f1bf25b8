import type { Tx } from '@quittance/database';
import { rowScope } from './owned-rows.js';
import type { CompanyObject } from '@quittance/metadata';
import type { Draft } from './draft.js';

/**
 * Of records that are about to be made: an API key is no user and owns nothing. Where it reaches
 * what somebody owns and no more, a record without an owner would be lost to it and found by few.
 */
export function demandOwner({ ctx }: Tx, object: CompanyObject, drafts: readonly Draft[]): void {
  const { resource, owned } = object;
  if (!owned || ctx.userId !== null || !ctx.permissions.can(resource, 'create')) return;
  if (rowScope.owned(ctx, resource, 't', () => '', 'view') === null) return;
  for (const { after, errors } of drafts) {
    if ((after.ownerId ?? null) !== null) continue;
    const message = 'must be named: an API key owns nothing, and would not reach the record again';
    errors.push({ pointer: '/ownerId', code: 'required', message });
  }
}
