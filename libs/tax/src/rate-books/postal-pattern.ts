/** Letters, digits, space and dash; `#` is one digit, `?` any one sign, a final `*` any rest. */
const PATTERN = /^(?:[A-Z0-9#? -]{1,12}\*?|\*)$/;

/** Whether the text may be stored as a postal pattern. */
export function isPostalPattern(text: string): boolean {
  return PATTERN.test(text);
}

export interface PostalMatcher {
  /** How many signs of the pattern are fixed: the more, the more specific. */
  readonly specificity: number;
  matches(postalCode: string): boolean;
}

/** Compiles `902##` or `SW1*`; the postal code is given upper case. */
export function postalMatcher(pattern: string): PostalMatcher {
  const open = pattern.endsWith('*');
  const signs = open ? pattern.slice(0, -1) : pattern;
  return {
    specificity: [...signs].filter((sign) => sign !== '?' && sign !== '#').length,
    matches: (postalCode) => matches(signs, open, postalCode),
  };
}

function matches(signs: string, open: boolean, postalCode: string): boolean {
  if (open ? postalCode.length < signs.length : postalCode.length !== signs.length) return false;
  for (let i = 0; i < signs.length; i += 1) {
    const [sign, given] = [signs[i] ?? '', postalCode[i] ?? ''];
    if (sign === '?') continue;
    if (sign === '#' ? given < '0' || given > '9' : sign !== given) return false;
  }
  return true;
}
