import data from './legal-forms.json';

const TRAILING = new Set<string>(data.trailing);
const LEADING = new Set<string>(data.leading);

/** Letters that fold into others although Unicode takes them apart in nothing. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
/** Written with one letter or with two: Müller is Muller and Mueller, which are not one another. */
const TWO_WAYS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
};

/**
 * The forms by which a name of a business is compared: without case, accents, punctuation and legal
 * forms, `&` as `and`. More than one where a letter is written in two ways; none where nothing is
 * left.
 */
export function nameForms(name: string): readonly string[] {
  const lower = name.normalize('NFKC').toLowerCase().normalize('NFC');
  const doubled = replaced(lower, TWO_WAYS);
  const forms = [lower.replaceAll('ø', 'o'), doubled].map((text) => bareForm(folded(text)));
  return [...new Set(forms)].filter((form) => form !== '');
}

function replaced(text: string, by: Readonly<Record<string, string>>): string {
  return [...text].map((letter) => by[letter] ?? letter).join('');
}

function folded(text: string): string {
  return replaced(text, LETTERS).normalize('NFD').replace(/\p{M}/gu, '');
}

function bareForm(text: string): string {
  const spaced = text
    .replace(/[&+]/g, ' and ')
    .replace(/[.'’`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return withoutLegalForms(joined(spaced.split(' '))).join(' ');
}

/** Letters that stand alone are one word: `s a` is sa, `g m b h` is gmbh. */
function joined(words: readonly string[]): string[] {
  const found: string[] = [];
  let run = '';
  for (const word of [...words, '']) {
    if (/^\p{L}$/u.test(word)) {
      run += word;
      continue;
    }
    if (run !== '') found.push(run);
    if (word !== '') found.push(word);
    run = '';
  }
  return found;
}

/** A name that is nothing but legal forms stays as it is. */
function withoutLegalForms(words: readonly string[]): readonly string[] {
  let left = [...words];
  const ends = (word: string | undefined) =>
    word !== undefined && (TRAILING.has(word) || word === 'and');
  while (left.length > 1 && ends(left.at(-1))) left = left.slice(0, -1);
  while (left.length > 1 && LEADING.has(left[0] ?? '')) left = left.slice(1);
  return left;
}
