import type { Ctx } from '@quittance/kernel';
import type { AttachmentRef } from '../emails/email.js';
import type { MailAttachment } from './mail-carrier.port.js';

/** Makes the files that e-mails name, when they are sent. The worker says who does. */
export abstract class AttachmentSource {
  /**
   * Null where nobody makes this kind of file: the e-mail goes without it. No transaction is open.
   * @throws Error to have the e-mail tried again later
   */
  abstract render(ctx: Ctx, ref: AttachmentRef): Promise<MailAttachment | null>;
}
