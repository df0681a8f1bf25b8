import { boolean, datetime, describeField, integer, picklist, text } from '@quittance/fields';
import {
  choicesOf,
  completed,
  describeNoun,
  items,
  hidden,
  optional,
  required,
  system,
  type DraftOf,
  type PatchOf,
  type RowOf,
} from '@quittance/nouns';
import type { EmailTemplateCode } from './catalogue.js';
import type { OfferedVariable } from './variables.js';

/** The texts of an e-mail, as they are saved and as they are tried out. */
export const emailTextMembers = {
  subject: required(
    text('Subject', { maxLength: 500, help: 'Liquid; becomes one line of plain text.' }),
  ),
  html: required(text('HTML', { maxLength: 100_000, help: 'Liquid; what is put in is escaped.' })),
  text: required(
    text('Text', { maxLength: 50_000, help: 'Liquid; the plain text beside the HTML.' }),
  ),
  language: optional(
    text('Language', {
      maxLength: 35,
      help: 'How money and dates are written; null is the language of the company.',
    }),
    { example: 'de-DE' },
  ),
};

/** A template that a company has saved; without a row the built-in one is in force. */
export const emailTemplateNoun = describeNoun({
  name: 'email-template',
  label: 'E-mail template',
  pluralLabel: 'E-mail templates',
  path: '/email-templates',
  table: 'notifications.email_template',
  alias: 't',
  defaultSort: 'code',
  members: {
    code: system(
      describeField<EmailTemplateCode>('text', 'Code', {
        maxLength: 60,
        help: 'Of an e-mail that the product sends, or `OWN_` and a name of your own.',
      }),
      { example: 'INVOICE_SENT' },
    ),
    about: system(text('About', { maxLength: 300, help: 'When the e-mail is sent.' }), {
      derived: true,
    }),
    ...emailTextMembers,
    active: completed(boolean('Active', { help: 'Whether it is sent at all.' })),
    hidesLink: system(
      boolean('Hides a link', {
        help: 'Whether it carries a link that the log of e-mails hides.',
      }),
      { derived: true },
    ),
    source: system(
      picklist('Source', choicesOf(['default', 'saved']), {
        help: '`default`: the built-in text is in force.',
      }),
      { derived: true },
    ),
    variables: system(items<OfferedVariable>('Variables', { maxItems: 100 }), { derived: true }),
    version: system(integer('Version', { help: '0 for a built-in text.' })),
    createdAt: hidden(datetime('Created at')),
    updatedAt: system(datetime('Updated at'), { nullable: true }),
  },
});

type Members = typeof emailTemplateNoun.members;

/**
 * The template of a code that is in force in a company: `default`, of version 0, until it saves one
 * of its own. An inactive one sends nothing.
 */
export interface EmailTemplate extends Omit<RowOf<Members>, 'createdAt'> {
  readonly source: 'default' | 'saved';
}

/** A template's texts; what may be absent and is stays as it is in force. */
export type EmailTemplateInput = DraftOf<Members>;

/** Texts that are tried out; what is absent is that in force. */
export type EmailTexts = PatchOf<typeof emailTextMembers>;
