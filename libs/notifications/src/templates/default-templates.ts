import {
  TEMPLATE_KINDS,
  isOwnTemplate,
  type EmailTemplateCode,
  type OwnTemplateCode,
  type ProductTemplateCode,
} from './catalogue.js';
import data from './default-wordings.json';
import { htmlOf, textOf, type Wording } from './email-layout.js';
import translated from './translated-wordings.json';
import type { EmailTemplate } from './email-template.js';
import { translationFor } from './translations.js';

/** The same in other languages, of those that customers get in a language of their own. */
const TRANSLATED: Readonly<Record<string, Readonly<Record<string, Wording>>>> =
  translated.templates;

const WORDINGS: Readonly<Record<ProductTemplateCode, Wording>> = data.templates;

/** What is in force until a company saves a template of its own; of its own codes an empty one. */
export function defaultTemplate(code: EmailTemplateCode): EmailTemplate {
  return isOwnTemplate(code) ? unwritten(code) : DEFAULTS[code];
}

/** Never sent: a company's own code is known from when it has been written. */
function unwritten(code: OwnTemplateCode): EmailTemplate {
  const texts = { subject: '', html: '', text: '', language: null, translations: [] };
  return { code, ...texts, active: true, source: 'default', version: 0, updatedAt: null };
}

/**
 * A template in the language of whoever gets it, where there is one: of those that are ours, and of
 * what a company has written in several.
 */
export function inLanguage(template: EmailTemplate, language: string | undefined): EmailTemplate {
  if (!language) return template;
  return template.source === 'saved'
    ? { ...template, ...translationFor(template, language) }
    : ourWords(template, language);
}

/** Each is put together once. */
function ourWords(template: EmailTemplate, language: string): EmailTemplate {
  const { code } = template;
  const wording = TRANSLATED[code]?.[language];
  if (!wording || isOwnTemplate(code)) return template;
  const key = `${code} ${language}`;
  const made = MADE.get(key) ?? { ...template, ...textsOf(code, wording, language), language };
  MADE.set(key, made);
  return made;
}

const MADE = new Map<string, EmailTemplate>();

function textsOf(code: ProductTemplateCode, wording: Wording, language: string | null) {
  const { secret } = TEMPLATE_KINDS[code];
  const { subject } = wording;
  return { subject, html: htmlOf(wording, { language, secret }), text: textOf(wording, language) };
}

const DEFAULTS = Object.fromEntries(
  Object.entries(WORDINGS).map(([key, wording]) => {
    const code = key as ProductTemplateCode;
    const template: EmailTemplate = {
      code,
      ...textsOf(code, wording, null),
      language: null,
      translations: [],
      active: TEMPLATE_KINDS[code].activeByDefault,
      source: 'default',
      version: 0,
      updatedAt: null,
    } as EmailTemplate;
    return [key, template];
  }),
) as Readonly<Record<ProductTemplateCode, EmailTemplate>>;
