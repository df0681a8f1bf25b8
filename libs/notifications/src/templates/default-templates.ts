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
  const texts = { subject: '', html: '', text: '', language: null };
  return { code, ...texts, active: true, source: 'default', version: 0, updatedAt: null };
}

/**
 * A template in the language of whoever gets it: of those that are ours, where there is one. Each
 * is put together once.
 */
export function inLanguage(template: EmailTemplate, language: string | undefined): EmailTemplate {
  const { code, source } = template;
  const wording = language ? TRANSLATED[code]?.[language] : undefined;
  if (source !== 'default' || !language || !wording || isOwnTemplate(code)) return template;
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
      active: TEMPLATE_KINDS[code].activeByDefault,
      source: 'default',
      version: 0,
      updatedAt: null,
    } as EmailTemplate;
    return [key, template];
  }),
) as Readonly<Record<ProductTemplateCode, EmailTemplate>>;
