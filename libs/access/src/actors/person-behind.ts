import { sql, type Tx } from '@quittance/database';
import { isUuid, type Actor, type UserId } from '@quittance/kernel';

/** By primary key. */
const MAKER = sql(`
  select k.created_by as "userId" from access.api_key k
  where k.company_id = $1 and k.id = $2`);

/**
 * The person who answers for what an actor does: of a key whoever has made it. Null where there is
 * none, or nobody knows. Keep this and not the key: a revoked key goes with its role.
 */
export async function personBehind(
  tx: Tx,
  { kind, id }: Pick<Actor, 'kind' | 'id'> = tx.ctx.actor,
): Promise<UserId | null> {
  if (!isUuid(id)) return null;
  if (kind === 'staff') return id as UserId;
  if (kind !== 'api_key') return null;
  const key = await tx.maybe<{ userId: UserId | null }>(MAKER, [tx.ctx.companyId, id]);
  return key?.userId ?? null;
}

/**
 * Whether the actor would decide about what they had a part in themselves, where two persons must:
 * a person and the keys that they have made are one. A key of which nobody knows who made it may be
 * anybody's.
 * @param part the persons behind what is to be decided
 */
export async function decidesOwn(tx: Tx, part: readonly (UserId | null)[]): Promise<boolean> {
  const person = await personBehind(tx);
  return person === null ? tx.ctx.actor.kind === 'api_key' : part.includes(person);
}
