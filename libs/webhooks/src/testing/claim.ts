import type { Tx } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';
import { claimMessages } from '../messages/claim-messages.js';

/** Claims as a worker does that has room for so many; answers how many it was given. */
export async function claimUpTo(tx: Tx, most: number): Promise<number> {
  const leaseUntil = addSeconds(tx.ctx.now, 30);
  const room = { all: most, bulk: most };
  const { messages } = await claimMessages(tx, {
    leaseUntil,
    room,
    pace: { limitAfter: () => null },
  });
  return messages.length;
}
