import type { Tx } from '@quittance/database';
import { references, type Ctx, type FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { type Fault, type Field, fieldTypes, WrongValue } from '@quittance/fields';
import { pointed, recordMatch, type MatchField, type RecordInput } from '@quittance/objects';
import { NamedTarget, type ImportColumn } from './import-column.js';
import type { RecordProblem } from './record-problem.js';
import type { ImportRow } from './row-names.js';

type Refusal = Omit<FieldError, 'parameter'>;

/** Where the records that a column points at are, as the actor may see them. */
function targetOf(ctx: Ctx, object: CompanyObject, { field }: Pick<ImportColumn, 'field'>) {
  const { target } = field.settings;
  return target === undefined ? undefined : pointed.at(ctx, object.model, target);
}

/** Why what a column points at cannot be named by a member of it: it is no name, or not shown. */
export function unnamedBy(ctx: Ctx, object: CompanyObject) {
  return (column: ImportColumn): Refusal | undefined => {
    const target = targetOf(ctx, object, column);
    const member = column.by ?? '';
    const field = target?.object?.fields.get(member);
    const isName = target?.object
      ? field !== undefined && (isKey(field) || member === target.object.titleField)
      : member === 'name';
    if (
      !target ||
      !isName ||
      target.isHidden(member) ||
      !Object.hasOwn(target.fields('t'), member)
    ) {
      const message = 'is neither the title of what the field points at nor unique there';
      return { code: 'unknown_field', message };
    }
    return target.closed(member);
  };
}

/** By which people are known; two who share an address are told to be several. */
const isKey = ({ unique, type }: Field) => unique || type === 'email';

/** Whose the records are that a row names: they are looked for among those of an account alone. */
interface Owned {
  /** What of such a record points at its account. */
  readonly by: string;
  readonly id: string;
}

interface Named {
  readonly row: ImportRow;
  readonly name: string;
  readonly target: NamedTarget;
}

/**
 * The rows with the ids of the records that they name; in place of one that is of none, or of one
 * of several, stands what is refused with the rest of its row. One statement for each column,
 * however many rows there are.
 */
export async function resolveTargets(
  tx: Tx,
  object: CompanyObject,
  rows: readonly ImportRow[],
  owned?: Owned,
): Promise<readonly ImportRow[]> {
  const columns = new Map<string, Named[]>();
  for (const row of rows) {
    for (const [name, target] of Object.entries(row.values)) {
      if (!(target instanceof NamedTarget)) continue;
      const key = `${name} ${target.member}`;
      columns.set(key, [...(columns.get(key) ?? []), { row, name, target }]);
    }
  }
  if (columns.size === 0) return rows;
  const values = new Map(rows.map((row) => [row, { ...row.values } as Record<string, unknown>]));
  for (const named of columns.values()) {
    const found = await idsNamed(tx, object, named, owned);
    for (const { row, name, target } of named) {
      const ids = found.get(target.text) ?? [];
      const said = ids.length === 1 ? ids[0] : new WrongValue(faultOf(target, ids.length, owned));
      (values.get(row) as Record<string, unknown>)[name] = said;
    }
  }
  return rows.map((row) => ({ ...row, values: values.get(row) ?? row.values }));
}

function faultOf({ member, text }: NamedTarget, found: number, owned?: Owned): Fault {
  const said = JSON.stringify([...text].slice(0, 100).join(''));
  const shown = owned ? `${said} of the account` : said;
  if (found === 0) {
    const message = `There is nothing with the ${member} ${shown}.`;
    return { code: references.notFound.code, message };
  }
  const message = `There are several with the ${member} ${shown}.`;
  return { code: 'ambiguous', message };
}

async function idsNamed(
  tx: Tx,
  object: CompanyObject,
  named: readonly Named[],
  owned?: Owned,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const [
    {
      name,
      target: { member },
    },
  ] = named as readonly [Named];
  const field = object.fields.get(name);
  const target = field && targetOf(tx.ctx, object, { field });
  if (!target) return new Map();
  const texts = [...new Set(named.map(({ target: { text } }) => text))];
  const there = target.object?.fields.get(member);
  if (target.object && there?.unique) {
    const of = target.object;
    const keys = new Map(
      texts.map((text) => [text, recordMatch.key(tx, of, there as MatchField, text)]),
    );
    const asked = [...keys.values()].filter((key) => key !== null);
    const ids = await recordMatch.records(tx, of, there as MatchField, asked);
    return new Map(texts.map((text) => [text, [ids.get(keys.get(text) ?? '') ?? []].flat()]));
  }
  // Addresses are kept in small letters.
  const inRow = (text: string) => (there?.type === 'email' ? text.toLowerCase() : text);
  const params: unknown[] = [tx.ctx.companyId, texts.map(inRow)];
  const scope = target.scope('t', (value) => `$${params.push(value)}`);
  const fields = target.fields('t');
  const { sql } = fields[member] as { readonly sql: string };
  const owner = owned && fields[owned.by]?.sql;
  const among = owner === undefined ? '' : ` and ${owner} = $${params.push(owned?.id)}::uuid`;
  const rows = await tx.rows<{ id: string; key: string }>(
    `select t.id, ${sql} as key from ${target.table} t
     where t.company_id = $1::uuid and ${sql} = any($2::text[])
       and ${target.live('t')}${among}
       ${scope === null ? '' : `and ${scope}`}`,
    params,
  );
  const found = new Map<string, string[]>();
  for (const { id, key } of rows) found.set(key, [...(found.get(key) ?? []), id]);
  return new Map(texts.map((text) => [text, found.get(inRow(text)) ?? []]));
}

/** What a file says instead of an id that nothing has: the id of another company, or no id at all. */
const NO_ID: ReadonlySet<string> = new Set([references.notFound.code, 'format']);

/**
 * With how what a row points at is named, where its id is none of this company; not where it was
 * named.
 */
export function withNamingHints(
  ctx: Ctx,
  object: CompanyObject,
  { problem, values }: { readonly problem: RecordProblem; readonly values: RecordInput },
): RecordProblem {
  const errors = problem.errors.map((error): FieldError => {
    const name = error.pointer?.slice(1) ?? '';
    const field = object.fields.get(name);
    if (!field || !NO_ID.has(error.code) || !fieldTypes.pointing.has(field.type)) return error;
    if (values[name] instanceof WrongValue) return error;
    const target = targetOf(ctx, object, { field });
    if (!target) return error;
    const said = error.message.replace(/[.]$/, '');
    const column = `${name.replace(/Id$/, '')}.${target.object?.titleField ?? 'name'}`;
    const message = `${said}; leave the column \`${name}\` out, or name it by \`${column}\``;
    return { ...error, message };
  });
  return { ...problem, errors };
}

/** What other imports take of it. */
export const namedTargets = {
  /** What a column says of a record by a member of it. */
  of: (member: string, text: string) => new NamedTarget(member, text),
  isOne: (value: unknown): value is NamedTarget => value instanceof NamedTarget,
  resolve: resolveTargets,
  unnamedBy,
} as const;
