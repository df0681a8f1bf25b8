import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import he from './he.json';
import hi from './hi.json';
import it from './it.json';
import ja from './ja.json';
import nl from './nl.json';
import pl from './pl.json';
import pt from './pt.json';

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
