import type { DomainError } from '@quittance/kernel';
import { checkLanguages, translationFor } from './translations.js';

const texts = { subject: 's', html: 'h', text: 't' };
const written = (...tags: string[]) => tags.map((language) => ({ language, ...texts }));

describe('what a company has written for a language', () => {
  it.each([
    ['fr', null, ['fr'], 'fr'],
    ['FR', null, ['fr'], 'fr'],
    ['fr-CA', null, ['fr'], 'fr'],
    ['fr', null, ['fr-CA'], 'fr-CA'],
    ['fr', null, ['fr-CA', 'fr'], 'fr'],
    ['es', null, ['fr'], undefined],
    // The template itself is nearer than another country's words.
    ['de', 'de-DE', ['de-AT'], undefined],
    ['de-AT', 'de-DE', ['de-AT'], 'de-AT'],
    ['de-DE', 'de-DE', ['de'], undefined],
    ['fr', 'de-DE', ['fr'], 'fr'],
    ['fra', null, ['fr'], undefined],
    ['fr', null, [], undefined],
  ])('for %s beside a template in %s, of %j: %s', (wanted, language, tags, found) => {
    expect(translationFor({ language, translations: written(...tags) }, wanted)?.language).toBe(
      found,
    );
  });
});

describe('languages of a template', () => {
  const faultsOf = (language: string | null, ...tags: string[]) => {
    try {
      checkLanguages({ language, translations: written(...tags) });
      return [];
    } catch (error) {
      const { errors = [] } = (error as DomainError).options;
      return errors.map(({ pointer, code }) => `${pointer} ${code}`);
    }
  };

  it.each([
    [null, ['fr', 'de-AT', 'de'], []],
    ['de-DE', ['de'], []],
    ['no tag', ['fr', 'not a tag'], ['/language format', '/translations/1/language format']],
    [null, ['fr', 'FR'], ['/translations/1/language duplicate']],
    ['de-DE', ['de-de'], ['/translations/0/language duplicate']],
  ])('%s with %j', (language, tags, faults) => {
    expect(faultsOf(language, ...tags)).toEqual(faults);
  });
});
