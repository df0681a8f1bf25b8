import { logoOf, readCompany } from '@quittance/company';
import type { Ctx, Instant } from '@quittance/kernel';
import type { AttachmentRef, EmailId, LateParts } from '../emails/email.js';
import type { EmailTemplateCode } from '../templates/catalogue.js';
import type { AttachmentSource } from './attachment-source.port.js';
import type { MailAttachment, OutgoingMail } from './mail-carrier.port.js';
import { LOGO } from '../templates/email-layout.js';
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
  readonly createdAt: Instant;
  /** This try counted. */
  readonly attempts: number;
  readonly requestId: string;
}

export interface MailSources {
  readonly attachments: AttachmentSource;
  readonly links: SecretLinks;
  readonly rendering: RenderMeans;
}

/** Of all files together: mail servers refuse what comes to more than 10 MB when it is encoded. */
export const MOST_FILE_BYTES = 7 * 1024 * 1024;

/** The files of an e-mail; of those that may be left out as many as fit. */
async function filesOf(
  ctx: Ctx,
  email: Pick<ClaimedEmail, 'attachments'>,
  source: AttachmentSource,
): Promise<MailAttachment[]> {
  const files: MailAttachment[] = [];
  let bytes = 0;
  for (const ref of email.attachments) {
    if (ref.optional && bytes >= MOST_FILE_BYTES) continue;
    const file = await source.render(ctx, ref);
    if (!file || (ref.optional && bytes + file.content.length > MOST_FILE_BYTES)) continue;
    files.push(file);
    bytes += file.content.length;
  }
  return files;
}

/** The picture of the company as it is now, within the e-mail: nobody is told that it was read. */
async function logoFile(ctx: Ctx, { db }: RenderMeans): Promise<readonly MailAttachment[]> {
  const { logo } = await db.read(ctx, readCompany);
  const picture = logo === null ? undefined : logoOf(logo);
  if (!picture) return [];
  const { mediaType: contentType, bytes: content } = picture;
  const filename = contentType === 'image/png' ? 'logo.png' : 'logo.jpg';
  return [{ filename, contentType, content, cid: LOGO.slice('cid:'.length) }];
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
  const files = await filesOf(ctx, email, attachments);
  if (html.includes(LOGO)) files.push(...(await logoFile(ctx, rendering)));
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
