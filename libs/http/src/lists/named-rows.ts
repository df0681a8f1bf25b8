import type { Database, Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { namedRecords, type ListDefinition, type ListNarrowing } from '@quittance/lists';
import { ListField } from '../input/nested-fields.js';
import { IdField, TextField } from '../input/text-fields.js';
import type { PointedRows } from './pointed-rows.js';

/** Of a type-ahead. */
export const MOST_NAMED = 50;
const LONGEST = 300;

type FoundByName = Awaited<ReturnType<typeof namedRecords.find>>[number];

/** A record as somebody picks it. */
export class FoundRowDto {
  @IdField() id: string;
  @TextField({ max: LONGEST, nullable: true, description: 'Its name or number.' })
  label: string | null;
  @TextField({
    max: LONGEST,
    nullable: true,
    description: 'What tells it from others of the name: its account, address or status.',
  })
  context: string | null;
}

export class FoundListDto {
  @ListField(() => FoundRowDto, { maxItems: MOST_NAMED }) data: FoundRowDto[];
}

export interface NamedCall {
  readonly text: string;
  readonly most: number;
  /** The field that one is picked for; the records of the list themselves without it. */
  readonly field?: string;
  /** The account of the record, where what the field points at is to be of the same. */
  readonly accountId?: string;
}

/** The records of a list whose names begin so, as somebody picks one. */
export function rowsNamed(
  ctx: Ctx,
  db: Database,
  pointed: PointedRows,
  {
    list,
    call,
    narrowing,
  }: {
    readonly list: ListDefinition;
    readonly call: NamedCall;
    readonly narrowing: ListNarrowing | undefined;
  },
): Promise<FoundListDto> {
  return db.read(ctx, async (tx) => {
    const found = await namedRecords.find(tx, list, { ...call, narrowing });
    return { data: await pickable(tx, pointed, found) };
  });
}

/** A list that is looked through beside others, as somebody may see it. */
export interface SearchedList {
  readonly ctx: Ctx;
  readonly list: ListDefinition;
}

/** With how near it comes: 0 where it is named so, 1 where its name begins so. */
export type FoundRow = FoundRowDto & Pick<FoundByName, 'rank'>;

/** The same of many lists at once: their statements leave together. */
export function foundIn(
  ctx: Ctx,
  db: Database,
  pointed: PointedRows,
  { lists, call }: { readonly lists: readonly SearchedList[]; readonly call: NamedCall },
): Promise<readonly (readonly FoundRow[])[]> {
  return db.read(ctx, async (tx) => {
    const found = await Promise.all(
      lists.map((each) => namedRecords.find(tx, each.list, { ...call, ctx: each.ctx })),
    );
    const rows = await pickable(tx, pointed, found.flat());
    let at = 0;
    return found.map((of) => of.map(({ rank }) => ({ ...(rows[at++] as FoundRowDto), rank })));
  });
}

/** With the names of the accounts that they are about, as far as the actor may see these. */
export async function pickable(
  tx: Tx,
  pointed: PointedRows,
  found: readonly FoundByName[],
): Promise<FoundRowDto[]> {
  const accounts = found.flatMap(({ account }) => account ?? []);
  const titles =
    accounts.length > 0 ? await pointed.titles(tx, 'account', accounts) : new Map<string, string>();
  return found.map(({ id, label, context, account }) => {
    const name = account === null ? undefined : titles.get(account);
    const told = [...(name === undefined ? [] : [name]), ...context];
    const line = [...new Set(told)].filter((text) => text !== label).join(' · ');
    return {
      id,
      label: label === null ? null : cut(label),
      context: line === '' ? null : cut(line),
    };
  });
}

function cut(text: string): string {
  const signs = [...text];
  return signs.length <= LONGEST ? text : `${signs.slice(0, LONGEST - 1).join('')}…`;
}
