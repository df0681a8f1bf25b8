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

/** What an e-mail says, in Liquid. */
const wordingMembers = {
  subject: required(
    text('Subject', { maxLength: 500, help: 'Liquid; becomes one line of plain text.' }),
  ),
  html: required(text('HTML', { maxLength: 100_000, help: 'Liquid; what is put in is escaped.' })),
  text: required(
    text('Text', { maxLength: 50_000, help: 'Liquid; the plain text beside the HTML.' }),
  ),
};

const LANGUAGE_TAG = { maxLength: 35 } as const;

/** The texts of an e-mail, as they are saved and as they are tried out. */
export const emailTextMembers = {
  ...wordingMembers,
  language: optional(
    text('Language', {
      ...LANGUAGE_TAG,
      help: 'How money and dates are written; null is the language of the company.',
    }),
    { example: 'de-DE' },
  ),
};

/** The texts in another language, for who gets the e-mail in that. */
export const emailTranslationMembers = {
  language: required(
    text('Language', {
      ...LANGUAGE_TAG,
      help: 'Of whom it is for; `de` serves `de-AT` too. Money and dates are written as in it.',
    }),
    { example: 'fr' },
  ),
  ...wordingMembers,
};

/** A company's texts in one language. */
export type EmailTranslation = DraftOf<typeof emailTranslationMembers>;

/** Translations of one template. */
export const MOST_TRANSLATIONS = 20;

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
    translations: completed(
      items<EmailTranslation>('Translations', {
        maxItems: MOST_TRANSLATIONS,
        help: 'Texts in other languages; whoever has none of these gets the ones above.',
      }),
      { listed: false },
    ),
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
