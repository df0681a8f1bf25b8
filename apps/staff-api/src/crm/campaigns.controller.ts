import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  campaignMemberList,
  campaignMembersFor,
  campaignMembersToDownload,
  CampaignMembers,
  membersOf,
  type CampaignMemberId,
} from '@quittance/crm/host';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import {
  AddCampaignMembersDto,
  AddedMembersDto,
  CampaignCountsDto,
  CampaignMemberDto,
  ChangeCampaignMemberDto,
} from './campaign.dto.js';

/** Whom a campaign is for. */
@ApiTags('Campaigns')
@Resource('campaigns')
@Controller('campaigns/:id')
export class CampaignsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly members: CampaignMembers,
  ) {}

  @Get('members')
  @AnswersList(CampaignMemberDto, campaignMemberList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the leads and contacts of a campaign' })
  async list(@RequestCtx() ctx: Ctx, @PathId('id') id: RecordId, @ListParams() call: ListCall) {
    await this.db.read(ctx, (tx) => this.members.require(tx, id));
    const list = call.format === 'json' ? campaignMembersFor : campaignMembersToDownload;
    return this.lists.answer(ctx, list(ctx), call, membersOf(id));
  }

  @Post('members')
  @Answers(AddedMembersDto)
  @Problems(notFound, validationFailed)
  @ApiOperation({ summary: 'Add leads and contacts to a campaign' })
  add(
    @RequestCtx() ctx: Ctx,
    @PathId('id') campaignId: RecordId,
    @Body() { leadIds = [], contactIds = [], status = 'planned' }: AddCampaignMembersDto,
  ): Promise<AddedMembersDto> {
    return this.members.add(ctx, { campaignId, leadIds, contactIds, status });
  }

  @Get('counts')
  @Answers(CampaignCountsDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'How many members a campaign has, by status' })
  counts(@RequestCtx() ctx: Ctx, @PathId('id') id: RecordId): Promise<CampaignCountsDto> {
    return this.members.counts(ctx, id);
  }

  @Patch('members/:memberId')
  @Answers(CampaignMemberDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'Say how a member responded' })
  change(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @PathId('memberId') memberId: CampaignMemberId,
    @Body() { status }: ChangeCampaignMemberDto,
  ): Promise<CampaignMemberDto> {
    return this.members.change(ctx, id, memberId, status);
  }

  @Delete('members/:memberId')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Take a member out of a campaign' })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @PathId('memberId') memberId: CampaignMemberId,
  ): Promise<void> {
    return this.members.remove(ctx, id, memberId);
  }
}
