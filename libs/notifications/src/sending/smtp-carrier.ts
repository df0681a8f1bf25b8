import type { SendMailOptions } from 'nodemailer/lib/mailer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { MailCarrier, type CarriedMail, type OutgoingMail } from './mail-carrier.port.js';
import { literalHeader } from './mail-headers.js';
import { failureOf } from './smtp-failure.js';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly url: string;
  /** The address every e-mail comes from. */
  readonly from: string;
}

/** Together far below the lease of an e-mail in a sender's hands. */
const DEADLINE_MS = 180_000;
const PATIENCE = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  dnsTimeout: 15_000,
  socketTimeout: 60_000,
};

/** No text of an e-mail is ever taken for a path or an address to read from. */
const NO_FILES = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Takes e-mails to an SMTP server, each on a connection of its own: a pool sends again by itself
 * what it loses, and here every second sending must be known.
 */
export class SmtpCarrier extends MailCarrier {
  readonly domain: string;

  constructor(private readonly settings: SmtpSettings) {
    super();
    this.domain = settings.from.split('@').at(-1) ?? 'localhost';
  }

  async carry(mail: OutgoingMail): Promise<CarriedMail> {
    const { url, from } = this.settings;
    let handedOver = false;
    // Loaded with the first e-mail: most processes never send one.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url, ...PATIENCE, ...NO_FILES });
    transport.use('stream', ({ message }, done) => {
      whenReadToItsEnd(message, () => {
        handedOver = true;
      });
      done();
    });
    try {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const { response } = await transport.sendMail({ ...messageOf(mail, from), signal });
      return { outcome: 'accepted', answer: response };
    } catch (error) {
      return failureOf(error, handedOver);
    }
  }
}

type Message = Pick<MimeNode, 'createReadStream'>;

/** The server's connection reads the message only after its consent, and nothing behind the end. */
function whenReadToItsEnd(message: Message, note: () => void): void {
  const open = message.createReadStream.bind(message);
  message.createReadStream = (options) => open(options).once('end', note);
}

function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const { fromName, to, replyTo, subject, html, text, messageId, language, attachments } = mail;
  return {
    from: { name: literalHeader(fromName), address: from },
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: literalHeader(subject),
    html,
    text,
    messageId: `<${messageId}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    attachments: attachments.map((file) => ({ ...file })),
    ...NO_FILES,
  };
}
