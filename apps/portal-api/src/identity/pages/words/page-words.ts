import type { DocumentLanguage } from '@quittance/company';
import pages from './texts.json';

/** What the pages say that read a secret behind the `#` of their address. */
export type PageWords = Readonly<typeof pages.words.en>;

const WORDS: Readonly<Record<DocumentLanguage, PageWords>> = pages.words;

export const pageWords = (language: DocumentLanguage): PageWords => WORDS[language];
