import type { Ctx } from '@quittance/kernel';
import type { SecretRef } from '../emails/email.js';

/** Makes the links that let their holder in, when the e-mail with them is sent. */
export abstract class SecretLinks {
  /**
   * Null when the one at this address should not get it any more: the e-mail fails. No transaction
   * is open.
   */
  abstract make(ctx: Ctx, ref: SecretRef, to: string): Promise<string | null>;
}
