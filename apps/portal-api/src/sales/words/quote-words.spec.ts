import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { quoteWords, readersLanguage } from './quote-words';

const english = quoteWords('en');
const places = (text: string) => text.match(/\{\w+\}/g) ?? [];

describe.each(DOCUMENT_LANGUAGES)('the words of the page of a quote in %s', (language) => {
  const words = quoteWords(language);

  it('are those of English, in the same order, with the places that are filled in', () => {
    expect(Object.keys(words)).toEqual(Object.keys(english));
    expect(Object.values(words).map(places)).toEqual(Object.values(english).map(places));
  });

  it('are none of them empty or with blanks around', () => {
    expect(Object.values(words).filter((text) => text === '' || text !== text.trim())).toEqual([]);
  });
});

it('are read in the language that the browser asks for first, else in English', () => {
  expect(['pt-BR', 'DE', 'sv', ''].map(readersLanguage)).toEqual(['pt', 'de', 'en', 'en']);
});
