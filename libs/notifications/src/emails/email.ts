import type { Id } from '@quittance/kernel';
import type { EmailData } from '../templates/email-template.js';

export type EmailId = Id<'email'>;

/**
 * `queued` waits for its next try · `sending` is in a sender's hands, or in those of one that was
 * killed · `sent` the mail server has accepted it · `failed` given up.
 */
export const EMAIL_STATUSES = ['queued', 'sending', 'sent', 'failed'] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** A file that is made when the e-mail is sent, by whoever knows its kind: `invoice-pdf`. */
export interface AttachmentRef {
  readonly kind: string;
  readonly recordId: string;
  /** Left out where the e-mail would become larger by it than mail servers take. */
  readonly optional?: boolean;
}

/** A secret link, made when the e-mail is sent and stored nowhere: `password-reset` of a user. */
export interface SecretRef {
  readonly kind: string;
  readonly recordId: string;
}

/**
 * What an e-mail is rendered from when it is sent, with the template that is in force then; emptied
 * when that is done.
 */
export interface LateParts {
  readonly data: EmailData;
  /** Makes the link that its recipient gets, and nobody else reads. */
  readonly secret?: SecretRef;
  /** Of what it is about. */
  readonly language?: string;
  /** Nobody has rendered it yet, not even for the log. */
  readonly unrendered?: true;
}

const LONGEST_ADDRESS = 254;
const LOCAL_PART = String.raw`[A-Za-z0-9!#$%&'*+/=?^_{|}~\x60-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_{|}~\x60-]+)*`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const ADDRESS = new RegExp(String.raw`^${LOCAL_PART}@${LABEL}(?:\.${LABEL})*$`, 'u');

/**
 * The address as it can stand in a header, or undefined: one mailbox without a display name,
 * quotes, blanks or line breaks, so that no text can add a second recipient.
 */
export function mailAddress(text: string | null | undefined): string | undefined {
  const address = text?.trim() ?? '';
  return address.length <= LONGEST_ADDRESS && ADDRESS.test(address) ? address : undefined;
}

/** A text as one line of a header: control characters, line breaks among them, become blanks. */
export function headerLine(text: string, longest: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...line].slice(0, longest).join('');
}
