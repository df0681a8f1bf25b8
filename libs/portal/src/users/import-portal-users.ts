import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { Database, atSavepoint, sql, type Tx } from '@quittance/database';
import { readValues, type ReadOptions } from '@quittance/fields';
import {
  DomainError,
  invalidField,
  invalidFields,
  isUuid,
  references,
  type Ctx,
  type FieldError,
} from '@quittance/kernel';
import {
  loadRows,
  recordProblem,
  rowInputs,
  rowRights,
  type ImportResult,
  type ImportRow,
  type ImportSummary,
  type RowFormat,
} from '@quittance/mass';
import type { RecordId } from '@quittance/metadata';
import type { Readable } from 'node:stream';
import type { PortalDirectory, PortalUserId } from '../actors/portal-actor.js';
import { addPortalUser, type NewPortalUser } from './create-portal-user.js';
import { changedStanding, isAnother } from './new-standing.js';
import { portalUserRow } from './portal-user-row.js';
import {
  lockPortalUser,
  reachesParty,
  standingOfUser,
  type StoredPortalUser,
} from './portal-user.repository.js';
import { changePortalUser, type PortalUserPatch } from './update-portal-user.js';

export interface PortalUserImport {
  readonly body: Readable;
  readonly format: RowFormat;
  /** Checks every row, writes nothing and invites nobody. */
  readonly dryRun?: boolean;
}

/** By credential_email_key and the index of the party. */
const FIND = sql(`
  select u.id from portal.portal_user u
  join portal.credential k on k.company_id = $1 and k.id = u.credential_id
  where u.company_id = $1 and u.directory = $2 and k.email = $3
    and (u.account_id = $4 or u.ledger_account_id = $4)`);

type Said = Readonly<Record<string, unknown>>;
type Reading = Omit<ReadOptions, 'mode'>;

/**
 * Loads users from a file. A row that names one by `id`, or by directory, e-mail and
 * party, changes that one; any other adds a user, who is invited. Rows are taken one by one, each
 * for itself: every one of them locks its party, makes a credential and has an e-mail sent. An
 * import that was cut off is simply repeated.
 */
@Injectable()
export class ImportPortalUsers {
  constructor(private readonly db: Database) {}

  /** @throws DomainError import_file_not_readable, import_columns_invalid */
  async execute(ctx: Ctx, input: PortalUserImport): Promise<ImportSummary> {
    const { body, format, dryRun = false } = input;
    const terms = await this.db.read(ctx, readCompanyTerms);
    const { baseCurrency, timeZone } = terms;
    const reading = { today: companyToday(terms, ctx.now), timeZone, baseCurrency };
    const ignored = new Set<string>();
    return loadRows(ctx, this.db, {
      rows: rowInputs(ctx, portalUserRow, { body, format }, { passesOver: true, ignored }),
      ignored,
      dryRun,
      save: rowRights.within(ctx, 'portal-users', (tx, rows) => saveEach(tx, rows, reading)),
    });
  }
}

/** In the order of parties, so that two imports lock theirs in one order. */
async function saveEach(tx: Tx, rows: readonly ImportRow[], reading: Reading) {
  const partyOf = ({ values }: ImportRow) => String(values['partyId'] ?? '');
  const ordered = [...rows].sort((a, b) => partyOf(a).localeCompare(partyOf(b)) || a.line - b.line);
  const results: ImportResult[] = [];
  for (const row of ordered) results.push(await saveRow(tx, row, reading));
  return results.sort((a, b) => a.line - b.line);
}

async function saveRow(tx: Tx, row: ImportRow, reading: Reading): Promise<ImportResult> {
  const { line } = row;
  try {
    return { line, ...(await atSavepoint(tx, (part) => save(part, row.values, reading))) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { line, status: 'failed', problem: recordProblem(error) };
  }
}

async function save(tx: Tx, row: Said, reading: Reading): Promise<Omit<ImportResult, 'line'>> {
  const { id: named, ...told } = row;
  const known = named === undefined || named === null ? await find(tx, told) : idOf(named);
  const mode = known === undefined ? 'create' : 'update';
  const { values, errors } = readValues(portalUserRow, told, { ...reading, mode });
  if (errors.length > 0)
    throw invalidFields([...errors, ...(await partyFaults(tx, known, values))]);
  requireContactId(values);
  if (known !== undefined) return change(tx, known, values);
  const input = { ...values, partyId: partyIn(values) } as unknown as NewPortalUser;
  const { id } = await addPortalUser(tx, input);
  return { status: 'created', id: id as string as RecordId };
}

/** The user that the row is about by who they are, where there is one. */
async function find(tx: Tx, { directory, email, partyId }: Said): Promise<string | undefined> {
  if (typeof email !== 'string' || typeof partyId !== 'string' || !isUuid(partyId))
    return undefined;
  // Of a party beyond the reach a file is told the same whether the address is a user of it or not.
  if (!(await reachesParty(tx, directory as PortalDirectory, partyId))) return undefined;
  const whose = [tx.ctx.companyId, directory, email.trim().toLowerCase(), partyId];
  return (await tx.maybe<{ id: string }>(FIND, whose))?.id;
}

function idOf(named: unknown): string {
  if (isUuid(named)) return named;
  throw invalidField('/id', 'format', 'must be a UUID');
}

function partyIn({ partyId }: Said): string {
  if (partyId === undefined || partyId === null) {
    throw invalidField('/partyId', 'required', 'must be given');
  }
  if (isUuid(partyId)) return partyId;
  throw invalidField('/partyId', 'format', 'must be a UUID');
}

function requireContactId({ contactId }: Said): void {
  if (contactId === undefined || contactId === null || isUuid(contactId)) return;
  throw invalidField('/contactId', 'format', 'must be a UUID');
}

/** What is wrong with the party of a new user whose other members are wrong as well. */
async function partyFaults(
  tx: Tx,
  known: string | undefined,
  { directory, partyId }: Said,
): Promise<readonly FieldError[]> {
  if (known !== undefined) return [];
  const wrong = (code: string, message: string) => [{ pointer: '/partyId', code, message }];
  if (partyId === undefined || partyId === null) return wrong('required', 'must be given');
  if (!isUuid(partyId)) return wrong('format', 'must be a UUID');
  const isRead = typeof directory === 'string';
  if (!isRead || (await reachesParty(tx, directory as PortalDirectory, partyId))) return [];
  const { code, message } = references.notFound({ object: 'party' });
  return wrong(code, message);
}

/** What tells who a user is stays as it is: a row that says otherwise is refused. */
async function change(tx: Tx, id: string, values: Said): Promise<Omit<ImportResult, 'line'>> {
  const found = await lockPortalUser(tx, id as PortalUserId);
  const { user } = found;
  const { directory, email, partyId, ...rest } = values;
  const patch = rest as PortalUserPatch;
  const errors: FieldError[] = [];
  const fixed = { directory: user.directory, email: user.email, partyId: user.partyId };
  for (const [name, said] of Object.entries({ directory, email, partyId })) {
    const is = fixed[name as keyof typeof fixed];
    if (said === undefined || String(said).trim().toLowerCase() === is) continue;
    errors.push({ pointer: `/${name}`, code: 'fixed', message: 'is that of another user' });
  }
  if (errors.length > 0) throw invalidFields(errors);
  const recordId = id as RecordId;
  if (!saysMore(user, patch)) return { status: 'unchanged', id: recordId };
  await changePortalUser(tx, found, patch);
  return { status: 'updated', id: recordId };
}

/** Whether a row says of a user what is not so already. */
function saysMore(user: StoredPortalUser, patch: PortalUserPatch): boolean {
  const { name = user.name, username = user.username, contactId = user.contactId } = patch;
  const before = standingOfUser(user);
  const isNamed = name === user.name && username === user.username;
  if (!isNamed || contactId !== user.contactId) return true;
  return isAnother(changedStanding(before, patch), before);
}
