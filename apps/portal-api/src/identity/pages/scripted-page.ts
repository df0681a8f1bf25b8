import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { isRightToLeft } from '@quittance/documents/host';
import { createHash } from 'node:crypto';
import { e } from '../../sales/quote-page-html.js';

/** What a page of this host is made of: texts of ours, nothing of a request but who is named. */
interface PageParts {
  readonly language: DocumentLanguage;
  readonly title: string;
  /** The company whose portal it is; whatever it is called, it is text. */
  readonly company?: string | null;
  readonly style: string;
  /** HTML that stands below the title. */
  readonly body: string;
  readonly script: string;
}

export interface ScriptedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');

/**
 * A page that reads a secret behind the `#` of its address, which browsers send to no server. Its
 * headers allow its own script and style and requests to this host, nothing else.
 */
export function scriptedPage(parts: PageParts): ScriptedPage {
  const { language, title, style, body, script } = parts;
  const company = e(parts.company);
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash(style)}'`,
    `script-src 'sha256-${hash(script)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    vary: 'accept-language',
  };
  const html = `<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${company ? `${title} · ${company}` : title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${company ? `<p class="company" dir="auto">${company}</p>\n` : ''}${body}
</main>
<script>${script}</script>
</body>
</html>
`;
  return { html, headers };
}

/** The same page in every language, each made once. */
export function inEachLanguage(
  pageIn: (language: DocumentLanguage) => ScriptedPage,
): (language: DocumentLanguage) => ScriptedPage {
  const pages = new Map(DOCUMENT_LANGUAGES.map((language) => [language, pageIn(language)]));
  return (language) => pages.get(language) ?? pageIn(language);
}
