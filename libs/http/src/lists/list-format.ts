import { notAcceptable } from '../http.errors.js';

/** A workbook is asked for by the download's own route alone. */
export type ListFormat = 'json' | 'csv' | 'ndjson' | 'xlsx';

const FORMATS: Readonly<Record<string, ListFormat>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  'text/csv': 'csv',
  'text/*': 'csv',
  'application/x-ndjson': 'ndjson',
};

interface Preference {
  readonly type: string;
  readonly quality: number;
}

function preference(part: string): Preference {
  const [type = '', ...params] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const q = params.find((param) => param.startsWith('q='));
  const quality = q === undefined ? 1 : Number(q.slice(2));
  return { type, quality: Number.isFinite(quality) ? quality : 0 };
}

/**
 * The form of a list that `Accept` prefers; JSON when it says nothing.
 * @throws DomainError not_acceptable
 */
export function acceptedFormat(accept: string | undefined): ListFormat {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json') {
    return 'json';
  }
  let best: { format: ListFormat; quality: number } | undefined;
  for (const { type, quality } of accept.split(',').map(preference)) {
    const format = FORMATS[type];
    if (format && quality > (best?.quality ?? 0)) best = { format, quality };
  }
  if (!best) throw notAcceptable();
  return best.format;
}
