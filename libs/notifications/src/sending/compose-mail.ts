import type { Ctx } from '@quittance/kernel';
import type { AttachmentRef, EmailId, LateParts } from '../emails/email.js';
import type { EmailTemplateCode } from '../templates/catalogue.js';
import type { AttachmentSource } from './attachment-source.port.js';
import type { MailAttachment, OutgoingMail } from './mail-carrier.port.js';
import { withLink } from '../rendering/marked-email.js';
import { renderSecret, type RenderMeans } from './render-queued.js';
import type { SecretLinks } from './secret-links.port.js';

/** An e-mail as it is read for sending. */
export interface ClaimedEmail {
  readonly id: EmailId;
  readonly templateCode: EmailTemplateCode;
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
  readonly rendering: RenderMeans;
}

/**
 * The e-mail with its files and, where it has one, its secret link; undefined when that is void.
 * @throws MisplacedLink before there is a link
 */
export async function composeMail(
  ctx: Ctx,
  email: ClaimedEmail,
  { attachments, links, rendering }: MailSources,
): Promise<OutgoingMail | undefined> {
  const { late, language, messageId, fromName, replyTo, to, subject } = email;
  let { html, text } = email;
  if (late?.secret) {
    const marked = await renderSecret(ctx, rendering, email);
    const link = await links.make(ctx, late.secret, to);
    if (link === null) return undefined;
    ({ html, text } = withLink(marked, link));
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
