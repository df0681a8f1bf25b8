import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { labelsOf } from './labels';

const english = labelsOf('en');
const places = (text: string) => text.match(/\{\w+\}/g) ?? [];

describe.each(DOCUMENT_LANGUAGES)('the words of documents in %s', (language) => {
  const labels = labelsOf(language);

  it('are those of English, in the same order', () => {
    expect(Object.keys(labels)).toEqual(Object.keys(english));
  });

  it('are none of them empty or with blanks around', () => {
    const bad = Object.values(labels).filter((text) => text === '' || text !== text.trim());
    expect(bad).toEqual([]);
  });

  it('have the places that are filled in', () => {
    const placesOf = (all: typeof english) =>
      Object.entries(all).map(([key, text]) => [key, places(text).sort()]);
    expect(placesOf(labels)).toEqual(placesOf(english));
  });
});
