import {
  TEMPLATE_KINDS,
  isOwnTemplate,
  type EmailTemplateCode,
  type OwnTemplateCode,
  type ProductTemplateCode,
} from './catalogue.js';
import data from './default-wordings.json';
import translated from './translated-wordings.json';
import type { EmailTemplate } from './email-template.js';

interface Wording {
  readonly subject: string;
  /** One paragraph each, in Liquid; the same words stand in the HTML and in the text. */
  readonly paragraphs: readonly string[];
  /** A link under a word for it, left out where the variable is empty. */
  readonly link?: { readonly to: string; readonly label: string };
}

/** The same in other languages, of those that customers get in the language of their document. */
const TRANSLATED: Readonly<Record<string, Readonly<Record<string, Wording>>>> =
  translated.templates;

const WORDINGS: Readonly<Record<ProductTemplateCode, Wording>> = data.templates;

const PARAGRAPH = 'margin:0 0 16px;white-space:pre-line';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1f4b99;color:#ffffff;' +
  'text-decoration:none;font-weight:600';

function htmlOf({ paragraphs, link }: Wording, language: string | null): string {
  const body = paragraphs.map((text) => `    <p style="${PARAGRAPH}">${text}</p>`);
  if (link) {
    body.push(
      `    {% if ${link.to} %}<p style="${PARAGRAPH}">` +
        `<a href="{{ ${link.to} }}" style="${BUTTON}">${link.label}</a></p>{% endif %}`,
    );
  }
  const spoken = language ? ` lang="${language}"${isRightToLeft(language)}` : '';
  return `<!doctype html>
<html${spoken}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f4f5f7">
  <div style="max-width:560px;margin:0 auto;padding:28px;border-radius:8px;background:#ffffff;
    color:#1c2430;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
${body.join('\n')}
    <p style="margin:24px 0 0;color:#5b6675">{{ company.legalName }}</p>
  </div>
</body>
</html>
`;
}

function textOf({ paragraphs, link }: Wording): string {
  const call = link && `{% if ${link.to} %}\n\n${link.label}: {{ ${link.to} }}{% endif %}`;
  return `${paragraphs.join('\n\n')}${call ?? ''}\n\n-- \n{{ company.legalName }}\n`;
}

const isRightToLeft = (language: string) => (/^(?:ar|he)$/.test(language) ? ' dir="rtl"' : '');

/** What is in force until a company saves a template of its own; of its own codes an empty one. */
export function defaultTemplate(code: EmailTemplateCode): EmailTemplate {
  return isOwnTemplate(code) ? unwritten(code) : DEFAULTS[code];
}

/** Never sent: a company's own code is known from when it has been written. */
function unwritten(code: OwnTemplateCode): EmailTemplate {
  const texts = { subject: '', html: '', text: '', language: null };
  return { code, ...texts, active: true, source: 'default', version: 0, updatedAt: null };
}

/** A template in a language that its document is in: of those that are ours, where there is one. */
export function inLanguage(template: EmailTemplate, language: string | undefined): EmailTemplate {
  const wording = language ? TRANSLATED[template.code]?.[language] : undefined;
  if (template.source !== 'default' || !language || !wording) return template;
  return { ...template, ...textsOf(wording, language), language };
}

function textsOf(wording: Wording, language: string | null) {
  const { subject } = wording;
  return { subject, html: htmlOf(wording, language), text: textOf(wording) };
}

const DEFAULTS = Object.fromEntries(
  Object.entries(WORDINGS).map(([code, wording]) => [
    code,
    {
      code,
      ...textsOf(wording, null),
      language: null,
      active: TEMPLATE_KINDS[code as ProductTemplateCode].activeByDefault,
      source: 'default',
      version: 0,
      updatedAt: null,
    },
  ]),
) as Readonly<Record<ProductTemplateCode, EmailTemplate>>;
