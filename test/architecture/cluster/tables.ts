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

/** What a value stands behind. */
const COMPARES = /^(?:=|<>|<|>|<=|>=|\+|-|between|any|in|limit|offset)$/;

/**
 * Whether only running it tells what else is asked of the tables: not where what is put in is a
 * text, a value or a column that is selected.
 */
function isHalfKnown({ words, kind }: Scope): boolean {
  const from = kind === 'select' ? words.indexOf('from') : 0;
  return words.some((word, at) => {
    if (at < from || !word.includes(UNKNOWN) || word.startsWith("'")) return false;
    const isUntil = words[at - 1] === 'and' && words[at - 3] === 'between';
    return !isUntil && !COMPARES.test(words[at - 1] ?? '');
  });
}

function withoutCompany(scope: Scope): string[] {
  if (isHalfKnown(scope)) return [];
  return tablesOf(scope)
    .filter((table, _, { length }) => {
      const others = comparedWith(scope, table, length === 1);
      return !others.some((other) => PARAMETER.test(other) || other === UNKNOWN);
    })
    .map(({ relation, alias }) => `${relation} ${alias}`);
}

/**
 * What the company of each table is compared with is the parameter. From that of another table the
 * planner concludes it only sometimes: not where that one is of a `with`, and not under an OR, in a
 * select list or a `lateral`. Then every shard is asked, and a lock is refused.
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
    `select s.id from billing.schedule s join billing.schedule_line l
     on l.company_id = s.company_id and l.schedule_id = s.id where s.company_id = :companyId`,
    `with a as (select company_id, id from billing.schedule where company_id = $1)
     select l.id from a join billing.schedule_line l on l.company_id = a.company_id`,
    `select ${UNKNOWN} from billing.schedule s where s.name = ${UNKNOWN} and s.type = '${UNKNOWN}'
     and s.start_date between ${UNKNOWN} and ${UNKNOWN}`,
  ],
  taken: [
    `select s.name from billing.schedule s where s.company_id = $1 and s.id = $2`,
    `select s.id from billing.schedule s where s.company_id = $1 and (s.frequency = 'monthly'
     or not exists (select from billing.schedule_line l
       where l.company_id = $1 and l.schedule_id = s.id)) for no key update of s`,
    `select s.id from billing.schedule s left join billing.schedule_line l
     on l.company_id = :companyId and l.schedule_id = s.id where s.company_id = :companyId`,
    `with a as (select id from billing.schedule where company_id = $1)
     select l.id from a join billing.schedule_line l on l.company_id = $1 and l.schedule_id = a.id`,
    `select s.id from company.pub_company k join billing.schedule s on s.company_id = $1
     where k.id = $1`,
    `select ${UNKNOWN} from billing.schedule s where ${UNKNOWN} and s.name = ${UNKNOWN}`,
    `select s.id from billing.schedule s where s.company_id = ${UNKNOWN}::uuid`,
    `delete from billing.schedule where company_id = $1 and id = $2`,
  ],
};

const NAME = `[\\w${UNKNOWN}]+`;
const OF_ANOTHER = new RegExp(
  `\\bcompany_id\\s*=\\s*${NAME}\\.(?:company_id|id)\\b|${NAME}\\.id\\s*=\\s*${NAME}\\.company_id\\b`,
  'gi',
);

/** The same of pieces, which say what they join and not what to. */
const COMPANY_OF_ANOTHER: Form = {
  name: 'a company that is the one of another table',
  find: (text) => text.match(OF_ANOTHER) ?? [],
  refused: [
    `billing.schedule_line l join billing.schedule s on s.company_id = l.company_id`,
    `join ${UNKNOWN} t on t.company_id = r.company_id and t.id = r.record_id`,
    `exists (select from ${UNKNOWN} there where there.company_id = ${UNKNOWN}.company_id)`,
    `company.pub_company k on k.id = s.company_id`,
    `billing.schedule s on s.company_id = k.id`,
  ],
  taken: [
    `billing.schedule_line l join billing.schedule s on s.company_id = $1::uuid`,
    `join ${UNKNOWN} t on t.company_id = ${UNKNOWN} and t.id = r.record_id`,
  ],
};

export const TABLE_FORMS: readonly Form[] = [WITHOUT_COMPANY, COMPANY_OF_ANOTHER];
