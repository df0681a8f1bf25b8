import { EnumField, type ListCall } from '@quittance/http/host';

const FORMATS = ['csv', 'jsonl'] as const;

export class ExportQuery {
  @EnumField(FORMATS, { optional: true, description: '`csv` unless told.' })
  format?: (typeof FORMATS)[number];
}

/** The call of a list as the download that is asked for. */
export function exportOf(call: ListCall, format: string | undefined): ListCall {
  return { ...call, format: format === 'jsonl' ? 'ndjson' : 'csv' };
}
