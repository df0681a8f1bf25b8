import type { Fields } from './evaluated.js';

/** The longest texts that records have. */
export const LONG = {
  t: ['text', 'x'.repeat(32_768)],
  rich: ['text', 'y'.repeat(131_072)],
} as const satisfies Fields;

/** A formula applied to itself so many times. */
function nested(times: number, wrap: (inner: string) => string, start: string): string {
  return Array.from({ length: times }).reduce<string>((inner) => wrap(inner), start);
}

/** Goes through long texts until there is no work left. */
export const GREEDY = `LEN(${Array(9).fill('t').join(')+LEN(')})`;

/** Formulas over `LONG` that would grow without end: their value is empty. */
export const ENDLESS: readonly (readonly [name: string, text: string])[] = [
  ['a bomb of replacements', nested(20, (t) => `SUBSTITUTE(${t},"x","xxxxxxxxxx")`, '"x"')],
  ['a text that doubles', nested(16, (t) => `SUBSTITUTE(${t},"x","xx")`, '"x"')],
  ['long texts joined', 't & t'],
  ['each of 32,768 characters replaced', 'SUBSTITUTE(t, "x", "y")'],
  ['a tower of powers', nested(20, (n) => `(${n})^999`, '9')],
  ['a power of many digits', '999999999999999999999999999999^999'],
  ['a chain of products', Array(100).fill('999999999999999999').join('*')],
  ['a long text gone through again and again', GREEDY],
  ['a text too long for capitals', 'UPPER(rich)'],
  ['a number of 32,768 digits', 'VALUE(t)'],
];

/** Honest formulas over `LONG` that cost as much as any may. */
export const COSTLY: readonly (readonly [name: string, text: string])[] = [
  ['the longest text measured', 'LEN(rich)'],
  ['long texts measured', 'LEN(t)+LEN(t)+LEN(t)+LEN(t)'],
  ['a long text searched', 'CONTAINS(t, "xxxxxxxxxxxxxxxxxxxxy")'],
  ['a long text searched for what nearly stands there', `CONTAINS(t, "${'x'.repeat(2_000)}y")`],
  ['as many sums as a formula has room for', Array(250).fill('1.5').join('+')],
  ['large powers', Array(40).fill('1.7^30').join('+')],
  ['as many negations as a formula has room for', `${'!'.repeat(497)}(1=1)`],
  ['as many percents as a formula has room for', `9${'%'.repeat(499)}`],
  ['a long chain of conditions that all hold', Array(250).fill('TRUE').join('&&')],
  ['a long chain of conditions of which none holds', Array(250).fill('FALSE').join('||')],
  ['conditions by turns', Array(125).fill('TRUE&&FALSE').join('||')],
  ['long quotients', Array(100).fill('1').join('/7/')],
];

/** Texts that are no formula, or too much of one, and the code of their refusal. */
export const REFUSED: readonly (readonly [name: string, text: string, code: string])[] = [
  ['a megabyte', '1'.repeat(1_048_576), 'too_long'],
  ['a megabyte of brackets', '('.repeat(1_048_576), 'too_long'],
  ['4,001 characters', `"${'x'.repeat(3_999)}"`, 'too_long'],
  ['deep brackets', '('.repeat(33), 'too_deep'],
  ['deep calls', `${'ABS('.repeat(33)}1${')'.repeat(33)}`, 'too_deep'],
  ['many operators', Array(300).fill('1').join('+'), 'too_complex'],
  ['many signs', `${'-'.repeat(600)}1`, 'too_complex'],
  ['many negations', `${'!'.repeat(600)}TRUE`, 'too_complex'],
  ['4,000 negations', '!'.repeat(4_000), 'too_complex'],
  ['many percents', `1${'%'.repeat(600)}`, 'too_complex'],
  ['4,000 percents', '%'.repeat(4_000), 'too_complex'],
  ['many conditions', Array(251).fill('TRUE').join('&&'), 'too_complex'],
  ['many alternatives', Array(251).fill('TRUE').join('||'), 'too_complex'],
  ['4,000 halves of signs', '|'.repeat(3_999), 'too_complex'],
  ['many arguments', `MAX(${Array(499).fill('1').join(',')})`, 'argument_count'],
  ['many words', '1 '.repeat(2_000), 'too_complex'],
  ['many lost characters', '€'.repeat(4_000), 'bad_character'],
  ['quotes without end', `${'"'.repeat(3_999)}`, 'unterminated_text'],
  ['backslashes', `"${'\\'.repeat(3_997)}"`, 'unterminated_text'],
];
