import type { DocumentLanguage } from '@quittance/company';
import payer from './sentences.json';

/** What a payer is told, a page each. */
export type PayerWord = keyof typeof payer.words.en;

export interface PayerSentence {
  readonly title: string;
  readonly text: string;
}

const WORDS: Readonly<Record<DocumentLanguage, Readonly<Record<PayerWord, PayerSentence>>>> =
  payer.words;

export const payerWords = (language: DocumentLanguage, word: PayerWord): PayerSentence =>
  WORDS[language][word];
