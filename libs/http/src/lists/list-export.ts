import { EnumField } from '../input/text-fields.js';
import { BesideList } from './beside-list.js';
import type { ListCall } from './list-params.decorator.js';

const FORMATS = ['csv', 'jsonl'] as const;

/** `@ListParams('format') call: ListCall, @Query() { format }: ExportQuery` */
export class ExportQuery extends BesideList {
  @EnumField(FORMATS, { optional: true, description: '`csv` unless told.' })
  format?: (typeof FORMATS)[number];
}

/** The call of a list as the download that is asked for. */
export function exportOf(call: ListCall, format: string | undefined): ListCall {
  return { ...call, format: format === 'jsonl' ? 'ndjson' : 'csv' };
}
