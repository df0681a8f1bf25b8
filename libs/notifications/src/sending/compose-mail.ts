import type { Ctx } from '@quittance/kernel';
import type { AttachmentRef, EmailId, LateParts } from '../emails/email.js';
import { htmlEngine, textEngine } from '../templates/liquid.js';
import type { AttachmentSource } from './attachment-source.port.js';
import type { MailAttachment, OutgoingMail } from './mail-carrier.port.js';
import type { SecretLinks } from './secret-links.port.js';

/** An e-mail as it is read for sending. */
export interface ClaimedEmail {
  readonly id: EmailId;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly language: string;
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly late: LateParts | null;
  readonly attachments: readonly AttachmentRef[];
  readonly messageId: string;
  /** This try counted. */
  readonly attempts: number;
  readonly requestId: string;
}

export interface MailSources {
  readonly attachments: AttachmentSource;
  readonly links: SecretLinks;
}

/** The e-mail with its files and, where it has one, its secret link; undefined when that is void. */
export async function composeMail(
  ctx: Ctx,
  email: ClaimedEmail,
  { attachments, links }: MailSources,
): Promise<OutgoingMail | undefined> {
  const { late, language, messageId, fromName, replyTo, to, subject } = email;
  let { html, text } = email;
  if (late) {
    const link = await links.make(ctx, late.secret, to);
    if (link === null) return undefined;
    const data = { ...late.data, link };
    html = htmlEngine.render(late.html, data, language);
    text = textEngine.render(late.text, data, language);
  }
  const files: MailAttachment[] = [];
  for (const ref of email.attachments) {
    const file = await attachments.render(ctx, ref);
    if (file) files.push(file);
  }
  return {
    messageId,
    fromName,
    replyTo,
    to,
    subject,
    html,
    text,
    language,
    attachments: files,
  };
}
