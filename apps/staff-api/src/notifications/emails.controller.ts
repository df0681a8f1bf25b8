import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CustomResources } from '@quittance/access';
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
import {
  RetryEmail,
  emailBodyRemoved,
  emailList,
  emailNotRetryable,
  findEmail,
  mayReadEmailsOf,
} from '@quittance/notifications/host';
import type { EmailId } from '@quittance/notifications';
import { seenObjects } from '@quittance/outbox';
import { aboutObjects } from '@quittance/outbox/host';
import { EmailDto, EmailHeadDto } from './email.dto.js';

const OF_RECORDS =
  'Those about objects whose records the reader may all view, users among them; letters about ' +
  'several invoices of an account take the view of all invoices as well. Administrators read all.';

/** The e-mails of the company and what became of them. */
@ApiTags('E-mail')
@Resource('emails')
@Controller('emails')
export class EmailsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly custom: CustomResources,
    private readonly retryEmail: RetryEmail,
  ) {}

  @Get()
  @AnswersList(EmailHeadDto, emailList)
  @ApiOperation({
    summary: 'List e-mails, those that wait and those that are done',
    description: OF_RECORDS,
  })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const seen = seenObjects(ctx.permissions, await this.custom.of(ctx));
    const read = seen?.filter((object) => mayReadEmailsOf(ctx.permissions, object));
    const narrowing = read && aboutObjects('m.object', read);
    return this.lists.answer(ctx, emailList, call, narrowing);
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
  @Problems(notFound, emailNotRetryable, emailBodyRemoved)
  @ApiOperation({ summary: 'Send an e-mail again that was given up' })
  retry(@RequestCtx() ctx: Ctx, @PathId('id') id: EmailId): Promise<EmailDto> {
    return this.retryEmail.execute(ctx, id);
  }
}
