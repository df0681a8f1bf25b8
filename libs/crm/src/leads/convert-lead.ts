import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import { DomainError, invalidField, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CompanyModels,
  objectOf,
  type CompanyModel,
  type CompanyObject,
  type RecordId,
  type RecordView,
} from '@quittance/metadata';
import { createRecords, readStored, updateRecords, type RecordInput } from '@quittance/objects';
import { withActiveMasters } from '@quittance/mass';
import type { FieldValues } from '@quittance/fields';
import { moveMembers } from '../campaigns/campaign-members.js';
import { changeRecord, lockRecord, type RecordAsk } from '../change-record.js';
import { leadConvertedOtherwise, leadDuplicatesFound } from '../crm.errors.js';
import { refuseConversion, type LeadStatus } from './lead.js';
import { findLeadDuplicates } from './find-lead-duplicates.js';
import { accountOf, contactOf, dealOf } from './lead-parts.js';

export interface LeadConversion extends RecordAsk {
  /** An account that is there already, instead of a new one. */
  readonly accountId?: string;
  /** A contact that is there already, instead of a new one. */
  readonly contactId?: string;
  /** Make new ones although there are accounts or contacts like it. */
  readonly ignoreDuplicates?: boolean;
  /** Members of the new account that the lead does not say, or says otherwise. */
  readonly account?: RecordInput;
  readonly contact?: RecordInput;
  /** Members of a deal; none is made when absent. */
  readonly deal?: RecordInput;
  /** Asked before a record is made or changed; throws where the actor may not. */
  readonly demand?: (resource: string, action: 'create' | 'update') => void;
}

/** What a lead became. */
export interface ConvertedLead {
  readonly leadId: string;
  readonly accountId: string;
  readonly contactId: string;
  readonly dealId: string | null;
  /** It was converted before, and nothing happened now. */
  readonly alreadyConverted: boolean;
}

/**
 * Makes an account, a contact and, where asked for, a deal of a lead, all of them or none. A lead
 * is converted once: asked again for the same, it answers what it became.
 */
@Injectable()
export class ConvertLead {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, lead_status_conflict,
   *   lead_converted_otherwise, lead_duplicates_found, validation_failed
   */
  execute(ctx: Ctx, { id, expectedVersion, ...ask }: LeadConversion): Promise<ConvertedLead> {
    return this.db.write(ctx, async (tx) => {
      const model = await this.models.of(tx);
      const leads = objectOf(model, 'lead');
      const lead = await lockRecord(tx, leads, id);
      if (lead.status === 'converted') return becameAsAsked(becameOf(lead, true), ask);
      refuseConversion(lead.status as LeadStatus);
      if (!ask.ignoreDuplicates) await refuseMatches(tx, model, lead, ask);
      const { accountId, contactId } = await partiesOf(tx, model, lead, ask);
      const dealId = ask.deal
        ? await make(tx, objectOf(model, 'deal'), {
            pointer: '/deal',
            ofLead: dealOf(lead, leads, objectOf(model, 'deal')),
            sent: ask.deal,
            given: { accountId, contactId },
            demand: ask.demand,
          })
        : null;
      await moveMembers(tx, id, contactId);
      const after = await changeRecord(tx, leads, { id, expectedVersion }, () => ({
        patch: {
          status: 'converted',
          convertedAt: ctx.now,
          convertedAccountId: accountId,
          convertedContactId: contactId,
          convertedDealId: dealId,
        },
        told: 'lead.converted',
      }));
      return becameOf(after, false);
    });
  }
}

type Choices = Omit<LeadConversion, keyof RecordAsk>;

function becameOf(lead: RecordView, alreadyConverted: boolean): ConvertedLead {
  return {
    leadId: lead.id,
    accountId: String(lead.convertedAccountId),
    contactId: String(lead.convertedContactId),
    dealId: (lead.convertedDealId ?? null) as string | null,
    alreadyConverted,
  };
}

/**
 * Whoever asks for something else than what the lead became is not told that all is well.
 * @throws DomainError lead_converted_otherwise
 */
function becameAsAsked(became: ConvertedLead, { accountId, contactId, deal }: Choices) {
  const otherwise = (difference: string) => leadConvertedOtherwise({ difference });
  if (accountId && accountId !== became.accountId) {
    throw otherwise(`it became the account ${became.accountId}`);
  }
  if (contactId && contactId !== became.contactId) {
    throw otherwise(`it became the contact ${became.contactId}`);
  }
  if (deal && became.dealId === null) throw otherwise('it became no deal');
  return became;
}

/**
 * @throws DomainError lead_duplicates_found where nothing was chosen and there is something to
 *   choose
 */
async function refuseMatches(
  tx: Tx,
  model: CompanyModel,
  lead: RecordView,
  { accountId, contactId }: Choices,
) {
  const matches = (await findLeadDuplicates(tx, model, lead)).filter(
    ({ object }) =>
      (object === 'account' && !accountId && !contactId) || (object === 'contact' && !contactId),
  );
  if (matches.length === 0) return;
  const errors = matches.map(({ object, id, name, by }) => ({
    pointer: `/${object}Id`,
    code: 'duplicate',
    message: `The ${object} ${name} (${id}) has the same ${by.join(' and ')}.`,
  }));
  throw leadDuplicatesFound({ count: matches.length }, { errors });
}

/** The account and the contact: those that were chosen, and new ones for those that were not. */
async function partiesOf(tx: Tx, model: CompanyModel, lead: RecordView, ask: Choices) {
  const leads = objectOf(model, 'lead');
  const [accounts, contacts] = [objectOf(model, 'account'), objectOf(model, 'contact')];
  const chosen = ask.contactId && (await chosenRecord(tx, contacts, '/contactId', ask.contactId));
  const known = chosen ? ((chosen.accountId ?? null) as string | null) : null;
  if (known !== null && ask.accountId && known !== ask.accountId) {
    throw invalidField('/contactId', 'mismatch', 'is a contact of another account');
  }
  const named = ask.accountId ?? known;
  if (ask.accountId) await chosenRecord(tx, accounts, '/accountId', ask.accountId);
  const { demand } = ask;
  refuseMembers('/account', named === null ? undefined : ask.account);
  refuseMembers('/contact', chosen ? ask.contact : undefined);
  const accountId =
    named ??
    (await make(tx, accounts, {
      pointer: '/account',
      ofLead: accountOf(lead, leads, accounts),
      sent: ask.account,
      demand,
    }));
  if (chosen) {
    if (known === null) {
      demand?.(contacts.resource, 'update');
      const isPrimary = await isFirstOf(tx, accountId);
      const updates = [{ id: chosen.id, patch: { accountId, isPrimary } }];
      await updateRecords(tx, contacts, updates, { trusted: true });
    }
    return { accountId, contactId: chosen.id };
  }
  const contactId = await make(tx, contacts, {
    pointer: '/contact',
    ofLead: {
      ...contactOf(lead, leads, contacts),
      isPrimary: await isFirstOf(tx, accountId),
    },
    sent: ask.contact,
    given: { accountId },
    demand,
  });
  return { accountId, contactId };
}

/** By `contact_account_index`. */
const HAS_CONTACTS = sql(`
  select 1 from crm.contact
  where company_id = $1 and account_id = $2 and deleted_at is null limit 1`);

/** Whether the account has nobody else yet: who comes first is whom it is spoken to through. */
async function isFirstOf(tx: Tx, accountId: string): Promise<boolean> {
  return (await tx.maybe(HAS_CONTACTS, [tx.ctx.companyId, accountId])) === undefined;
}

/** What was chosen stays as it is: members that would be dropped are refused. */
function refuseMembers(pointer: string, sent: RecordInput | undefined): void {
  if (!sent || Object.keys(sent).length === 0) return;
  throw invalidField(pointer, 'unexpected', 'goes with a new one, not with one that was chosen');
}

async function chosenRecord(
  tx: Tx,
  object: CompanyObject,
  pointer: string,
  id: string,
): Promise<RecordView> {
  const found = (await readStored(tx, object, [id as RecordId], 'change')).get(id as RecordId);
  if (!found)
    throw invalidField(pointer, 'reference_not_found', `There is no such ${object.name}.`);
  return found.view;
}

interface Part {
  /** Where it stands in the body. */
  readonly pointer: string;
  /** What it takes over. Entries of masters that were switched off since stay with the lead. */
  readonly ofLead: FieldValues;
  readonly sent: RecordInput | undefined;
  /** What the conversion says of it; whoever sends another is refused. */
  readonly given?: Readonly<Record<string, string>>;
  readonly demand: LeadConversion['demand'];
}

/** Makes one record; what is wrong with it is told below its own pointer. */
async function make(
  tx: Tx,
  object: CompanyObject,
  { pointer, ofLead, sent = {}, given = {}, demand }: Part,
): Promise<string> {
  demand?.(object.resource, 'create');
  const other = Object.keys(given).find((name) => (sent[name] ?? given[name]) !== given[name]);
  if (other !== undefined) {
    throw invalidField(`${pointer}/${other}`, 'mismatch', 'is what the lead is converted into');
  }
  try {
    const own = { ...(await withActiveMasters(tx, object, ofLead)), ...given };
    const [record] = await createRecords(tx, object, [{ ...own, ...sent, ...given }], { sent });
    return String(record?.id);
  } catch (error) {
    if (!(error instanceof DomainError) || !error.options.errors) throw error;
    const errors = error.options.errors.map((each) => ({
      ...each,
      pointer: `${pointer}${each.pointer ?? ''}`,
    }));
    if (error.code === validationFailed.code) throw validationFailed({}, { errors });
    throw new DomainError(error.problem, error.params, { ...error.options, errors });
  }
}
