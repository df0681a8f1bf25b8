import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { isRightToLeft } from '@quittance/documents/host';
import { EnumField } from '@quittance/http/host';
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { payerWords, type PayerSentence, type PayerWord } from './words/payer-words.js';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:26rem}
h1{margin:0 0 .5rem;font-size:1.25rem}
p{margin:0}
`;

/** The one style above and nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A sentence for a payer, in words of ours only: nothing of the request stands in it. */
export interface PayerPage {
  readonly status: number;
  readonly word: PayerWord;
}

/** What a payer may say of the language; else it is what the browser asks for. */
export class PayerLanguageQuery {
  @EnumField(DOCUMENT_LANGUAGES, { optional: true, description: 'Else that of the browser.' })
  language?: DocumentLanguage;
}

/** Answers with a page of one sentence, in the language of who reads it. */
export function sendPayerPage(
  reply: FastifyReply,
  { status, word }: PayerPage,
  language: DocumentLanguage,
): void {
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
    })
    .send(htmlOf(payerWords(language, word), language));
}

function htmlOf({ title, text }: PayerSentence, language: DocumentLanguage): string {
  return `<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
}
