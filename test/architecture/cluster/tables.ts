import { companyRelations } from '../foreign-sql';
import { UNKNOWN } from '../sql-text';
import { PARAMETER, ofScopes } from './form';
import type { Form } from './form';
import type { Scope } from './scopes';

interface Table {
  readonly relation: string;
  /** Its name in the statement. */
  readonly alias: string;
}

const NO_ALIAS =
  /^(?:set|where|on|join|left|right|inner|full|cross|natural|order|group|limit|for|using|returning|having|offset|window|tablesample)$/;

/** The tables of companies that a statement reads or changes; not the one it inserts into. */
function tablesOf({ words }: Scope): Table[] {
  return words.flatMap((word, at) => {
    const isRead = companyRelations.has(word) && words[at - 1] !== 'into' && words[at + 1] !== '(';
    if (!isRead) return [];
    const next = words[at + 1] === 'as' ? words[at + 2] : words[at + 1];
    const isAlias = next !== undefined && /^[a-z_]\w*$/.test(next) && !NO_ALIAS.test(next);
    return [{ relation: word, alias: isAlias ? next : (word.split('.')[1] ?? '') }];
  });
}

/** A company's own row bears it as its id. */
const companyOf = ({ relation }: Table): string =>
  /^company\.(?:pub_)?company$/.test(relation) ? 'id' : 'company_id';

/** With what the company of a table is compared in its statement. */
function comparedWith({ words }: Scope, table: Table, isAlone: boolean): string[] {
  const column = companyOf(table);
  const names = [`${table.alias}.${column}`, `${table.relation}.${column}`];
  if (isAlone) names.push(column);
  return words.flatMap((word, at) => {
    if (!names.includes(word)) return [];
    if (words[at + 1] === '=') return [words[at + 2] ?? ''];
    return words[at - 1] === '=' ? [words[at - 2] ?? ''] : [];
  });
}

function withoutCompany(scope: Scope): string[] {
  // Of a piece that only running it tells somebody else knows what stands in it.
  if (scope.words.some((word) => word.includes(UNKNOWN))) return [];
  const tables = tablesOf(scope).map((table, _, all) => ({
    ...table,
    others: comparedWith(scope, table, all.length === 1),
  }));
  const aliases = tables.map(({ alias }) => alias);
  // Of the same list and no table: what a `with` or a statement in it is called.
  const isNamed = (name: string) => scope.words.includes(name) && !aliases.includes(name);
  const own = new Set<string>();
  for (let before = -1; before < own.size;) {
    before = own.size;
    for (const { alias, others } of tables) {
      const isOwn = others.some((other) => {
        const [name = '', column = ''] = other.split('.');
        const isCompany = /^(?:company_)?id$/.test(column) && (own.has(name) || isNamed(name));
        return isCompany || PARAMETER.test(other);
      });
      if (isOwn) own.add(alias);
    }
  }
  return tables
    .filter(({ alias }) => !own.has(alias))
    .map(({ relation, alias }) => `${relation} ${alias}`);
}

/**
 * What a table is compared with is a parameter, or the company of another in the same list, from
 * which the planner concludes. Of the statement around it that holds only sometimes: under an OR,
 * in a select list or a `lateral` every shard is asked, and a lock is refused.
 */
const WITHOUT_COMPANY: Form = {
  name: 'a table without a company of its own',
  find: ofScopes(withoutCompany),
  refused: [
    `select s.name from billing.schedule s where s.id = $1`,
    `select s.id from billing.schedule s where s.company_id = $1 and (s.frequency = 'monthly'
     or not exists (select from billing.schedule_line l
       where l.company_id = s.company_id and l.schedule_id = s.id)) for no key update of s`,
    `select array(select h.role_id from access.user_role h where h.company_id = u.company_id)
     from identity.pub_user u where u.company_id = $1`,
    `select s.id from billing.schedule s join billing.schedule_line l on l.schedule_id = s.id
     where s.company_id = $1`,
    `select u.id, (select count(*) from access.user_role h join access.role r
       on r.company_id = h.company_id and r.id = h.role_id where h.company_id = u.company_id)
     from identity.pub_user u where u.company_id = $1`,
    `update billing.schedule s set version = 1 from billing.schedule_line l
     where s.company_id = $1 and l.schedule_id = s.id`,
    `delete from billing.schedule where id = $1`,
  ],
  taken: [
    `select s.name from billing.schedule s where s.company_id = $1 and s.id = $2`,
    `select s.id from billing.schedule s where s.company_id = $1 and (s.frequency = 'monthly'
     or not exists (select from billing.schedule_line l
       where l.company_id = $1 and l.schedule_id = s.id)) for no key update of s`,
    `select s.id from billing.schedule s join billing.schedule_line l
     on l.company_id = s.company_id and l.schedule_id = s.id where s.company_id = :companyId`,
    `with a as (select company_id, id from billing.schedule where company_id = $1)
     select l.id from a join billing.schedule_line l on l.company_id = a.company_id`,
    `select s.id from company.pub_company k join billing.schedule s on s.company_id = k.id
     where k.id = $1`,
    `delete from billing.schedule where company_id = $1 and id = $2`,
  ],
};

export const TABLE_FORMS: readonly Form[] = [WITHOUT_COMPANY];
