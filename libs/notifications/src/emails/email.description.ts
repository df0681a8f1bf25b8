import {
  boolean,
  datetime,
  describeField,
  integer,
  json,
  lookup,
  picklist,
  text,
} from '@quittance/fields';
import { choicesOf, describeNoun, items, hidden, system, type RowOf } from '@quittance/nouns';
import type { EmailTemplateCode } from '../templates/catalogue.js';
import { EMAIL_STATUSES, type AttachmentRef, type EmailId, type LateParts } from './email.js';

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const csv = { csv: true } as const;

/** An e-mail of the log as lists show it, without its bodies. */
export const emailHeadMembers = {
  id: system(lookup<EmailId>('Id', null), csv),
  createdAt: system(datetime('Created at'), csv),
  templateCode: system(describeField<EmailTemplateCode>('text', 'Template', { maxLength: 60 }), {
    ...csv,
    example: 'INVOICE_SENT',
  }),
  status: system(
    picklist('Status', choicesOf(EMAIL_STATUSES), {
      help:
        '`sending`: a sender has it, or had it and was cut off before it knew the outcome; ' +
        '`sent`: the mail server has accepted it; `failed`: given up.',
    }),
    csv,
  ),
  to: system(text('To', { column: 'to_address', searched: true, maxLength: 254 }), csv),
  subject: system(
    text('Subject', {
      searched: true,
      maxLength: 250,
      help:
        'Empty as long as an e-mail in words of the company is not rendered: that is done when ' +
        'it is first sent.',
    }),
    csv,
  ),
  object: system(text('Object', { maxLength: 100 }), csv),
  recordId: system(text('Record', { searched: true, maxLength: 200 }), csv),
  attempts: system(integer('Attempts', { help: 'Tries so far; ten at most.' }), csv),
  dueAt: system(datetime('Due at', { help: 'When it is next looked at.' }), nullable),
  lastError: system(
    text('Error', {
      maxLength: 500,
      help: 'What the mail server said, or where and why its template could not be rendered.',
    }),
    { ...csv, ...nullable, ...unlisted },
  ),
  finishedAt: system(datetime('Finished at'), { ...csv, ...nullable }),
};

const WITHOUT_LINKS = {
  maxLength: 1_000_000,
  help: 'Without links that let their holder in.',
} as const;

/** One e-mail, from its queueing to the answer of the mail server. */
export const emailNoun = describeNoun({
  name: 'email',
  label: 'E-mail',
  pluralLabel: 'E-mails',
  path: '/emails',
  table: 'notifications.email',
  alias: 'm',
  defaultSort: '-createdAt',
  members: {
    ...emailHeadMembers,
    fromName: system(text('From', { maxLength: 200 }), unlisted),
    replyTo: system(text('Reply to', { maxLength: 254 }), { ...nullable, ...unlisted }),
    html: system(text('HTML', WITHOUT_LINKS), unlisted),
    text: system(text('Text', WITHOUT_LINKS), unlisted),
    bodyRemovedAt: system(
      datetime('Body removed at', {
        help:
          'When what its recipient read was removed, as long after it was written as ' +
          'EMAIL_BODY_DAYS says; HTML and text say so since.',
      }),
      { ...nullable, ...unlisted },
    ),
    language: system(text('Language', { maxLength: 35 }), unlisted),
    attachments: system(
      items<AttachmentRef>('Attachments', { maxItems: 20, help: 'Made when it is sent.' }),
    ),
    messageId: system(text('Id on the wire', { maxLength: 300 }), { ...nullable, ...unlisted }),
    answer: system(text('Answer', { maxLength: 500, help: 'What the mail server said.' }), {
      ...nullable,
      ...unlisted,
    }),
    requestId: system(text('Request', { maxLength: 100 }), unlisted),
    late: hidden(json<LateParts>('What is rendered late'), nullable),
    dedupeKey: hidden(text('Key against doubles'), nullable),
    // Of work on many records: it waits behind what is fresh.
    bulk: hidden(boolean('Of many')),
  },
});

export type Email = RowOf<typeof emailNoun.members>;
