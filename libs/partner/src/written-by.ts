import type { Tx } from '@quittance/database';
import type { Actor } from '@quittance/kernel';

/** Who does it, as it is kept with what they did. */
export function writtenBy({ ctx }: Tx): Actor {
  const { kind, id, name } = ctx.actor;
  return { kind, id, name };
}
