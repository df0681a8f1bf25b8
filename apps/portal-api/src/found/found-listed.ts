import type { Tx } from '@quittance/database';
import { IdField, TextField } from '@quittance/http/host';
import {
  listPage,
  parseListRequest,
  type ListDefinition,
  type ListNarrowing,
} from '@quittance/lists';
import type { PortalDirectory } from '@quittance/portal';
import { noticePath } from '@quittance/portal/host';

export const MOST_FOUND = 20;
const LONGEST = 200;

export class SearchTextQuery {
  @TextField({ min: 2, max: 100, description: 'A number or a name, or a part of it.' }) q: string;
}

/** What is found, as search answers it: nothing of it is a price. */
export class FoundBaseDto {
  @IdField() id: string;
  @TextField({ max: LONGEST, description: 'Its number or name.' }) label: string;
  @TextField({ max: LONGEST, description: 'Where it is in the portal.' }) path: string;
}

export interface Found extends FoundBaseDto {
  readonly object: string;
}

/** By what each of them is called. */
const NAMES = [
  'number',
  'opportunityName',
  'endCustomerName',
  'customerName',
  'name',
  'fileName',
] as const;

interface Looked<Row, Item extends object> {
  readonly object: string;
  readonly list: ListDefinition<Row, Item>;
  readonly within: ListNarrowing;
}

/** The first of a list that have the text. */
export async function foundListed<Row, Item extends object>(
  tx: Tx,
  { directory, text }: { readonly directory: PortalDirectory; readonly text: string },
  { object, list, within }: Looked<Row, Item>,
): Promise<readonly Found[]> {
  const query = { search: text, cursor: '', pageSize: String(MOST_FOUND) };
  const { data } = await listPage(tx, list, parseListRequest(list as never, query), within);
  return data.map((item) => {
    const { id, ...members } = item as { id: string } & Readonly<Record<string, unknown>>;
    const names = NAMES.flatMap((name) => (members[name] ? [String(members[name])] : []));
    const label = [...names.join(' · ')].slice(0, LONGEST).join('');
    return { object, id, label, path: noticePath(directory, object, id) };
  });
}
