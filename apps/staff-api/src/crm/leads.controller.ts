import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ConvertLead,
  findLeadDuplicates,
  leadConvertedOtherwise,
  leadDuplicatesFound,
  leadStatusConflict,
  shownScore,
  type LeadConversion,
} from '@quittance/crm/host';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  IfMatch,
  PathId,
  permissionDenied,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, objectOf, type RecordId, type RecordView } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { ConvertedLeadDto, ConvertLeadDto, LeadMatchesDto, LeadScoreDto } from './lead.dto.js';

/** What a lead is worth, whom it is like, and what it becomes. */
@ApiTags('Leads')
@Resource('leads')
@Controller('leads/:id')
export class LeadsController {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly convertLead: ConvertLead,
  ) {}

  @Post('convert')
  @Answers(ConvertedLeadDto)
  @Problems(
    leadStatusConflict,
    leadConvertedOtherwise,
    leadDuplicatesFound,
    preconditionFailed,
    permissionDenied,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Make an account, a contact and perhaps a deal of a lead',
    description:
      'Asks for the right to create what is made. A lead that was converted before answers ' +
      'what it became, unless something else is asked for. Where accounts or contacts are like ' +
      'it, choose one or say that new ones are wanted.',
  })
  async convert(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @Body() body: ConvertLeadDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<ConvertedLeadDto> {
    demandRights(ctx, body);
    const demand: LeadConversion['demand'] = (resource, action) => {
      if (!ctx.permissions.can(resource, action)) throw permissionDenied({ resource, action });
    };
    return this.convertLead.execute(ctx, { id, expectedVersion, ...body, demand });
  }

  @Get('matches')
  @Answers(LeadMatchesDto)
  @ApiOperation({ summary: 'Accounts, contacts and leads that a lead may be the same as' })
  matches(@RequestCtx() ctx: Ctx, @PathId('id') id: RecordId): Promise<LeadMatchesDto> {
    return this.db.read(ctx, async (tx) => {
      const model = await this.models.of(tx);
      const lead = await readRecord(tx, objectOf(model, 'lead'), id);
      return { data: await findLeadDuplicates(tx, model, lead) };
    });
  }

  @Get('score')
  @Answers(LeadScoreDto)
  @ApiOperation({ summary: 'The score of a lead, with the rules that gave it points' })
  async score(@RequestCtx() ctx: Ctx, @PathId('id') id: RecordId): Promise<LeadScoreDto> {
    const lead = await this.db.read(ctx, async (tx): Promise<RecordView> =>
      readRecord(tx, await this.models.object(tx, 'lead'), id),
    );
    return shownScore(ctx, lead);
  }
}

/**
 * Converting makes records of other objects: it needs the right to make them. What hangs on the
 * records that are chosen is asked when they are read.
 */
function demandRights(
  { permissions }: Ctx,
  { accountId, contactId, deal }: Omit<LeadConversion, 'id' | 'expectedVersion'>,
): void {
  const made = [
    ...((accountId ?? contactId) ? [] : ['accounts']),
    ...(contactId ? [] : ['contacts']),
    ...(deal ? ['deals'] : []),
  ];
  const resource = made.find((each) => !permissions.can(each, 'create'));
  if (resource) throw permissionDenied({ resource, action: 'create' });
}
