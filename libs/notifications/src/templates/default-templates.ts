import type { EmailTemplateCode } from './catalogue.js';
import { TEMPLATE_KINDS } from './catalogue.js';
import data from './default-wordings.json';
import type { EmailTemplate } from './email-template.js';

interface Wording {
  readonly subject: string;
  /** One paragraph each, in Liquid; the same words stand in the HTML and in the text. */
  readonly paragraphs: readonly string[];
  /** A link under a word for it, left out where the variable is empty. */
  readonly link?: { readonly to: string; readonly label: string };
}

const WORDINGS: Readonly<Record<EmailTemplateCode, Wording>> = data.templates;

const PARAGRAPH = 'margin:0 0 16px';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1f4b99;color:#ffffff;' +
  'text-decoration:none;font-weight:600';

function htmlOf({ paragraphs, link }: Wording): string {
  const body = paragraphs.map((text) => `    <p style="${PARAGRAPH}">${text}</p>`);
  if (link) {
    body.push(
      `    {% if ${link.to} %}<p style="${PARAGRAPH}">` +
        `<a href="{{ ${link.to} }}" style="${BUTTON}">${link.label}</a></p>{% endif %}`,
    );
  }
  return `<!doctype html>
<html>
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

/** What is in force until a company saves a template of its own. */
export function defaultTemplate(code: EmailTemplateCode): EmailTemplate {
  return DEFAULTS[code];
}

const DEFAULTS = Object.fromEntries(
  Object.entries(WORDINGS).map(([code, wording]) => [
    code,
    {
      code,
      subject: wording.subject,
      html: htmlOf(wording),
      text: textOf(wording),
      language: null,
      active: TEMPLATE_KINDS[code as EmailTemplateCode].activeByDefault,
      source: 'default',
      version: 0,
      updatedAt: null,
    },
  ]),
) as Readonly<Record<EmailTemplateCode, EmailTemplate>>;
