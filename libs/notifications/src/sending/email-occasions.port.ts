import type { Ctx } from '@quittance/kernel';
import type { ClaimedEmail } from './compose-mail.js';

/** An e-mail that is about to leave, and since when it has waited. */
export type LeavingEmail = Pick<ClaimedEmail, 'id' | 'templateCode' | 'createdAt' | 'attachments'>;

/** Knows whether what an e-mail was written for still holds when it leaves. */
export abstract class EmailOccasions {
  /**
   * Why it is not wanted any more, as a sentence for whoever reads the log: the e-mail is withheld
   * and fails. Null where it may go. No transaction is open.
   */
  abstract isOver(ctx: Ctx, email: LeavingEmail): Promise<string | null>;
}
