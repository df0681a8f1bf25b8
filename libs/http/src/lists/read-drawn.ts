import { invalidListRequest, type ReadList } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import type { ListCall } from './list-call.js';
import {
  AS_IT_IS,
  readRowFields,
  rowField,
  type Askable,
  type Drawn,
  type RowField,
} from './row-fields.js';

/**
 * How the rows of a list are to be drawn, by the request and the view that it is asked with.
 * @throws DomainError invalid_list_request, validation_failed
 */
export async function readDrawn(
  ctx: Ctx,
  { list, pointed }: Pick<Askable, 'list' | 'pointed'>,
  { query, format, members }: ListCall,
  stored: ReadList | null,
): Promise<Drawn> {
  const asked = { list, pointed, documented: members };
  const display = readDisplay(query.display, format);
  if (query.fields !== undefined) {
    return { fields: await readRowFields(ctx, asked, query.fields), besides: [], display };
  }
  // The columns of a view are told beside the rows; those that no row has are added to them.
  const besides: RowField[] = [];
  for (const name of stored?.columns ?? []) {
    const field = name.includes('.') ? await rowField(ctx, asked, name) : undefined;
    if (field && !field.refusal && (field.through || format !== 'json')) besides.push(field);
  }
  return display || besides.length > 0 ? { fields: null, besides, display } : AS_IT_IS;
}

/** @throws DomainError invalid_list_request */
export function readDisplay(text: string | undefined, format: ListCall['format']): boolean {
  if (text === undefined || text === 'false') return false;
  const fail = (code: string, message: string) =>
    invalidListRequest({}, { errors: [{ parameter: 'display', code, message }] });
  if (text !== 'true') throw fail('enum', 'must be true or false');
  if (format === 'csv') {
    throw fail('state', 'is for JSON; a CSV names its columns by fields, as account.name');
  }
  return true;
}
