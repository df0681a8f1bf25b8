import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { payerWords, type PayerWord } from './payer-words.js';

const PAGES: readonly PayerWord[] = ['returned', 'unknown', 'settled', 'underWay', 'closed'];

describe.each(DOCUMENT_LANGUAGES)('what payers are told in %s', (language) => {
  const said = PAGES.map((page) => payerWords(language, page));

  it('is a title and a sentence for each page, each of its own', () => {
    const all = said.flatMap(({ title, text }) => [title, text]);
    expect(all.filter((each) => each === '' || each !== each.trim())).toEqual([]);
    expect(new Set(all).size).toBe(2 * PAGES.length);
  });

  it('has nothing that a page would take for anything but text', () => {
    expect(JSON.stringify(said)).not.toMatch(/[<>&]|[\u202a-\u202e]/);
  });

  it('is not English but in English', () => {
    const english = PAGES.map((page) => payerWords('en', page).title);
    const titles = said.map(({ title }) => title);
    expect(titles.some((title) => english.includes(title))).toBe(language === 'en');
  });
});
