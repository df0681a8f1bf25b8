import type { DocumentLanguage } from '@quittance/company';

/** The languages that a quote can be printed in. */
export const LANGUAGES: Readonly<Record<DocumentLanguage, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  nl: 'Dutch',
  pt: 'Portuguese',
  pl: 'Polish',
  ja: 'Japanese',
  hi: 'Hindi',
  ar: 'Arabic',
  he: 'Hebrew',
};
