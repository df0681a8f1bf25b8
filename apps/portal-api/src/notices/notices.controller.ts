import { Controller, Get, Injectable, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  ListParams,
  Lists,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import { noticeList, noticesFor, OwnNotices, type NoticeId } from '@quittance/portal/host';
import { ownList } from '../own-list.js';
import { PREFIXES, TAGS, renamedFor } from '../identity/directories.js';
import { NoticeDto, UnreadNoticesDto } from './notice.dto.js';

/** What users were told, each their own. */
@Injectable()
abstract class NoticeRoutes {
  constructor(
    private readonly lists: Lists,
    private readonly notices: OwnNotices,
  ) {}

  @Get()
  @AnswersList(NoticeDto, ownList(noticeList('customer', null)))
  @ApiOperation({ summary: 'What the user was told, the latest first' })
  async list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const list = noticeList(ctx.portal.directory, await this.notices.locale(ctx));
    return this.lists.answer(ctx, list, call, noticesFor(ctx.portal));
  }

  @Get('unread-count')
  @Answers(UnreadNoticesDto)
  @ApiOperation({ summary: 'How much of it the user has not read' })
  async unread(@PortalCaller() ctx: PortalCtx): Promise<UnreadNoticesDto> {
    return { count: await this.notices.unread(ctx) };
  }

  @Post(':id/read')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Mark one as read' })
  read(@PortalCaller() ctx: PortalCtx, @PathId('id') id: NoticeId): Promise<void> {
    return this.notices.execute(ctx, id);
  }

  @Post('read-all')
  @AnswersNothing()
  @ApiOperation({ summary: 'Mark all that is there now as read' })
  readAll(@PortalCaller() ctx: PortalCtx): Promise<void> {
    return this.notices.readAll(ctx);
  }
}

/** The same for the users of one directory. */
export function noticesController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(`${PREFIXES[directory]}/notifications`)
  class NoticesController extends NoticeRoutes {}
  return renamedFor(directory, NoticesController);
}
