import { boolean, integer, json, picklist, text, textarea } from '@quittance/fields';
import type { Id } from '@quittance/kernel';
import { type DocumentAdjustment, documentAdjustments } from '@quittance/lines';
import type { ListDefinition } from '@quittance/lists';
import {
  describeNoun,
  headOf,
  items,
  nounList,
  optional,
  preset,
  required,
  stamped,
  versioned,
  type DraftOf,
  type PatchOf,
  type RowOf,
} from '@quittance/nouns';
import type { Deposit } from '../deposit.js';
import { LANGUAGES } from '../languages.js';
import type { QuoteLineInput } from '../lines/quote-line.js';
import { MOST_QUOTE_LINES } from '../quote.js';
import { MOST_DAYS_VALID } from '../settings/quote-settings.js';

export type QuoteTemplateId = Id<'quote-template'>;

const WORDS = { maxLength: 20_000 } as const;
const UNLISTED = { listed: false } as const;

/** A quote as it is begun: whatever of it is taken over is copied, and goes its own way. */
export const quoteTemplateNoun = describeNoun({
  name: 'quote-template',
  label: 'Quote template',
  pluralLabel: 'Quote templates',
  path: '/quote-templates',
  table: 'sales.quote_template',
  alias: 't',
  defaultSort: 'name',
  members: {
    ...versioned<QuoteTemplateId>(),
    name: required(text('Name', { maxLength: 100, searched: true }), { example: 'Till system' }),
    active: preset(true, boolean('Active', { help: 'Offered to whoever writes a quote.' })),
    title: optional(text('Title', { maxLength: 20_000 }), UNLISTED),
    language: optional(picklist('Language', LANGUAGES), UNLISTED),
    introduction: optional(textarea('Introduction', WORDS), UNLISTED),
    terms: optional(textarea('Terms', WORDS), UNLISTED),
    notes: optional(textarea('Notes', WORDS), UNLISTED),
    validityDays: optional(
      integer('Days of validity', {
        min: '0',
        max: String(MOST_DAYS_VALID),
        help: 'From the day of the quote; null: as the company has it.',
      }),
    ),
    termMonths: optional(integer('Term in months', { min: '1', max: '120' })),
    adjustments: optional(
      items<DocumentAdjustment>('Allowances and charges', {
        maxItems: documentAdjustments.most,
        help: 'As they are written into a quote; read with its lines when that is begun.',
      }),
      UNLISTED,
    ),
    deposit: optional(json<Deposit>('Deposit', { help: 'With tax.' }), UNLISTED),
    signatureRequired: preset(false, boolean('Signature required'), UNLISTED),
    lines: required(
      items<QuoteLineInput>('Lines', {
        maxItems: MOST_QUOTE_LINES,
        help: 'As they are written into a quote, options among them.',
      }),
      UNLISTED,
    ),
    ...stamped(),
  },
});

export type QuoteTemplate = RowOf<typeof quoteTemplateNoun.members>;
export type QuoteTemplateDraft = DraftOf<typeof quoteTemplateNoun.members>;
export type QuoteTemplatePatch = PatchOf<typeof quoteTemplateNoun.members>;

export const quoteTemplateView = headOf(quoteTemplateNoun, {});
export type QuoteTemplateView = ReturnType<typeof quoteTemplateView>;

export const quoteTemplateList: ListDefinition<QuoteTemplate, QuoteTemplateView> = nounList(
  quoteTemplateNoun,
  quoteTemplateView,
);
