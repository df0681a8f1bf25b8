import type { Tx } from '@quittance/database';
import type { Bind, ListDefinition } from '../list-definition.js';
import { companyColumn } from '../list-joins.js';
import { binder } from '../list-statement.js';
import { shapesOf } from '../prepared-shape.js';
import { begunAs, keyRange } from './begun-keys.js';
import { listNaming, type Listed } from './list-naming.js';

const prepared = shapesOf(300);

/**
 * Which of many lists may have a record that is named by a text, in one statement that asks each
 * index whether there is any, whoever may see it: most have none, and need not be asked for it.
 */
export async function likelyLists(
  tx: Tx,
  lists: readonly Listed[],
  text: string,
): Promise<readonly boolean[]> {
  const asked = text.trim();
  const { params, bind } = binder();
  const company = bind(tx.ctx.companyId);
  const namings = lists.map(listNaming);
  const kept = namings.flatMap((naming) => naming?.kept ?? []);
  const kinds = kept.map(({ kind }) => kind);
  const worded = kept[0]?.any(asked, kinds, { company, bind }) ?? null;
  const keyed = asked === '' ? [] : lists.filter((list) => hasKeys(list));
  if (worded === null && keyed.length === 0) return lists.map(() => true);
  const there = anyOfKeys(keyed, asked, { company, bind });
  tx.planOnce();
  const statement = prepared(`select ${worded ?? 'null'} as kinds, ${there} as keyed`);
  const found = await tx.one<Found>(statement, params);
  return lists.map((list, at) => {
    const kind = namings[at]?.kept?.kind;
    if (kind !== undefined) return found.kinds?.includes(kind) ?? true;
    const place = keyed.indexOf(list);
    return place < 0 || found.keyed?.[place] === true;
  });
}

interface Found {
  readonly kinds: readonly string[] | null;
  readonly keyed: readonly boolean[] | null;
}

function hasKeys(list: Listed): boolean {
  const naming = listNaming(list);
  return naming !== undefined && !naming.words && naming.keys.length > 0;
}

/** SQL of whether each list has what begins so in one of its keys, by one scan for each key. */
function anyOfKeys(
  lists: readonly Listed[],
  text: string,
  { company, bind }: { readonly company: string; readonly bind: Bind },
): string {
  if (lists.length === 0) return 'null';
  const begun = bind(begunAs(text));
  const each = lists.map((list) => {
    const own = `${companyColumn(list as ListDefinition)} = ${company}::uuid`;
    const where = list.where === undefined ? own : `${own} and ${list.where}`;
    const keys = listNaming(list)?.keys ?? [];
    const any = keys.map(
      (key) => `exists (select from unnest(${begun}::text[]) begun_as (text)
        cross join lateral (select from ${list.from}
          where ${where} and ${keyRange('begun_as.text', key)} limit 1) any_row)`,
    );
    return `(${any.join(' or ')})`;
  });
  return `array[${each.join(',\n')}]`;
}
