import { isCurrency } from '@quittance/money';
import type { FieldError } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';

/** Digits after the point of a rate. */
export const RATE_SCALE = 10;
/** The smallest rate that can be kept: none is zero. */
export const SMALLEST_RATE = '0.0000000001';

/** Who says a rate of which nobody is named. */
export const DEFAULT_SOURCE = 'manual';

/** What names the rate that a row is about; undefined where it does not say enough. */
export function rateName(row: Readonly<Record<string, unknown>>): string | undefined {
  const { base, quote, day, source = DEFAULT_SOURCE } = row;
  const parts = [base, quote, day, source];
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  return completedRate({ base, quote, day, source } as FieldValues).name as string;
}

/** Codes in upper case, and what names the rate: `EUR/USD 2026-11-22 ECB`. */
export function completedRate({ base, quote, day, source }: FieldValues): FieldValues {
  const [from, to] = [base, quote].map((code) => String(code).toUpperCase());
  const said = String(source).trim();
  return {
    base: from ?? null,
    quote: to ?? null,
    source: said,
    name: `${from}/${to} ${String(day)} ${said}`,
  };
}

/** What is wrong with the pair. */
export function pairFaults({ base, quote }: FieldValues): FieldError[] {
  const unknown = Object.entries({ base, quote }).filter(([, code]) => !isCurrency(code));
  if (unknown.length > 0) {
    const message = 'must be an ISO 4217 code such as EUR';
    return unknown.map(([name]) => ({ pointer: `/${name}`, code: 'enum', message }));
  }
  if (base !== quote) return [];
  return [{ pointer: '/quote', code: 'same', message: 'must be another currency' }];
}
