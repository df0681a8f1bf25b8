import type { LocalDate } from '@quittance/calendar';
import { KINDS, type Field, type ReadContext } from '@quittance/fields';
import type { Currency } from '@quittance/money';

const TRUE = /^(true|yes|1)$/i;
const FALSE = /^(false|no|0)$/i;

/** Telephone numbers are read alike in every record. */
const NOWHERE: ReadContext = {
  today: '2026-01-01' as LocalDate,
  timeZone: 'UTC',
  baseCurrency: 'EUR' as Currency,
  previous: null,
  valueOf: () => null,
};

/**
 * The text of a cell as the JSON that a body would have; what does not fit stays text and is
 * refused.
 */
export function cellValue(
  field: Pick<Field, 'type'> & Partial<Field>,
  text: string,
  country: string | null = null,
): unknown {
  switch (field.type) {
    case 'boolean':
      return TRUE.test(text.trim()) ? true : FALSE.test(text.trim()) ? false : text;
    case 'multi_select': {
      const chosen = text.trimStart().startsWith('[') ? parsed(text) : separated(text);
      return Array.isArray(chosen) ? chosen.map((each) => codeOf(field, each)) : chosen;
    }
    case 'file':
      return text.trimStart().startsWith('[') ? parsed(text) : separated(text);
    case 'picklist':
      return codeOf(field, text.trim());
    case 'phone':
      return numberOf(field, text.trim(), country);
    case 'percent':
      return text.trim().replace(/\s*%$/, '');
    case 'json':
      return parsed(text);
    case 'text':
    case 'textarea':
    case 'rich_text':
      return text;
    default:
      return text.trim();
  }
}

/** The code of a choice that is named by its label; codes come first. */
function codeOf({ settings }: Partial<Field>, text: unknown): unknown {
  const options = settings?.options;
  if (!options || typeof text !== 'string' || options.some(({ code }) => code === text))
    return text;
  const named = options.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  return named.length === 1 ? named[0]?.code : text;
}

function numberOf(field: Partial<Field>, text: string, country: string | null): string {
  if (country === null || text.startsWith('+') || !field.settings) return text;
  const settings = { defaultCountry: country, ...field.settings };
  const { value } = KINDS.phone.read(text, { ...(field as Field), settings }, NOWHERE) as {
    value?: unknown;
  };
  return typeof value === 'string' ? value : text;
}

function separated(text: string): string[] {
  return text
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
