import { sql, type Tx } from '@quittance/database';
import { sight, type Bind, type ListDefinition, type ListNarrowing } from '@quittance/lists';
import { notFound, type Ctx, type Id, type Instant, type UserId } from '@quittance/kernel';
import { MASK } from '@quittance/mass';
import { rowScope } from '@quittance/objects';

export type CampaignMemberId = Id<'campaign-member'>;

export const MEMBER_STATUSES = [
  'planned',
  'sent',
  'responded',
  'converted',
  'unsubscribed',
] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** A lead or a contact that a campaign is for. */
export interface CampaignMember {
  readonly id: CampaignMemberId;
  readonly campaignId: string;
  readonly leadId: string | null;
  readonly contactId: string | null;
  /** Null where it is hidden of leads, or of contacts, from whoever asks. */
  readonly name: string | null;
  readonly email: string | null;
  readonly status: MemberStatus;
  readonly addedBy: UserId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const PEOPLE = [
  { alias: 'l', resource: 'leads' },
  { alias: 'c', resource: 'contacts' },
] as const;

/** The columns of what is told of the people themselves. */
interface Told {
  readonly names: readonly string[];
  readonly emails: readonly string[];
}

const ALL: Told = { names: ['l.name', 'c.name'], emails: ['l.email', 'c.email'] };

/** Those of them that whoever asks is shown, of leads and of contacts. */
function toldTo(ctx: Ctx): Told {
  const of = (member: string) =>
    PEOPLE.flatMap(({ alias, resource }) =>
      sight.hidden(ctx, { resource })?.has(member) ? [] : [`${alias}.${member}`],
    );
  return { names: of('name'), emails: of('email') };
}

/** Null of those of whom it is hidden: nothing that is asked of it tells of them. */
const oneOf = (columns: readonly string[]) =>
  columns.length === 0 ? 'null::text' : `coalesce(${columns.join(', ')})`;

const columnsOf = ({ names, emails }: Told) => `m.id, m.campaign_id as "campaignId",
  m.lead_id as "leadId", m.contact_id as "contactId", ${oneOf(names)} as name,
  ${oneOf(emails)} as email, m.status, m.added_by as "addedBy", m.created_at as "createdAt",
  m.updated_at as "updatedAt"`;

/** People who were deleted are members no more. */
const FROM = `crm.campaign_member m
  left join crm.lead l on l.company_id = $1::uuid and l.id = m.lead_id
    and l.deleted_at is null
  left join crm.contact c on c.company_id = $1::uuid and c.id = m.contact_id
    and c.deleted_at is null`;

/** Members whose lead or contact the actor may see. */
function visible(ctx: Ctx, bind: Bind): string {
  const seen = PEOPLE.map(({ alias, resource }) => {
    const scope = rowScope.seen(ctx, { owned: true, resource }, alias, bind);
    return scope === null ? `${alias}.id is not null` : `(${alias}.id is not null and ${scope})`;
  });
  return `(${seen.join(' or ')})`;
}

type MemberList = ListDefinition<CampaignMember, CampaignMember>;

/** What is hidden of leads and contacts alike is no field. */
function listOf(told: Told): MemberList {
  const { names, emails } = told;
  const notNull = names.length === PEOPLE.length;
  return {
    from: FROM,
    select: columnsOf(told),
    id: 'm.id',
    fields: {
      id: { sql: 'm.id', type: 'id', notNull: true },
      leadId: { sql: 'm.lead_id', type: 'id', shows: { target: 'lead' } },
      contactId: { sql: 'm.contact_id', type: 'id', shows: { target: 'contact' } },
      ...(names.length > 0 && { name: { sql: oneOf(names), type: 'text', notNull } }),
      ...(emails.length > 0 && { email: { sql: oneOf(emails), type: 'text' } }),
      status: { sql: 'm.status', type: 'enum', values: MEMBER_STATUSES, notNull: true },
      createdAt: { sql: 'm.created_at', type: 'instant', notNull: true },
    },
    // By what fields are: of a list with hidden ones nothing else is looked into.
    search: [names, emails].filter(({ length }) => length > 0).map(oneOf),
    defaultSort: 'createdAt',
    scope: visible,
    map: (row) => row,
  };
}

/** The members of campaigns with all that is told of them. */
export const campaignMemberList = listOf(ALL);

/** The same as whoever asks is shown leads and contacts. */
export function campaignMembersFor(ctx: Ctx): MemberList {
  return ctx.permissions.fieldBound?.length ? listOf(toldTo(ctx)) : campaignMemberList;
}

/**
 * The same as a download: like the lists of leads and contacts themselves, it names people to those
 * who may change them.
 */
export function campaignMembersToDownload(ctx: Ctx): MemberList {
  const [leads, contacts] = PEOPLE.map(({ resource }) => ctx.permissions.can(resource, 'update'));
  const masked = (value: string | null) => value && MASK;
  const map = (member: CampaignMember): CampaignMember => {
    const isLead = member.leadId !== null;
    if (isLead ? leads : contacts) return member;
    const { name, email } = member;
    return { ...member, email: masked(email), name: isLead ? name : masked(name) };
  };
  return { ...campaignMembersFor(ctx), map };
}

/** By `campaign_member_list_index`. */
export function membersOf(campaignId: string): ListNarrowing {
  return (bind) => `m.campaign_id = ${bind(campaignId)}`;
}

const INSERT = sql(`
  insert into crm.campaign_member (company_id, campaign_id, id, lead_id, contact_id, status,
    added_by, created_at, updated_at)
  select k.id, $2::uuid, n.id, n.lead_id, n.contact_id, $6::text, $7::uuid, $8::timestamptz,
    $8::timestamptz
  from company.pub_company k
  cross join unnest($3::uuid[], $4::uuid[], $5::uuid[]) as n (id, lead_id, contact_id)
  where k.id = $1
  on conflict do nothing returning id`);

export interface NewMember {
  readonly id: CampaignMemberId;
  readonly leadId: string | null;
  readonly contactId: string | null;
}

/** Who is a member already stays as they are. Answers the ids that were added. */
export async function insertMembers(
  tx: Tx,
  campaignId: string,
  members: readonly NewMember[],
  status: MemberStatus,
): Promise<readonly string[]> {
  const { companyId, userId, now } = tx.ctx;
  const rows = await tx.rows<{ id: string }>(INSERT, [
    companyId,
    campaignId,
    members.map(({ id }) => id),
    members.map(({ leadId }) => leadId),
    members.map(({ contactId }) => contactId),
    status,
    userId,
    now,
  ]);
  return rows.map(({ id }) => id);
}

/**
 * One member, by primary key, locked.
 * @throws DomainError not_found
 */
export async function lockMember(tx: Tx, campaignId: string, id: string): Promise<CampaignMember> {
  const params: unknown[] = [tx.ctx.companyId, campaignId, id];
  const seen = visible(tx.ctx, (value) => `$${params.push(value)}`);
  const member = await tx.maybe<CampaignMember>(
    `select ${columnsOf(toldTo(tx.ctx))} from ${FROM}
     where m.company_id = $1 and m.campaign_id = $2 and m.id = $3 and ${seen} for update of m`,
    params,
  );
  if (!member) throw notFound({ object: 'campaign member' });
  return member;
}

const SET_STATUS = sql(`
  update crm.campaign_member set status = $4, updated_at = $5
  where company_id = $1 and campaign_id = $2 and id = $3`);
const REMOVE = sql(`
  delete from crm.campaign_member where company_id = $1 and campaign_id = $2 and id = $3`);

export async function setMemberStatus(
  tx: Tx,
  { campaignId, id }: CampaignMember,
  status: MemberStatus,
): Promise<void> {
  await tx.run(SET_STATUS, [tx.ctx.companyId, campaignId, id, status, tx.ctx.now]);
}

export async function removeMember(tx: Tx, { campaignId, id }: CampaignMember): Promise<void> {
  await tx.run(REMOVE, [tx.ctx.companyId, campaignId, id]);
}

/** A lead that became a contact is a member as the contact, unless the contact is one already. */
const CONVERTED = sql(`
  update crm.campaign_member m set lead_id = null, contact_id = $3, status = 'converted',
    updated_at = $4
  from (select o.id, o.status from crm.campaign_member o
    where o.company_id = $1 and o.lead_id = $2 and not exists (
      select from crm.campaign_member other where other.company_id = $1
        and other.campaign_id = o.campaign_id and other.contact_id = $3)
    order by o.id for no key update) b
  where m.company_id = $1 and m.id = b.id
  returning m.id, m.campaign_id as "campaignId", b.status as "statusBefore"`);

/** A member that a lead was, as it was before. */
export interface ConvertedMember {
  readonly id: CampaignMemberId;
  readonly campaignId: string;
  readonly statusBefore: MemberStatus;
}

export function convertMembers(
  tx: Tx,
  leadId: string,
  contactId: string,
): Promise<ConvertedMember[]> {
  return tx.rows<ConvertedMember>(CONVERTED, [tx.ctx.companyId, leadId, contactId, tx.ctx.now]);
}

export interface CampaignCounts {
  readonly total: number;
  readonly leads: number;
  readonly contacts: number;
  readonly byStatus: Readonly<Record<MemberStatus, number>>;
}

/** How many members a campaign has, by status, of those the actor may see. */
export async function countMembers(tx: Tx, campaignId: string): Promise<CampaignCounts> {
  const params: unknown[] = [tx.ctx.companyId, campaignId];
  const seen = visible(tx.ctx, (value) => `$${params.push(value)}`);
  const rows = await tx.rows<{ status: MemberStatus; leads: number; contacts: number }>(
    `select m.status, count(m.lead_id)::int as leads, count(m.contact_id)::int as contacts
     from ${FROM} where m.company_id = $1 and m.campaign_id = $2 and ${seen} group by 1`,
    params,
  );
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const byStatus = Object.fromEntries(
    MEMBER_STATUSES.map((status) => {
      const row = rows.find((each) => each.status === status);
      return [status, (row?.leads ?? 0) + (row?.contacts ?? 0)];
    }),
  ) as Record<MemberStatus, number>;
  const leads = sum((row) => row.leads);
  const contacts = sum((row) => row.contacts);
  return { total: leads + contacts, leads, contacts, byStatus };
}
