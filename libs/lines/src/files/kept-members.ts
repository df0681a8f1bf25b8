import { sentFaults } from '@quittance/fields';
import { invalidFields, type Ctx, type DomainError, type FieldError } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import { namedTargets } from '@quittance/mass';
import type { CompanyObject } from '@quittance/metadata';
import type { FileDocument } from './document-file.js';
import { ACCOUNT_KEY, ID, REFERENCE, SKU, TOTAL, type DocumentShape } from './document-shape.js';

type Said = Readonly<Record<string, unknown>>;

/**
 * What of a document of a file no body may say, or not one of whoever sends it: told before
 * anything is looked up by it, and before what it comes to is worked out. Pure.
 */
export function refusedMembers(
  ctx: Ctx,
  shape: DocumentShape,
  object: CompanyObject,
  { reference, body }: Pick<FileDocument, 'reference' | 'body'>,
): DomainError | undefined {
  const said = asColumns(body);
  const faults = sentFaults.body(said);
  if (faults.length > 0) return invalidFields(faults);
  const { permissions } = ctx;
  if (!permissions.fieldBound?.length) return undefined;
  const { [ID]: _, [TOTAL]: total, ...rest } = said;
  const rights = [permissions.fields?.(object.resource)];
  const errors = sight
    .unwritten(rights, { [REFERENCE]: reference, ...rest }, { namesOf })
    .map(({ pointer, hidden }) => (hidden ? unknown(pointer) : { pointer, ...READ_ONLY }));
  const isTold = total === undefined || total === null || !hidesAmount(ctx, shape, object);
  if (!isTold) errors.push(unknown(`/${TOTAL}`));
  if (sight.hidesWeighed(permissions, object.resource)) errors.push(...amountsOf(rest));
  const isKeyHidden = permissions.fields?.('accounts')?.hidden.has('externalKey');
  if (isKeyHidden && rest[ACCOUNT_KEY] !== undefined) errors.push(unknown(`/${ACCOUNT_KEY}`));
  return errors.length > 0 ? invalidFields(errors) : undefined;
}

const READ_ONLY = { code: 'read_only', message: 'may not be written by you' } as const;

/** What takes off, or asks for, an amount: it is refused above what nobody may know. */
const WEIGHED: readonly string[] = ['adjustments', 'deposit', 'discount', 'stages'];

function amountsOf(body: Said): readonly FieldError[] {
  const within = (said: Said, at: string) =>
    WEIGHED.filter((name) => sight.namesAmount({ [name]: said[name] }, WEIGHED)).map((name) =>
      unknown(`${at}/${name}`),
    );
  const lines = Array.isArray(body.lines) ? (body.lines as readonly Said[]) : [];
  return [...within(body, ''), ...lines.flatMap((line, i) => within(line, `/lines/${i}`))];
}

function unknown(pointer: string): FieldError {
  return { pointer, code: 'unknown_field', message: 'is not a member of this request' };
}

/** With what a cell names a record by under the name of its column. */
function asColumns(body: Said): Said {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) =>
      namedTargets.isOne(value)
        ? [`${name.replace(/Id$/, '')}.${value.member}`, value.text]
        : [name, value],
    ),
  );
}

/** What is written by a member of a file, beside what is called like it. */
function namesOf(name: string): readonly string[] {
  const known = WRITTEN_BY[name];
  if (known !== undefined) return [name, known];
  const dot = name.indexOf('.');
  return dot > 0 ? [name, `${name.slice(0, dot)}Id`] : [name];
}

const WRITTEN_BY: Readonly<Record<string, string>> = {
  [REFERENCE]: 'externalReference',
  [ACCOUNT_KEY]: 'accountId',
  [SKU]: 'productId',
};

/** Whether a total that is right or wrong would tell of a number that is hidden. */
function hidesAmount({ permissions }: Ctx, shape: DocumentShape, object: CompanyObject): boolean {
  const typeOf = (name: string) =>
    object.fields.get(name)?.type ?? shape.line.members[name]?.field.type ?? 'number';
  return [...(permissions.fields?.(object.resource)?.hidden ?? [])].some(
    (name) => MADE_OF.has(name) || shape.shares.includes(name) || NUMBERS.has(typeOf(name)),
  );
}

/** Members of documents and of their lines that are no numbers, and that a total is made of. */
const MADE_OF: ReadonlySet<string> = new Set(['adjustments', 'discount', 'lines', 'taxes']);
const NUMBERS: ReadonlySet<string> = new Set(['currency', 'integer', 'number', 'percent']);
