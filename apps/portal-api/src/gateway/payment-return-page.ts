import { createHash } from 'node:crypto';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:26rem}
h1{margin:0 0 .5rem;font-size:1.25rem}
p{margin:0}
`;

/** The one style above and nothing else. */
export const RETURN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The same for everybody: whether anything was paid is the provider's webhook to tell. */
export const RETURN_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Back from the payment page</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>You are back from the payment page</h1>
<p>If you have paid, the seller is told by the payment provider. You can close this window.</p>
</main>
</body>
</html>
`;
