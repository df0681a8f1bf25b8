import { Outside } from '@quittance/config';

/** A file of an e-mail, ready to be sent. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Of a picture that the HTML shows as `cid:…`; it is no file for its reader. */
  readonly cid?: string;
}

/** An e-mail as a mail server is given it. */
export interface OutgoingMail {
  /** Without angle brackets; the same for every try, so that a receiver can drop a double. */
  readonly messageId: string;
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly language: string;
  readonly attachments: readonly MailAttachment[];
}

/**
 * `accepted` with the server's answer · `refused` for good · `later` it was certainly not taken,
 * try again · `unknown` everything was sent and no answer came: it may have been taken.
 */
export type CarriedMail =
  | { readonly outcome: 'accepted'; readonly answer: string }
  | { readonly outcome: 'refused' | 'later' | 'unknown'; readonly error: string };

/** Takes e-mails to a mail server. Never throws for what a server does. */
export abstract class MailCarrier extends Outside {
  abstract carry(mail: OutgoingMail): Promise<CarriedMail>;
  /** What stands behind the `@` of message ids. */
  abstract readonly domain: string;
}
