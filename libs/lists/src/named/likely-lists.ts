import type { Tx } from '@quittance/database';
import type { Bind, ListDefinition, WordQuestion } from '../list-definition.js';
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
  if (asked === '') return lists.map(() => true);
  const { params, bind } = binder();
  const question = { company: bind(tx.ctx.companyId), bind: bindsOnce(bind) };
  const begun = begunAs(asked).map((each) => keyRange(each, question.bind));
  const any = lists.map((list) => anyNamed(list, asked, { ...question, begun }));
  const asking = any.filter((condition) => condition !== null);
  if (asking.length === 0) return lists.map(() => true);
  tx.planOnce();
  const statement = prepared(`select array[${asking.join(',\n')}] as there`);
  const { there } = await tx.one<{ readonly there: readonly boolean[] }>(statement, params);
  const answers = there.values();
  return any.map((condition) => condition === null || answers.next().value === true);
}

interface Question extends WordQuestion {
  readonly begun: readonly ReturnType<typeof keyRange>[];
}

/** SQL of whether there is any; null where that is no less work than to look for it. */
function anyNamed(list: Listed, text: string, { begun, ...asked }: Question): string | null {
  const naming = listNaming(list);
  if (!naming) return null;
  if (naming.words) return naming.any?.(text, asked) ?? null;
  const { keys } = naming;
  if (keys.length === 0) return null;
  const company = `${companyColumn(list as ListDefinition)} = ${asked.company}::uuid`;
  const where = list.where === undefined ? company : `${company} and ${list.where}`;
  const each = keys.flatMap((key) =>
    begun.map((range) => `exists (select from ${list.from} where ${where} and ${range(key)})`),
  );
  return `(${each.join(' or ')})`;
}

/** All lists ask for the same texts. */
function bindsOnce(bind: Bind): Bind {
  const bound = new Map<unknown, string>();
  return (value) => {
    const place = bound.get(value) ?? bind(value);
    bound.set(value, place);
    return place;
  };
}
