import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  caseCommentList,
  CommentCase,
  commentsOf,
  readCaseByNumber,
  readCaseSla,
  readSlaPolicyView,
  SaveSlaPolicy,
} from '@quittance/crm/host';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordId, type RecordView } from '@quittance/metadata';
import { requireRecord } from '@quittance/objects';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import {
  CaseCommentDto,
  CaseSlaDto,
  NewCaseCommentDto,
  SaveSlaPolicyDto,
  SlaPolicyDto,
} from './case.dto.js';
import { recordDtoOf } from './record-answers.js';

const CaseDto = recordDtoOf('case');

/** Cases by their numbers, what is said about them, and how soon they are answered and solved. */
@ApiTags('Cases')
@Resource('cases')
@Controller('cases')
export class CaseServiceController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly models: CompanyModels,
    private readonly commentCase: CommentCase,
    private readonly savePolicy: SaveSlaPolicy,
  ) {}

  @Get('sla-policy')
  @Answers(SlaPolicyDto)
  @ApiOperation({ summary: 'The service times of the company' })
  policy(@RequestCtx() ctx: Ctx) {
    return this.db.read(ctx, (tx) => readSlaPolicyView(tx));
  }

  @Put('sla-policy')
  @Answers(SlaPolicyDto)
  @Problems(preconditionFailed, validationFailed)
  @ApiOperation({ summary: 'Replace the service times; cases that are there keep theirs' })
  save(
    @RequestCtx() ctx: Ctx,
    @Body() body: SaveSlaPolicyDto,
    @IfMatch() expectedVersion: number | null,
  ) {
    return this.savePolicy.execute(ctx, body, expectedVersion);
  }

  @Get('by-number/:number')
  @Answers(CaseDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The case that bears a number' })
  findByNumber(@RequestCtx() ctx: Ctx, @Param('number') number: string): Promise<RecordView> {
    return this.db.read(ctx, async (tx) =>
      readCaseByNumber(tx, await this.models.object(tx, 'case'), number),
    );
  }

  @Get(':id/sla')
  @Answers(CaseSlaDto)
  @ApiOperation({ summary: 'Where the clocks of a case are' })
  sla(@RequestCtx() ctx: Ctx, @PathId('id') id: RecordId): Promise<CaseSlaDto> {
    return this.db.read(ctx, async (tx) =>
      readCaseSla(tx, await this.models.object(tx, 'case'), id),
    );
  }

  @Get(':id/comments')
  @AnswersList(CaseCommentDto, caseCommentList)
  @Problems(notFound)
  @ApiOperation({ summary: 'What was said about a case' })
  async comments(@RequestCtx() ctx: Ctx, @PathId('id') id: RecordId, @ListParams() call: ListCall) {
    await this.db.read(ctx, async (tx) =>
      requireRecord(tx, await this.models.object(tx, 'case'), id),
    );
    return this.lists.answer(ctx, caseCommentList, call, commentsOf(id));
  }

  @Post(':id/comments')
  @Answers(CaseCommentDto, 201)
  @Problems(notFound, ...RECORD_PROBLEMS)
  @ApiOperation({
    summary: 'Say something about a case',
    description: 'The first public word of ours is the first response, and takes up a new case.',
  })
  comment(
    @RequestCtx() ctx: Ctx,
    @PathId('id') caseId: RecordId,
    @Body() { body, visibility = 'internal' }: NewCaseCommentDto,
  ): Promise<CaseCommentDto> {
    return this.commentCase.execute(ctx, { caseId, body, visibility });
  }
}
