import { sql, type Tx } from '@quittance/database';
import type { CheckedFormula, FormulaField, FormulaValue } from '@quittance/formula';
import type { Actor } from '@quittance/kernel';

/** As formulas write who has made the change that they are asked about. */
const USER = '$User';

/**
 * `id`, `email` and `roles` of a person who works here; `kind` and `name` of everybody, a key, a
 * user of a portal or the system itself among them. The names of the roles stand between
 * semicolons.
 */
const MEMBERS: ReadonlySet<string> = new Set(['id', 'kind', 'name', 'email', 'roles']);
const READ: ReadonlySet<string> = new Set(['email', 'roles']);

const PERSON = sql(`
  select u.email, coalesce((select string_agg(r.name, ';' order by lower(r.name))
      from access.pub_role_holder h
      join access.pub_role r on r.company_id = $1 and r.id = h.role_id
      where h.company_id = $1 and h.user_id = $2), '') as roles
  from identity.pub_user u where u.company_id = $1 and u.id = $2`);

function isNamed([first]: readonly string[]): boolean {
  return first === USER;
}

function field([, member = '']: readonly string[]): FormulaField | undefined {
  return MEMBERS.has(member) ? { type: 'text' } : undefined;
}

/** What formulas see of an actor: a statement where one of them asks for what no event says. */
async function read(
  tx: Tx,
  { kind, id, name }: Actor,
  formulas: readonly CheckedFormula[],
): Promise<(path: readonly string[]) => FormulaValue> {
  const asked = formulas.flatMap(({ paths }) => paths.filter(isNamed));
  const isPerson = kind === 'staff' && id !== null;
  const reads = isPerson && asked.some(([, member = '']) => READ.has(member));
  const person = reads
    ? await tx.maybe<{ email: string; roles: string }>(PERSON, [tx.ctx.companyId, id])
    : undefined;
  const known: Readonly<Record<string, string | null>> = {
    kind,
    name,
    id: isPerson ? id : null,
    email: person?.email ?? null,
    roles: person?.roles ?? null,
  };
  return ([, member = '']) => known[member] ?? null;
}

/** Who has made a change, as `$User` of the formulas of rules. */
export const rulesActor = { isNamed, field, read } as const;
