import { createHash } from 'node:crypto';

/** What a page of this host is made of: texts of ours, nothing of a request. */
interface PageParts {
  readonly title: string;
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
export function scriptedPage({ title, style, body, script }: PageParts): ScriptedPage {
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
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
  };
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
<script>${script}</script>
</body>
</html>
`;
  return { html, headers };
}
