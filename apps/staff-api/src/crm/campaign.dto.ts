import {
  MEMBER_STATUSES,
  type CampaignCounts,
  type CampaignMember,
  type CampaignMemberId,
  type MemberStatus,
} from '@quittance/crm/host';
import {
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant, UserId } from '@quittance/kernel';

const MANY = { optional: true, maxItems: 1000 } as const;

export class AddCampaignMembersDto {
  @IdsField(MANY) leadIds?: string[];
  @IdsField(MANY) contactIds?: string[];
  @EnumField(MEMBER_STATUSES, { optional: true, description: '`planned` when absent.' })
  status?: MemberStatus;
}

export class AddedMembersDto {
  @IntegerField({ min: 0, description: 'Without those who were members already.' }) added: number;
}

export class ChangeCampaignMemberDto {
  @EnumField(MEMBER_STATUSES) status: MemberStatus;
}

const HIDDEN = 'Null where it is hidden of the lead or contact.';

export class CampaignMemberDto implements CampaignMember {
  @IdField() id: CampaignMemberId;
  @IdField() campaignId: string;
  @IdField({ nullable: true }) leadId: string | null;
  @IdField({ nullable: true }) contactId: string | null;
  @TextField({ max: 300, nullable: true, description: HIDDEN }) name: string | null;
  @TextField({ max: 254, nullable: true }) email: string | null;
  @EnumField(MEMBER_STATUSES) status: MemberStatus;
  @IdField({ nullable: true }) addedBy: UserId | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

const COUNT = { min: 0 } as const;

export class MembersByStatusDto implements Readonly<Record<MemberStatus, number>> {
  @IntegerField(COUNT) planned: number;
  @IntegerField(COUNT) sent: number;
  @IntegerField(COUNT) responded: number;
  @IntegerField(COUNT) converted: number;
  @IntegerField(COUNT) unsubscribed: number;
}

export class CampaignCountsDto implements CampaignCounts {
  @IntegerField(COUNT) total: number;
  @IntegerField(COUNT) leads: number;
  @IntegerField(COUNT) contacts: number;
  @ObjectField(() => MembersByStatusDto) byStatus: MembersByStatusDto;
}
