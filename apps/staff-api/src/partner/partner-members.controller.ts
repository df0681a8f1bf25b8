import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  partnerMemberList,
  SaveMember,
  type PartnerMemberView,
  type PartnerId,
} from '@quittance/partner/host';
import { PartnerMemberDto, UpdatePartnerMemberDto } from './commission.dto.js';

/** Partners in the programme: their tier, and below whom they stand. */
@ApiTags('Partners')
@Resource('commissions')
@Controller('partner-members')
export class PartnerMembersController {
  constructor(
    private readonly lists: Lists,
    private readonly saveMember: SaveMember,
  ) {}

  @Get()
  @AnswersList(PartnerMemberDto, partnerMemberList)
  @ApiOperation({ summary: 'List partners in the programme' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, partnerMemberList, call);
  }

  @Patch(':id')
  @Answers(PartnerMemberDto)
  @Problems(notFound, validationFailed)
  @ApiOperation({
    summary: 'Say in which tier a partner is, and below whom',
    description: 'By the id of its ledger account.',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: PartnerId,
    @Body() body: UpdatePartnerMemberDto,
  ): Promise<PartnerMemberView> {
    return this.saveMember.execute(ctx, id, body);
  }
}
