import { Body, Controller, Get, Injectable, Put, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import { ChooseNotices, type ChosenNotices } from '@quittance/portal/host';
import { PREFIXES, TAGS, renamedFor } from '../identity/directories.js';
import { ChooseNoticesDto, ChosenNoticesDto } from './notice.dto.js';

/** What a user wants to be told of, and how. */
@Injectable()
abstract class NoticeChoiceRoutes {
  constructor(private readonly choosing: ChooseNotices) {}

  @Get()
  @Answers(ChosenNoticesDto)
  @ApiOperation({ summary: 'What the user is told of, and by which ways' })
  find(@PortalCaller() ctx: PortalCtx): Promise<ChosenNotices> {
    return this.choosing.find(ctx);
  }

  @Put()
  @Answers(ChosenNoticesDto)
  @Problems(validationFailed)
  @ApiOperation({ summary: 'Choose what to be told of, and by which ways' })
  choose(@PortalCaller() ctx: PortalCtx, @Body() body: ChooseNoticesDto): Promise<ChosenNotices> {
    return this.choosing.execute(ctx, body);
  }
}

/** The same for the users of one directory. */
export function noticeChoicesController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(`${PREFIXES[directory]}/me/notifications`)
  class NoticeChoicesController extends NoticeChoiceRoutes {}
  return renamedFor(directory, NoticeChoicesController);
}
