import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { passwordPage } from '../portal-password-page.js';
import { viewAsPage } from '../view-as-page.js';
import { pageWords } from './page-words.js';

const placesOf = (text: string) => text.match(/\{\w+\}/g)?.sort() ?? [];

describe.each(DOCUMENT_LANGUAGES)('what the pages behind a secret say in %s', (language) => {
  const words = pageWords(language);
  const all = Object.values(words);

  it('is a text of its own for each place, with the same names in it', () => {
    expect(all.filter((each) => each === '' || each !== each.trim())).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    expect(Object.keys(words)).toEqual(Object.keys(pageWords('en')));
    expect(new Set(placesOf(words.looksOn))).toEqual(new Set(placesOf(pageWords('en').looksOn)));
  });

  it('has nothing that a page or its script would take for anything but text', () => {
    expect(JSON.stringify(all)).not.toMatch(/[<>&\\\u2028-\u202e]/);
  });

  it('is not English but in English', () => {
    const english: readonly string[] = Object.values(pageWords('en'));
    expect(all.some((each) => english.includes(each))).toBe(language === 'en');
  });

  it('stands on both pages, whose scripts their headers allow', () => {
    for (const [page, title] of [
      [passwordPage(language, null), words.passwordTitle],
      [viewAsPage(language), words.viewTitle],
    ] as const) {
      const direction = ['ar', 'he'].includes(language) ? 'rtl' : 'ltr';
      expect(page.html).toContain(`<html lang="${language}" dir="${direction}">`);
      expect(page.html).toContain(`<title>${title}</title>`);
      expect(page.html).toContain(`<h1>${title}</h1>`);
      expect(page.headers).toMatchObject({
        'content-language': language,
        vary: 'accept-language',
      });
    }
  });
});

test('the page that sets a password names the company, whatever it is called', () => {
  const { html, headers } = passwordPage('en', '<img src=x onerror=alert(1)> & Sons');
  expect(html).toContain(
    '<title>Set your password · &lt;img src=x onerror=alert(1)&gt; &amp; Sons',
  );
  expect(html).toContain('dir="auto">&lt;img src=x onerror=alert(1)&gt; &amp; Sons</p>');
  expect(html).not.toContain('<img');
  expect(headers).toEqual(passwordPage('en', null).headers);
});
