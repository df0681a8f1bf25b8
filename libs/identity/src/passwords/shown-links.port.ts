import type { Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';

/**
 * Whether a link to set a password is still as good as when somebody was shown it: access knows.
 */
export abstract class ShownLinks {
  /**
   * Whether whoever was shown the link, a user or an API key, may become its user by what both hold
   * now. The user is locked until the end of the transaction, so that nobody gives them more
   * meanwhile.
   */
  abstract areGood(tx: Tx, shownTo: string, userId: UserId): Promise<boolean>;
}
