/** Of one record, and the characters of one of them: more tells nothing that people type. */
const MOST_WORDS = 40;
const LONGEST_WORD = 60;

/** Of a question: whoever types more has said enough. */
const MOST_ASKED = 6;

/** Without case and accents, so that `muller` finds Müller, and `strasse` the Straße. */
export function foldedText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/**
 * The words by which a record is found: of an address or a number the whole, and its parts; of a
 * number also without its leading zeros.
 */
export function wordsOf(texts: readonly unknown[]): readonly string[] {
  const words = new Set<string>();
  const add = (word: string) => {
    if (word !== '' && words.size < MOST_WORDS)
      words.add([...word].slice(0, LONGEST_WORD).join(''));
  };
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    for (const token of tokensOf(text)) {
      add(token);
      for (const part of token.split(NO_WORD)) {
        add(part);
        if (/^0+[1-9]/.test(part)) add(part.replace(/^0+/, ''));
      }
    }
  }
  return [...words];
}

const NO_WORD = /[^\p{L}\p{N}]+/u;

/** What stands between blanks, without the signs around it. */
function tokensOf(text: string): readonly string[] {
  return foldedText(text).split(/\s+/u).map(bare).filter(Boolean);
}

function bare(token: string): string {
  const chars = [...token];
  const first = chars.findIndex(isOfWord);
  return first < 0 ? '' : chars.slice(first, chars.findLastIndex(isOfWord) + 1).join('');
}

const isOfWord = (char: string) => /[\p{L}\p{N}]/u.test(char);

/** The words of a question, of which each begins one of the record; the longest leads. */
export function typedWords(text: string): readonly string[] {
  const words = [...new Set(tokensOf(text).map((w) => [...w].slice(0, LONGEST_WORD).join('')))];
  return words.sort((a, b) => b.length - a.length).slice(0, MOST_ASKED);
}
