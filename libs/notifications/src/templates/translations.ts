import { invalidFields, type FieldError } from '@quittance/kernel';
import type { EmailTemplateInput, EmailTranslation } from './email-template.description.js';

const baseOf = (tag: string) => tag.toLowerCase().split('-', 1)[0];

/**
 * What a company has written for a language: under that very tag, else under one of the same
 * language, unless the template itself is in it; undefined where the template serves.
 * @param language a BCP 47 tag
 */
export function translationFor(
  {
    language: main,
    translations,
  }: { readonly language: string | null; readonly translations: readonly EmailTranslation[] },
  language: string,
): EmailTranslation | undefined {
  const wanted = language.toLowerCase();
  if (main?.toLowerCase() === wanted) return undefined;
  const same = translations.find((each) => each.language.toLowerCase() === wanted);
  if (same || (main && baseOf(main) === baseOf(wanted))) return same;
  return translations.find((each) => baseOf(each.language) === baseOf(wanted));
}

/**
 * Each language once, by its tag.
 * @throws DomainError validation_failed
 */
export function checkLanguages({
  language,
  translations = [],
}: Pick<EmailTemplateInput, 'language' | 'translations'>): void {
  const tags = [language ?? null, ...translations.map((each) => each.language)];
  const known = new Set<string>();
  const errors = tags.flatMap((tag, i): FieldError[] => {
    if (!tag) return [];
    const pointer = i === 0 ? '/language' : `/translations/${i - 1}/language`;
    const canonical = canonicalTag(tag);
    if (!canonical) {
      const message = 'must be a BCP 47 language tag such as de-DE';
      return [{ pointer, code: 'format', message }];
    }
    if (known.has(canonical)) {
      return [{ pointer, code: 'duplicate', message: 'is there already' }];
    }
    known.add(canonical);
    return [];
  });
  if (errors.length > 0) throw invalidFields(errors);
}

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
