import { dateParts, type LocalDate } from '@quittance/calendar';

export const RESETS = ['never', 'yearly', 'monthly', 'daily'] as const;
export type Reset = (typeof RESETS)[number];

/** How the documents of one type are numbered. */
export interface NumberingRules {
  readonly format: string;
  readonly reset: Reset;
  /** The first sequence value of each period. */
  readonly start: bigint;
  readonly increment: bigint;
  /** The month in which the company’s fiscal year begins; January when absent. */
  readonly fiscalYearStart?: number;
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'date'; readonly token: DateToken }
  | { readonly kind: 'sequence'; readonly width: number };

/** Of the fiscal year: the year in which it ends (`27`, `2027`), or both of its years (`26-27`). */
const FISCAL_TOKENS = ['FY', 'FYYYY', 'FY-FY'] as const;
type FiscalToken = (typeof FISCAL_TOKENS)[number];
const DATE_TOKENS = ['YYYY', 'YY', 'MM', 'DD', 'Q', ...FISCAL_TOKENS] as const;
type DateToken = (typeof DATE_TOKENS)[number];

const YEARS: readonly DateToken[] = ['YYYY', 'YY', ...FISCAL_TOKENS];

const MAX_LENGTH = 60;
const MAX_WIDTH = 12;
const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{S} ]*$/u;

/** What is wrong with the rules: the member at fault and a sentence for a person. */
export interface RuleFault {
  readonly member: 'format' | 'reset' | 'start' | 'increment';
  readonly message: string;
}

/** Every reason why these rules cannot be saved; empty when they can. */
export function faultsOf(rules: NumberingRules): RuleFault[] {
  const faults: RuleFault[] = [];
  const parts = parse(rules.format);
  if (typeof parts === 'string') faults.push({ member: 'format', message: parts });
  else faults.push(...resetFaults(parts, rules.reset));
  if (rules.start < 0n) faults.push({ member: 'start', message: 'must not be negative' });
  if (rules.increment < 1n) faults.push({ member: 'increment', message: 'must be at least 1' });
  return faults;
}

const NEEDED: Record<Reset, readonly (readonly DateToken[])[]> = {
  never: [],
  yearly: [YEARS],
  monthly: [YEARS, ['MM']],
  daily: [YEARS, ['MM'], ['DD']],
};

/** Without the date parts of its reset a format would give the same number twice. */
function resetFaults(parts: readonly Part[], reset: Reset): RuleFault[] {
  const tokens = parts.flatMap((part) => (part.kind === 'date' ? [part.token] : []));
  return NEEDED[reset]
    .filter((choices) => !choices.some((token) => tokens.includes(token)))
    .map((choices) => ({
      member: 'format' as const,
      message: `a ${reset} reset needs ${anyOf(choices)}`,
    }));
}

function anyOf(choices: readonly DateToken[]): string {
  const tokens = choices.map((token) => `{${token}}`);
  const last = tokens.pop() ?? '';
  return tokens.length === 0 ? last : `${tokens.join(', ')} or ${last}`;
}

/** The parts of a format, or the sentence that says what is wrong with it. */
function parse(format: string): Part[] | string {
  if (format.length === 0 || format.length > MAX_LENGTH) {
    return `must have 1 to ${MAX_LENGTH} characters`;
  }
  if (!PRINTABLE.test(format)) return 'must have printable characters only';
  const parts: Part[] = [];
  for (const piece of format.split(/(\{[^{}]*\})/).filter(Boolean)) {
    const part = parsePiece(piece);
    if (typeof part === 'string') return part;
    parts.push(part);
  }
  const sequences = parts.filter((part) => part.kind === 'sequence').length;
  return sequences === 1 ? parts : `must have exactly one sequence token, not ${sequences}`;
}

function parsePiece(piece: string): Part | string {
  if (!piece.startsWith('{') || !piece.endsWith('}')) {
    return /[{}]/.test(piece) ? 'has a brace that is not closed' : { kind: 'text', text: piece };
  }
  const token = piece.slice(1, -1);
  const date = DATE_TOKENS.find((known) => known === token);
  if (date) return { kind: 'date', token: date };
  const zeros = /^0+$/.test(token) ? token.length : undefined;
  const sequence = /^SEQ(?::(\d{1,3}))?$/.exec(token);
  if (zeros === undefined && !sequence) return `has the unknown token ${piece}`;
  const width = zeros ?? Number(sequence?.[1] ?? 1);
  if (width < 1 || width > MAX_WIDTH) return `pads to 1 to ${MAX_WIDTH} digits, not ${width}`;
  return { kind: 'sequence', width };
}

/** Whether a format says the fiscal year, by which it then begins anew too. */
export function saysFiscalYear(format: string): boolean {
  return FISCAL_TOKENS.some((token) => format.includes(`{${token}}`));
}

/**
 * The counter that a document of this date draws from: `2026`, `FY2027` where the format says the
 * fiscal year, `2026-03`, empty for `never`.
 */
export function periodOf(
  { reset, format, fiscalYearStart }: Pick<NumberingRules, 'reset' | 'format' | 'fiscalYearStart'>,
  date: LocalDate,
): string {
  if (reset === 'never') return '';
  if (reset === 'yearly' && saysFiscalYear(format)) {
    return `FY${fiscalYearOf(date, fiscalYearStart).ends}`;
  }
  if (reset === 'yearly') return date.slice(0, 4);
  return reset === 'monthly' ? date.slice(0, 7) : date;
}

const compiled = new Map<string, readonly Part[]>();

/** @throws RangeError for a format that was never checked by `faultsOf`. */
function partsOf(format: string): readonly Part[] {
  const known = compiled.get(format);
  if (known) return known;
  const parts = parse(format);
  if (typeof parts === 'string') throw new RangeError(`Number format ${format}: ${parts}`);
  if (compiled.size > 1000) compiled.clear();
  compiled.set(format, parts);
  return parts;
}

/** The number of a sequence value on a date. A value past its padding widens the number. */
export function renderNumber(
  format: string,
  seq: bigint,
  date: LocalDate,
  fiscalYearStart = 1,
): string {
  let text = '';
  for (const part of partsOf(format)) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'date') text += datePart(part.token, date, fiscalYearStart);
    else text += seq.toString().padStart(part.width, '0');
  }
  return text;
}

/** The years in which the fiscal year of a day begins and ends. */
function fiscalYearOf(
  date: LocalDate,
  start = 1,
): { readonly begins: number; readonly ends: number } {
  const { year, month } = dateParts(date);
  const begins = month >= start ? year : year - 1;
  return { begins, ends: start === 1 ? begins : begins + 1 };
}

function isFiscal(token: DateToken): token is FiscalToken {
  return (FISCAL_TOKENS as readonly DateToken[]).includes(token);
}

function fiscalPart(token: FiscalToken, date: LocalDate, start: number): string {
  const { begins, ends } = fiscalYearOf(date, start);
  const [whole, ending] = [String(ends).padStart(4, '0'), twoDigits(ends)];
  if (token === 'FYYYY') return whole;
  return token === 'FY' || begins === ends ? ending : `${twoDigits(begins)}-${ending}`;
}

const twoDigits = (year: number) => String(year).padStart(4, '0').slice(2);

function datePart(token: DateToken, date: LocalDate, fiscalYearStart: number): string {
  if (isFiscal(token)) return fiscalPart(token, date, fiscalYearStart);
  if (token === 'YYYY') return date.slice(0, 4);
  if (token === 'YY') return date.slice(2, 4);
  if (token === 'MM') return date.slice(5, 7);
  if (token === 'DD') return date.slice(8, 10);
  return String(Math.floor((dateParts(date).month - 1) / 3) + 1);
}
