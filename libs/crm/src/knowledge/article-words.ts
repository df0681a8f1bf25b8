import { normalText } from '@quittance/work';

const TAGS = /<[^<>]*>|&#?\w{1,10};/g;
const ACCENTS = /[\u0300-\u036f]/g;

/** So much of a text is read, and so many different words of it kept. */
const MOST_TEXT = 20_000;
const MOST_WORDS = 1_000;
const LONGEST_WORD = 40;
/** A question has no more words than these that are looked for. */
const MOST_ASKED = 12;
/** A word that is begun is looked for by its beginning from so many letters on. */
const LEAST_BEGUN = 3;

/** A word of the title says more than one of the body. */
const TITLE_WEIGHT = 5;

/** Finds the words of any script, those that are written without spaces as well. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a text in the form in which they are compared, each once and in their order. */
export function wordsOf(text: string, most = MOST_WORDS): string[] {
  const plain = normalText(text.slice(0, MOST_TEXT).replace(TAGS, ' '), 'NFKC').toLowerCase();
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    if (!isWordLike) continue;
    const word = segment.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
    words.add(word.slice(0, LONGEST_WORD));
    if (words.size >= most) break;
  }
  return [...words];
}

/** The words of an article with what each weighs. */
export function weighedWords({ title, body }: { readonly title: string; readonly body: string }) {
  const weights = new Map(wordsOf(body).map((word) => [word, 1]));
  for (const word of wordsOf(title)) weights.set(word, TITLE_WEIGHT);
  return [...weights].map(([word, weight]) => ({ word, weight }));
}

/** What is looked for: whole words, and the beginning of the one that is being written. */
export interface AskedWords {
  readonly words: readonly string[];
  /** Null where the last word is too short, or is followed by something. */
  readonly begun: string | null;
}

export function askedWords(question: string): AskedWords {
  const words = wordsOf(question, MOST_ASKED);
  const last = words.at(-1) ?? '';
  const isBegun = /[\p{L}\p{N}]$/u.test(question) && last.length >= LEAST_BEGUN;
  return { words, begun: isBegun ? last : null };
}
