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
export async function rowsNamed(
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
  const accountName = await pointed.naming(ctx, 'account');
  const question = { ...call, narrowing, accountName };
  const found = await asking(ctx, db, { lists: [list], text: call.text }, (tx) =>
    namedRecords.find(tx, list, question),
  );
  return { data: found.map(asPicked) };
}

/** In one flight, where each list is asked by one statement. */
export function asking<T>(
  ctx: Ctx,
  db: Database,
  { lists, text }: { readonly lists: readonly Looked[]; readonly text: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const isOne = lists.every((list) => namedRecords.isOneStatement(list, text));
  return isOne ? db.readInOneFlight(ctx, work) : db.read(ctx, work);
}

export type Looked = Parameters<typeof namedRecords.find>[1];

/** A list that is looked through beside others, as somebody may see it. */
export interface SearchedList {
  readonly ctx: Ctx;
  readonly list: ListDefinition;
}

/** With how near it comes: 0 where it is named so, 1 where its name begins so. */
export type FoundRow = FoundRowDto & Pick<FoundByName, 'rank'>;

const NOTHING: ReturnType<typeof namedRecords.find> = Promise.resolve([]);

/** The same of many lists at once: those that may have any are asked together. */
export async function foundIn(
  ctx: Ctx,
  db: Database,
  pointed: PointedRows,
  { lists, call }: { readonly lists: readonly SearchedList[]; readonly call: NamedCall },
): Promise<readonly (readonly FoundRow[])[]> {
  const accountName = await pointed.naming(ctx, 'account');
  // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
  const ask = (tx: Tx, each: SearchedList) =>
    namedRecords.find(tx, each.list, { accountName, ctx: each.ctx, ...call });
  const { text } = call;
  const all = lists.map(({ list }) => list);
  const likely = await db.readInOneFlight(ctx, (tx) => namedRecords.likely(tx, all, text));
  const looked = all.filter((_, at) => likely[at]);
  if (looked.length === 0) return lists.map(() => []);
  const found = await asking(ctx, db, { lists: looked, text }, (tx) =>
    Promise.all(lists.map((each, at) => (likely[at] ? ask(tx, each) : NOTHING))),
  );
  return found.map((of) => of.map((each) => ({ rank: each.rank, ...asPicked(each) })));
}

/** With the name of the account that it is about, as far as the actor may see it. */
export function asPicked({ id, label, context, account }: FoundByName): FoundRowDto {
  const told = [...(account === null || account === '' ? [] : [account]), ...context];
  const line = [...new Set(told)].filter((text) => text !== label).join(' · ');
  return {
    id,
    label: label === null ? null : cut(label),
    context: line === '' ? null : cut(line),
  };
}

function cut(text: string): string {
  const signs = [...text];
  return signs.length <= LONGEST ? text : `${signs.slice(0, LONGEST - 1).join('')}…`;
}
