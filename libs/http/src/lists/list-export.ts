import type { CountryCells } from '@quittance/mass';
import { EnumField } from '../input/text-fields.js';
import { BesideList } from './beside-list.js';
import type { ListFormat } from './list-format.js';
import type { ListCall } from './list-call.js';

export const EXPORT_FORMATS = ['csv', 'jsonl', 'xlsx'] as const;

const ACCEPTED: Readonly<Record<string, ListFormat>> = { jsonl: 'ndjson', xlsx: 'xlsx' };

/** `@ListParams('format') call: ListCall, @Query() { format }: ExportQuery` */
export class ExportQuery extends BesideList {
  @EnumField(EXPORT_FORMATS, { optional: true, description: '`csv` unless told.' })
  format?: (typeof EXPORT_FORMATS)[number];
}

/** The call of a list as the download that is asked for. */
export function exportOf(
  call: ListCall,
  format: string | undefined,
  country: CountryCells = {},
): ListCall {
  return { ...call, format: ACCEPTED[format ?? ''] ?? 'csv', isDownload: true, country };
}
