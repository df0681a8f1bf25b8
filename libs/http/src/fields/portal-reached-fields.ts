import type { Ctx } from '@quittance/kernel';
import type { Bind, ListDefinition, ListField } from '@quittance/lists';
import { pointed } from '@quittance/objects';

/** What of a list of a portal is looked into through one lookup: its rows within reach. */
export type ReachedList = Pick<ListDefinition, 'from' | 'where' | 'id' | 'fields' | 'scope'>;

/** The alias of the row that a filter looks into. */
const THERE = 'reached';

/**
 * What a list may name through one lookup, as the list of what is pointed at would show it: members
 * that are not shown have no name here either, and a record beyond reach is as empty as none, so
 * that neither a filter nor a sort tells of it.
 */
export function portalReachedFields(
  ctx: Ctx,
  fields: ListDefinition['fields'],
  listOf: (target: string) => ReachedList | undefined,
): (name: string) => ListField | undefined {
  return (name) => {
    const dot = name.indexOf('.');
    const pointer = dot < 1 ? undefined : pointed.by(fields, name.slice(0, dot));
    const list = pointer && listOf(pointer.target);
    const there = name.slice(dot + 1);
    const found = list && Object.hasOwn(list.fields, there) ? list.fields[there] : undefined;
    if (!pointer || !list || !found) return undefined;
    // Indexes of the other list do not serve here.
    const { join: _, notNull: __, approximate: ___, within: ____, beside: _____, ...field } = found;
    const at = (alias: string): ListField => ({
      ...field,
      sql: `${alias}.value`,
      ...(field.currency !== undefined && { currency: `${alias}.currency` }),
    });
    const rows = (bind: Bind) => rowsOf(ctx, list, field, bind);
    const alias = `beside_${pointer.name}_${there.replaceAll(/\W/g, '_')}`;
    return {
      ...at(THERE),
      within: (condition, bind) =>
        `exists (select from (${rows(bind)}) ${THERE}
          where ${THERE}.id = ${pointer.field.sql} and ${condition})`,
      beside: {
        alias,
        field: at(alias),
        join: (bind) => `left join (${rows(bind)}) ${alias} on ${alias}.id = ${pointer.field.sql}`,
      },
    };
  };
}

/** Its rows within reach, with the one member that is asked about. */
function rowsOf(ctx: Ctx, list: ReachedList, { sql, currency }: ListField, bind: Bind): string {
  const [alias] = list.id.split('.');
  const narrowed = [
    `${alias}.company_id = ${bind(ctx.companyId)}::uuid`,
    list.where,
    list.scope?.(ctx, bind),
  ];
  const where = narrowed.filter(Boolean).map((each) => `(${each})`);
  const more = currency === undefined ? '' : `, ${currency} as currency`;
  return `select ${list.id} as id, ${sql} as value${more} from ${list.from}
    where ${where.join(' and ')}`;
}
