import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  EndPause,
  RetryAttempt,
  StartPause,
  attemptList,
  type AttemptView,
  dunningAttemptNotFailed,
  dunningPauseEnded,
  pauseList,
  type AttemptId,
  type PauseId,
  type PauseView,
} from '@quittance/dunning/host';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  fieldsHidden,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import { DunningAttemptDto, DunningPauseDto, StartPauseDto } from './dunning.dto.js';

/** What dunning has done, and what it leaves alone. */
@ApiTags('Dunning')
@Resource('dunning')
@Controller('dunning')
export class DunningPausesController {
  constructor(
    private readonly lists: Lists,
    private readonly startPause: StartPause,
    private readonly endPause: EndPause,
    private readonly retryAttempt: RetryAttempt,
  ) {}

  @Repeats('invoices')
  @Get('attempts')
  @AnswersList(DunningAttemptDto, attemptList)
  @ApiOperation({ summary: 'List what was done, step by step' })
  attempts(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, attemptList, call);
  }

  @Repeats('invoices')
  @Post('attempts/:id/retry')
  @Answers(DunningAttemptDto)
  @Problems(notFound, dunningAttemptNotFailed)
  @ApiOperation({ summary: 'Let the next run try a failed step again' })
  retry(@RequestCtx() ctx: Ctx, @PathId('id') id: AttemptId): Promise<AttemptView> {
    return this.retryAttempt.execute(ctx, id);
  }

  @Get('pauses')
  @AnswersList(DunningPauseDto, pauseList)
  @ApiOperation({ summary: 'List pauses and promises to pay' })
  pauses(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, pauseList, call);
  }

  @Post('pauses')
  @Answers(DunningPauseDto, 201)
  @Problems(notFound, validationFailed, fieldsHidden)
  @ApiOperation({
    summary: 'Leave an invoice or an account alone',
    description: 'With `promisedAmount` it is a promise to pay, which ends by itself on its day.',
  })
  start(@RequestCtx() ctx: Ctx, @Body() body: StartPauseDto): Promise<PauseView> {
    const { accountId = null, invoiceId = null, reason } = body;
    const { until = null, promisedAmount = null } = body;
    // What is promised is weighed against what is owed.
    if (promisedAmount !== null && sight.hides(ctx.permissions, 'invoices')) {
      throw fieldsHidden({ resource: 'invoices' });
    }
    return this.startPause.execute(ctx, { accountId, invoiceId, reason, until, promisedAmount });
  }

  @Post('pauses/:id/end')
  @Answers(DunningPauseDto)
  @Problems(notFound, dunningPauseEnded)
  @ApiOperation({ summary: 'End a pause' })
  end(@RequestCtx() ctx: Ctx, @PathId('id') id: PauseId): Promise<PauseView> {
    return this.endPause.execute(ctx, id);
  }
}
