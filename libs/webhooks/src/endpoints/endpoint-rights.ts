import { requireWithinOwn, rightBeyondOwn, type Action } from '@quittance/access';
import { sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { resourcesOfType, seenObjects } from '@quittance/outbox';
import type { EventSubscription, WebhookId } from './endpoint.js';

const VIEW: readonly Action[] = ['view'];

/** One message that was not delivered and may still be, about another object than these. */
const BEYOND = sql(`
  select 1 from webhooks.message m
  where m.company_id = $1 and m.endpoint_id = $2 and m.status <> 'delivered'
    and (m.object is null or m.object <> all ($3::text[]))
  limit 1`);

/**
 * A webhook carries whole records out of the house, whoever owns them: who decides where to, or
 * what is sent, may view all records that its types tell of. @throws DomainError right_beyond_own
 */
export function requireRightsOfTypes(ctx: Ctx, types: readonly EventSubscription[]): void {
  if (ctx.permissions.all) return;
  const resources = types.flatMap((type) => resourcesOfType(type) ?? refuseAnything(type));
  const matrix = Object.fromEntries(resources.map((resource) => [resource, VIEW]));
  requireWithinOwn(ctx, { matrix });
}

/**
 * The same for what waits or has failed, of types that were asked for before. @throws DomainError
 * right_beyond_own
 */
export async function requireRightsOfUndelivered(tx: Tx, id: WebhookId): Promise<void> {
  const { companyId, permissions } = tx.ctx;
  const seen = seenObjects(permissions);
  if (!seen) return;
  if (await tx.maybe(BEYOND, [companyId, id, seen])) refuseAnything('what was not delivered yet');
}

function refuseAnything(of: string): never {
  const what = `the right to view all records of every object, for ${of}`;
  throw rightBeyondOwn({ what, resource: '*', action: 'view' });
}
