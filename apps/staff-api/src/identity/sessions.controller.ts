import { Controller, Delete, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AnswersEach,
  AnswersNothing,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
} from '@quittance/http/host';
import { EndOtherSessions, EndSession, ReadSessions } from '@quittance/identity/host';
import { notFound, type Ctx, type SessionId } from '@quittance/kernel';
import { SessionDto } from './sessions.dto.js';

/** Where the caller is signed in. */
@ApiTags('Sign-in')
@SignedInOnly()
@Controller('auth/sessions')
export class SessionsController {
  constructor(
    private readonly readSessions: ReadSessions,
    private readonly endSession: EndSession,
    private readonly endOtherSessions: EndOtherSessions,
  ) {}

  @Get()
  @AnswersEach(SessionDto)
  @ApiOperation({
    summary: 'The own live sessions',
    description: 'The current one first, then the last used; 200 at most. An API key has none.',
  })
  list(@RequestCtx() ctx: Ctx): Promise<readonly SessionDto[]> {
    return this.readSessions.execute(ctx);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'End one of the own sessions at once' })
  end(@RequestCtx() ctx: Ctx, @PathId('id') id: SessionId): Promise<void> {
    return this.endSession.execute(ctx, id);
  }

  @Delete()
  @AnswersNothing()
  @ApiOperation({ summary: 'End all own sessions but the current one at once' })
  endOthers(@RequestCtx() ctx: Ctx): Promise<void> {
    return this.endOtherSessions.execute(ctx);
  }
}
