import { findProductsNamed, reachedProducts } from '@quittance/catalog';
import { findAccountsByKey, reachedAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { WrongValue, type Field } from '@quittance/fields';
import { isUuid, newId, type AccountId, type FieldError, type ProductId } from '@quittance/kernel';
import { namedTargets } from '@quittance/mass';
import type { CompanyObject } from '@quittance/metadata';
import { ACCOUNT_KEY, sentMembers, SKU, type DocumentShape } from './document-shape.js';

type Body = Readonly<Record<string, unknown>>;

/** A document with the ids of what it names, and what it names that is not there. */
export interface NamedBody {
  readonly body: Body;
  readonly errors: readonly FieldError[];
}

/**
 * The ids of what a document names otherwise: its account by its key, products of its lines, and
 * whatever it points at by a title or a unique field. Where there is no such record stands an id
 * that nothing has, so that the rest of the document is judged all the same.
 */
export async function withIds(
  tx: Tx,
  shape: DocumentShape,
  object: CompanyObject,
  said: Body,
): Promise<NamedBody> {
  const { [ACCOUNT_KEY]: key, ...rest } = said;
  const errors: FieldError[] = [];
  const accountId = typeof key === 'string' ? await accountByKey(tx, key) : undefined;
  const [lines, head] = await Promise.all([
    linesNamed(tx, rest.lines, errors),
    headNamed(tx, shape, object, { said: rest, accountId }, errors),
  ]);
  if (key !== undefined && !accountId) {
    errors.push({ pointer: `/${ACCOUNT_KEY}`, code: 'reference_not_found', message: NO_ACCOUNT });
  }
  const body = { ...head, ...(Array.isArray(rest.lines) && { lines }) };
  if (key === undefined) return { body, errors };
  return { body: { ...body, accountId: accountId ?? newId() }, errors };
}

const NOWHERE: Field['storage'] = { kind: 'computed' };
const NO_PRODUCT = 'There is no such product.';
const NO_ACCOUNT = 'There is no such account.';

async function linesNamed(
  tx: Tx,
  said: unknown,
  errors: FieldError[],
): Promise<readonly unknown[]> {
  const lines = (Array.isArray(said) ? said : []) as readonly unknown[];
  const skus = lines.map(skuOf);
  const asked = skus.flatMap((sku) => sku ?? []);
  if (asked.length === 0) return lines;
  const products = await findProductsNamed(tx, { ids: [], skus: asked });
  const reached = await reachedProducts(
    tx,
    products.map(({ id }) => id),
  );
  // One that is beyond the scope is as little there as none.
  const bySku = new Map(products.flatMap(({ sku, id }) => (reached.has(id) ? [[sku, id]] : [])));
  return lines.map((line, i): unknown => {
    const sku = skus[i];
    if (sku === undefined) return line;
    const { [SKU]: _, ...more } = line as Body;
    const productId = bySku.get(sku);
    if (productId) return { ...more, productId };
    const pointer = `/lines/${i}/${SKU}`;
    errors.push({ pointer, code: 'reference_not_found', message: NO_PRODUCT });
    return { ...more, productId: newId<'product'>() as ProductId };
  });
}

/** What is of one account, and by what of it: its name may be that of another account's too. */
const OF_ACCOUNT: ReadonlySet<string | undefined> = new Set(['contact', 'deal']);
const ITS_ACCOUNT = 'accountId';

/**
 * `account.name` of `accountId`: of JSON the members, of a table what its columns left. The account
 * comes first, as its contacts and deals are looked for among its own.
 */
async function headNamed(
  tx: Tx,
  shape: DocumentShape,
  object: CompanyObject,
  { said, accountId }: { readonly said: Body; readonly accountId: AccountId | undefined },
  errors: FieldError[],
): Promise<Body> {
  const values = targetsOf(shape, said);
  const named = Object.entries(values).filter(([, value]) => namedTargets.isOne(value));
  if (named.length === 0) return values;
  const pointing = new Map<string, Field>();
  for (const [name, { field }] of sentMembers(shape.head, shape)) {
    // Of what points at a record its target alone is asked for.
    pointing.set(name, { ...field, name, storage: NOWHERE });
  }
  const pointer = { ...object, fields: pointing };
  const refusal = namedTargets.unnamedBy(tx.ctx, pointer);
  const asked = { all: {} as Record<string, unknown>, own: {} as Record<string, unknown> };
  const found: Record<string, unknown> = { ...values };
  for (const [name, value] of named) {
    const { member } = value as Named;
    const field = pointing.get(name) as Field;
    const refused = refusal({ field, part: null, by: member });
    if (!refused) asked[OF_ACCOUNT.has(field.settings.target) ? 'own' : 'all'][name] = value;
    else {
      errors.push({ pointer: `/${columnOf(name, member)}`, ...refused });
      found[name] = newId();
    }
  }
  const missing = new Set<string>();
  const resolve = async (
    wanted: Record<string, unknown>,
    owned?: Parameters<typeof namedTargets.resolve>[3],
  ) => {
    const rows = [{ line: 1, size: 0, values: wanted }];
    const [row] = await namedTargets.resolve(tx, pointer, rows, owned);
    for (const [name, value] of Object.entries(row?.values ?? {})) {
      found[name] = value;
      if (!(value instanceof WrongValue)) continue;
      const { member } = wanted[name] as Named;
      errors.push({ pointer: `/${columnOf(name, member)}`, ...value.fault });
      found[name] = newId();
      missing.add(name);
    }
  };
  await resolve(asked.all);
  const id = accountId ?? found[ITS_ACCOUNT];
  const isKnown = typeof id === 'string' && isUuid(id) && !missing.has(ITS_ACCOUNT);
  await resolve(asked.own, isKnown ? { by: ITS_ACCOUNT, id } : undefined);
  return found;
}

type Named = ReturnType<typeof namedTargets.of>;

const columnOf = (name: string, member: string) => `${name.replace(/Id$/, '')}.${member}`;

function targetsOf(shape: DocumentShape, said: Body): Body {
  const values: Record<string, unknown> = {};
  const members = sentMembers(shape.head, shape);
  for (const [name, value] of Object.entries(said)) {
    const dot = name.indexOf('.');
    const pointer = `${name.slice(0, dot)}Id`;
    const target = dot > 0 ? members.get(pointer)?.field.settings.target : undefined;
    if (target === undefined || typeof value !== 'string') values[name] ??= value;
    else if (value !== '') values[pointer] ??= namedTargets.of(name.slice(dot + 1), value);
  }
  return values;
}

/** One that is beyond the scope is as little there as none. */
async function accountByKey(tx: Tx, key: string): Promise<AccountId | undefined> {
  const id = (await findAccountsByKey(tx, [key])).get(key);
  if (id === undefined || !tx.ctx.permissions.can('accounts', 'view')) return id;
  return (await reachedAccounts(tx, 'accounts', [id])).has(id) ? id : undefined;
}

function skuOf(line: unknown): string | undefined {
  if (typeof line !== 'object' || line === null) return undefined;
  const sku = (line as Body)[SKU];
  return typeof sku === 'string' ? sku : undefined;
}
