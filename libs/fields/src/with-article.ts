/**
 * A noun with its article: `a lead`, `an account`. What begins with a u is spoken with a consonant.
 */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
