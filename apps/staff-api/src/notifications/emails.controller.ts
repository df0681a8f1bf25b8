import { Controller, Get, Post } from '@nestjs/common';
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
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { RetryEmail, emailList, emailNotRetryable, findEmail } from '@quittance/notifications/host';
import type { EmailId } from '@quittance/notifications';
import { EmailDto, EmailHeadDto } from './email.dto.js';

/** Every e-mail of the company and what became of it. */
@ApiTags('E-mail')
@Resource('emails')
@Controller('emails')
export class EmailsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly retryEmail: RetryEmail,
  ) {}

  @Get()
  @AnswersList(EmailHeadDto, emailList)
  @ApiOperation({ summary: 'List e-mails, those that wait and those that are done' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, emailList, call);
  }

  @Get(':id')
  @Answers(EmailDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One e-mail with what the recipient reads' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: EmailId): Promise<EmailDto> {
    return this.db.read(ctx, (tx) => findEmail(tx, id));
  }

  @Post(':id/retry')
  @Answers(EmailDto)
  @Problems(notFound, emailNotRetryable)
  @ApiOperation({ summary: 'Send an e-mail again that was given up' })
  retry(@RequestCtx() ctx: Ctx, @PathId('id') id: EmailId): Promise<EmailDto> {
    return this.retryEmail.execute(ctx, id);
  }
}
