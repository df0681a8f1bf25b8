import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  WholeCompany,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  ApproveStatement,
  commissionStatementStatusConflict,
  DrawUpStatements,
  ownAdjustment,
  PayStatement,
  readStatement,
  commissionStatementList,
  commissionStatementView,
  VoidStatement,
  type StatementId,
  type CommissionStatementView,
} from '@quittance/partner/host';
import {
  DrawUpStatementsDto,
  PayStatementDto,
  CommissionStatementDto,
  StatementReasonDto,
  CommissionStatementsDto,
} from './commission.dto.js';

/** What partners are paid, a month at a time. */
@ApiTags('Partners')
@Resource('commissions')
@Controller('commission-statements')
export class CommissionStatementsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly drawUpStatements: DrawUpStatements,
    private readonly approveStatement: ApproveStatement,
    private readonly payStatement: PayStatement,
    private readonly voidStatement: VoidStatement,
  ) {}

  @Get()
  @AnswersList(CommissionStatementDto, commissionStatementList)
  @ApiOperation({ summary: 'List commission statements' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, commissionStatementList, call);
  }

  @Post()
  @WholeCompany()
  @Answers(CommissionStatementsDto, 201)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Draw up the statements of a month that is over',
    description: 'Those that are missing. What is too little to be paid out is carried over.',
  })
  async drawUp(
    @RequestCtx() ctx: Ctx,
    @Body() body?: DrawUpStatementsDto,
  ): Promise<CommissionStatementsDto> {
    const { month = null, partnerId = null } = body ?? {};
    const data = await this.drawUpStatements.execute(ctx, { month, partnerId, again: true });
    return { data } as CommissionStatementsDto;
  }

  @Get(':id')
  @Answers(CommissionStatementDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One commission statement' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: StatementId): Promise<CommissionStatementView> {
    return this.db.read(ctx, async (tx) => commissionStatementView(await readStatement(tx, id)));
  }

  @Post(':id/approve')
  @Answers(CommissionStatementDto)
  @Problems(notFound, commissionStatementStatusConflict, ownAdjustment)
  @ApiOperation({ summary: 'Let a statement be paid' })
  approve(@RequestCtx() ctx: Ctx, @PathId('id') id: StatementId): Promise<CommissionStatementView> {
    return this.approveStatement.execute(ctx, id);
  }

  @Post(':id/reject')
  @Answers(CommissionStatementDto)
  @Problems(notFound, validationFailed, commissionStatementStatusConflict)
  @ApiOperation({ summary: 'Give a draft up: its commissions are payable again' })
  reject(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: StatementId,
    @Body() { reason }: StatementReasonDto,
  ): Promise<CommissionStatementView> {
    return this.voidStatement.execute(ctx, id, 'reject', reason);
  }

  @Post(':id/pay')
  @Answers(CommissionStatementDto)
  @Problems(notFound, validationFailed, commissionStatementStatusConflict)
  @ApiOperation({ summary: 'Note that the partner was paid' })
  pay(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: StatementId,
    @Body() { paidOn, reference }: PayStatementDto,
  ): Promise<CommissionStatementView> {
    return this.payStatement.execute(ctx, id, { paidOn, reference });
  }

  @Post(':id/void')
  @Answers(CommissionStatementDto)
  @Problems(notFound, validationFailed, commissionStatementStatusConflict)
  @ApiOperation({ summary: 'Give a statement up that was not paid' })
  giveUp(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: StatementId,
    @Body() { reason }: StatementReasonDto,
  ): Promise<CommissionStatementView> {
    return this.voidStatement.execute(ctx, id, 'void', reason);
  }
}
