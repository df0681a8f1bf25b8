import type { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import {
  namedRecords,
  sight,
  type ListDefinition,
  type ListField,
  type ListNarrowing,
} from '@quittance/lists';
import { permissionDenied } from '../http.errors.js';
import {
  asking,
  asPicked,
  MOST_NAMED,
  type FoundListDto,
  type Looked,
  type NamedCall,
} from './named-rows.js';
import type { PointedRows } from './pointed-rows.js';
import { wrongQuery } from './wrong-query.js';

interface Picking {
  readonly list: ListDefinition;
  readonly call: NamedCall;
}

type Found = Awaited<ReturnType<typeof namedRecords.find>>;

/**
 * What a field of a list's records may be made to point at, by the beginning of its name: what is
 * named so, then what the latest records point at by that field, then the others.
 * @throws DomainError malformed_request, permission_denied
 */
export async function rowsAccepted(
  ctx: Ctx,
  db: Database,
  pointed: PointedRows,
  { list, call }: Picking,
): Promise<FoundListDto> {
  const name = call.field ?? '';
  const field = Object.hasOwn(list.fields, name) ? list.fields[name] : undefined;
  // What a record is named by is no field of its form.
  const isAsked = name !== 'id' && !field?.refusal;
  const target = isAsked ? field?.shows?.target : undefined;
  const choices = target === undefined ? undefined : await pointed.choices(ctx, target);
  if (!field || !choices) {
    throw wrong('for', 'unknown_field', 'is no field that points at records of one kind');
  }
  if (!choices.isShown) {
    throw permissionDenied({ resource: choices.resource ?? name, action: 'view' });
  }
  const { named: _, ...unnamed } = choices;
  const asked = { ...unnamed, ...sight.names(ctx, choices) };
  const narrowing = sharedBy(field, asked, call.accountId);
  const accountName = await pointed.naming(ctx, 'account');
  const { text, most } = call;
  const among = { list, field, most: MOST_NAMED };
  const question = { text, narrowing, accountName };
  const [last, others] = await asking(ctx, db, { lists: [asked], text }, (tx) =>
    Promise.all([
      namedRecords.find(tx, asked, { ...question, most: MOST_NAMED, among }),
      namedRecords.find(tx, asked, { ...question, most }),
    ]),
  );
  return { data: merged(last, others, most).map(asPicked) };
}

/** Of those that were used, the last first. */
function merged(last: Found, others: Found, most: number): Found {
  const known = new Set(last.map(({ id }) => id));
  const all = [...last, ...others.filter(({ id }) => !known.has(id))];
  const isNamed = ({ rank }: Found[number]) => (rank === 0 ? 0 : 1);
  return all.toSorted((a, b) => isNamed(a) - isNamed(b)).slice(0, most);
}

/** Of the account of the record alone, or of none. @throws DomainError malformed_request */
function sharedBy(
  { shows }: ListField,
  { fields }: Looked,
  accountId: string | undefined,
): ListNarrowing | undefined {
  if (accountId === undefined) return undefined;
  const there = shows?.shared === 'accountId' ? fields.accountId : undefined;
  if (!there) throw wrong('accountId', 'not_allowed', 'is asked of no field like this one');
  return (bind) => `(${there.sql} = ${bind(accountId)}::uuid or ${there.sql} is null)`;
}

function wrong(parameter: string, code: string, message: string) {
  return wrongQuery([{ parameter, code, message }]);
}
