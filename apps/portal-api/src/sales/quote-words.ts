import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import es from './words/es.json';
import fr from './words/fr.json';
import he from './words/he.json';
import hi from './words/hi.json';
import it from './words/it.json';
import ja from './words/ja.json';
import nl from './words/nl.json';
import pl from './words/pl.json';
import pt from './words/pt.json';

/** What the page of a quote says beside the words of its document. */
export type QuoteWords = Readonly<typeof en.words>;

const WORDS: Readonly<Record<DocumentLanguage, QuoteWords>> = {
  ar: ar.words,
  de: de.words,
  en: en.words,
  es: es.words,
  fr: fr.words,
  he: he.words,
  hi: hi.words,
  it: it.words,
  ja: ja.words,
  nl: nl.words,
  pl: pl.words,
  pt: pt.words,
};

export function quoteWords(language: DocumentLanguage): QuoteWords {
  return WORDS[language];
}

/** The language of a page that shows no quote: what the reader's browser asks for first. */
export function readersLanguage(locale: string): DocumentLanguage {
  const [asked = ''] = locale.toLowerCase().split('-');
  return DOCUMENT_LANGUAGES.find((known) => known === asked) ?? 'en';
}
