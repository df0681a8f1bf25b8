import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import type { EventPayloads } from '@quittance/contracts';
import { Database, type Tx } from '@quittance/database';
import { invalidFields, newId, type Ctx, type FieldError } from '@quittance/kernel';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { readStored, requireRecord } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import type { CampaignMembership } from '@quittance/rules';
import {
  convertMembers,
  countMembers,
  insertMembers,
  lockMember,
  removeMember,
  setMemberStatus,
  type CampaignCounts,
  type CampaignMember,
  type MemberStatus,
  type NewMember,
} from './campaign-member.queries.js';

export interface NewMembers {
  readonly campaignId: string;
  readonly leadIds: readonly string[];
  readonly contactIds: readonly string[];
  readonly status: MemberStatus;
}

/** Who a campaign is for. */
@Injectable()
export class CampaignMembers {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Adds leads and contacts; who is a member already stays so. Answers how many were added.
   * @throws DomainError not_found, validation_failed naming everybody who does not exist
   */
  add(ctx: Ctx, input: NewMembers): Promise<{ added: number }> {
    const { campaignId, leadIds, contactIds, status } = input;
    return this.db.write(ctx, async (tx) => {
      await this.require(tx, campaignId);
      const errors = [
        ...(await this.missing(tx, 'lead', leadIds)),
        ...(await this.missing(tx, 'contact', contactIds)),
      ];
      if (errors.length > 0) throw invalidFields(errors);
      const member = (leadId: string | null, contactId: string | null): NewMember => ({
        id: newId<'campaign-member'>(),
        leadId,
        contactId,
      });
      const members = [
        ...[...new Set(leadIds)].map((id) => member(id, null)),
        ...[...new Set(contactIds)].map((id) => member(null, id)),
      ];
      const added = await insertMembers(tx, campaignId, members, status);
      if (added.length > 0) tellAdded(tx, campaignId, added);
      return { added: added.length };
    });
  }

  /**
   * One of them, within the transaction of a rule. Answers whether they were added.
   * @throws DomainError not_found
   */
  async addOne(tx: Tx, membership: CampaignMembership): Promise<boolean> {
    const { campaignId, object, recordId, status } = membership;
    await this.require(tx, campaignId);
    await requireRecord(tx, await this.models.object(tx, object), recordId as RecordId);
    const [leadId, contactId] = object === 'lead' ? [recordId, null] : [null, recordId];
    const member = { id: newId<'campaign-member'>(), leadId, contactId };
    const added = await insertMembers(tx, campaignId, [member], status);
    if (added.length > 0) tellAdded(tx, campaignId, added);
    return added.length > 0;
  }

  /** @throws DomainError not_found */
  change(
    ctx: Ctx,
    campaignId: string,
    memberId: string,
    status: MemberStatus,
  ): Promise<CampaignMember> {
    return this.db.write(ctx, async (tx) => {
      await this.require(tx, campaignId);
      const member = await lockMember(tx, campaignId, memberId);
      if (member.status === status) return member;
      await setMemberStatus(tx, member, status);
      tellChanged(tx, campaignId, { memberId, status }, { memberId, status: member.status });
      return { ...member, status, updatedAt: ctx.now };
    });
  }

  /** @throws DomainError not_found */
  remove(ctx: Ctx, campaignId: string, memberId: string): Promise<void> {
    return this.db.write(ctx, async (tx) => {
      await this.require(tx, campaignId);
      const member = await lockMember(tx, campaignId, memberId);
      await removeMember(tx, member);
      const { leadId, contactId, status } = member;
      const after = { memberId, leadId, contactId, status };
      log(tx, 'campaign.member_removed', campaignId, after);
      const record = { object: 'campaign', recordId: campaignId };
      emit(tx, { type: 'campaign.member_removed', ...record, data: { campaignId, ...after } });
    });
  }

  /** @throws DomainError not_found */
  counts(ctx: Ctx, campaignId: string): Promise<CampaignCounts> {
    return this.db.read(ctx, async (tx) => {
      await this.require(tx, campaignId);
      return countMembers(tx, campaignId);
    });
  }

  /** @throws DomainError not_found when the actor may not see the campaign */
  async require(tx: Tx, campaignId: string): Promise<void> {
    await requireRecord(tx, await this.models.object(tx, 'campaign'), campaignId as RecordId);
  }

  private async missing(
    tx: Tx,
    object: 'lead' | 'contact',
    ids: readonly string[],
  ): Promise<FieldError[]> {
    const found = await readStored(tx, await this.models.object(tx, object), [
      ...new Set(ids),
    ] as RecordId[]);
    const message = `There is no such ${object} in this company.`;
    return ids.flatMap((id, i) =>
      found.has(id as RecordId)
        ? []
        : [{ pointer: `/${object}Ids/${i}`, code: 'reference_not_found', message }],
    );
  }
}

/** A lead that became a contact is a member as the contact, and each campaign is told. */
export async function moveMembers(tx: Tx, leadId: string, contactId: string): Promise<void> {
  for (const { id, campaignId, statusBefore } of await convertMembers(tx, leadId, contactId)) {
    const was = { memberId: id, status: statusBefore, leadId, contactId: null };
    const is = { memberId: id, status: 'converted', leadId: null, contactId } as const;
    tellChanged(tx, campaignId, is, was);
  }
}

function tellAdded(tx: Tx, campaignId: string, memberIds: readonly string[]): void {
  log(tx, 'campaign.members_added', campaignId, { memberIds });
  const record = { object: 'campaign', recordId: campaignId };
  emit(tx, { type: 'campaign.members_added', ...record, data: { campaignId, memberIds } });
}

type MemberChange = Omit<EventPayloads['campaign.member_changed'], 'campaignId'>;

function tellChanged(tx: Tx, campaignId: string, after: MemberChange, before: object): void {
  log(tx, 'campaign.member_changed', campaignId, after, before);
  const record = { object: 'campaign', recordId: campaignId };
  emit(tx, { type: 'campaign.member_changed', ...record, data: { campaignId, ...after } });
}

function log(tx: Tx, action: string, recordId: string, after: object, before?: object): void {
  const said = { before: before && { ...before }, after: { ...after } };
  audit(tx, { action, object: 'campaign', recordId, ...said });
}
