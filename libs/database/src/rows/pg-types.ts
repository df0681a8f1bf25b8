import pg from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

const MILLISECONDS = '09:30:00.123'.length;

/** `2026-03-01 09:30:00.123456+00` → `2026-03-01T09:30:00.123Z`; sessions run in UTC. */
export function instantText(text: string): string {
  const space = text.indexOf(' ');
  const time = text.slice(space + 1, -3);
  const whole = time.includes('.') ? time : `${time}.`;
  const exact = whole.slice(0, MILLISECONDS).padEnd(MILLISECONDS, '0');
  return `${text.slice(0, space)}T${exact}Z`;
}

const asText = (text: string) => text;

const PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: BigInt,
  [DATE]: asText,
  [DATE_ARRAY]: (text) => text.slice(1, -1).split(',').filter(Boolean),
  [INT8_ARRAY]: (text) => text.slice(1, -1).split(',').filter(Boolean).map(BigInt),
  [NUMERIC]: asText,
  [TIMESTAMPTZ]: instantText,
};

/** Dates and instants stay text, `bigint` columns are BigInt, `numeric` is exact text. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format ?? 'text')) as never,
};
