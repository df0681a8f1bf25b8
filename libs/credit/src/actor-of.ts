import type { Tx } from '@quittance/database';
import type { Actor } from '@quittance/kernel';

/** Who does what a transaction does, as it is stored. */
export function actorOf({ ctx }: Tx): Actor {
  const { kind, id, name } = ctx.actor;
  return { kind, id, name };
}
