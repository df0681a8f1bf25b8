import type { Database, Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import {
  namedRecords,
  sight,
  type ListDefinition,
  type ListField,
  type ListNarrowing,
} from '@quittance/lists';
import { permissionDenied } from '../http.errors.js';
import { MOST_NAMED, pickable, type FoundListDto, type NamedCall } from './named-rows.js';
import type { PointedRows } from './pointed-rows.js';
import { wrongQuery } from './wrong-query.js';

interface Picking {
  readonly list: ListDefinition;
  readonly call: NamedCall;
}

type Looked = Parameters<typeof namedRecords.find>[1];
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
  return db.read(ctx, async (tx) => {
    const [used, others] = await Promise.all([
      namedRecords.lastPointedAt(tx, list, field, MOST_NAMED),
      namedRecords.find(tx, asked, { text: call.text, most: call.most, narrowing }),
    ]);
    const last = used.length > 0 ? await foundAmong(tx, asked, call, { used, narrowing }) : [];
    return { data: await pickable(tx, pointed, merged(last, others, call.most)) };
  });
}

/** Of those that were used, the last first. */
async function foundAmong(
  tx: Tx,
  list: Looked,
  { text }: NamedCall,
  among: { readonly used: readonly string[]; readonly narrowing: ListNarrowing | undefined },
): Promise<Found> {
  const { used, narrowing } = among;
  const isUsed: ListNarrowing = (bind) => {
    const named = `${list.id} = any(${bind(used)}::uuid[])`;
    return narrowing ? `${named} and (${narrowing(bind)})` : named;
  };
  const found = await namedRecords.find(tx, list, { text, most: MOST_NAMED, narrowing: isUsed });
  return found.toSorted((a, b) => used.indexOf(a.id) - used.indexOf(b.id));
}

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
