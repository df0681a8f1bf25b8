import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { invitationSentLately, rightBeyondOwn } from '@quittance/access';
import { Answers, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import type { PortalUserId } from '@quittance/portal';
import {
  ChangePortalEmail,
  MovePortalUser,
  lastPortalAdmin,
  portalUserNotInvitable,
  portalUserTaken,
} from '@quittance/portal/host';
import { ChangePortalEmailDto, PortalUserDto } from './portal-user.dto.js';

/** Letting portal users in and keeping them out. */
@ApiTags('Portal users')
@Resource('portal-users')
@Controller('portal-users')
export class PortalUserStatesController {
  constructor(
    private readonly moveUser: MovePortalUser,
    private readonly changeEmail: ChangePortalEmail,
  ) {}

  @Post(':id/invite')
  @Answers(PortalUserDto)
  @Problems(notFound, portalUserNotInvitable, invitationSentLately)
  @ApiOperation({
    summary: 'Send the invitation again, by e-mail',
    description: 'Those before end. The link goes to the address of the user and to nobody else.',
  })
  invite(@RequestCtx() ctx: Ctx, @PathId('id') id: PortalUserId) {
    return this.moveUser.execute(ctx, id, 'invite');
  }

  @Post(':id/deactivate')
  @Answers(PortalUserDto)
  @Problems(notFound, lastPortalAdmin)
  @ApiOperation({ summary: 'Put the user out, from the next request on' })
  deactivate(@RequestCtx() ctx: Ctx, @PathId('id') id: PortalUserId) {
    return this.moveUser.execute(ctx, id, 'deactivate');
  }

  @Post(':id/reactivate')
  @Answers(PortalUserDto)
  @Problems(notFound, rightBeyondOwn)
  @ApiOperation({ summary: 'Let the user in again, with what they had' })
  reactivate(@RequestCtx() ctx: Ctx, @PathId('id') id: PortalUserId) {
    return this.moveUser.execute(ctx, id, 'reactivate');
  }

  @Post(':id/unlock')
  @Answers(PortalUserDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'Open what failed sign-ins or a person have locked',
    description: 'Failed sign-ins where the same password is of nobody else, or of reached ones.',
  })
  unlock(@RequestCtx() ctx: Ctx, @PathId('id') id: PortalUserId) {
    return this.moveUser.execute(ctx, id, 'unlock');
  }

  @Post(':id/end-sessions')
  @Answers(PortalUserDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'End every session of the user at once' })
  endSessions(@RequestCtx() ctx: Ctx, @PathId('id') id: PortalUserId) {
    return this.moveUser.execute(ctx, id, 'end-sessions');
  }

  @Post(':id/reset-mfa')
  @Answers(PortalUserDto)
  @Problems(notFound, rightBeyondOwn)
  @ApiOperation({
    summary: 'Take the second factor of a user away who has lost it',
    description:
      'Every session ends. It is that of all users of the credential: whoever does not reach ' +
      'them all is refused.',
  })
  resetMfa(@RequestCtx() ctx: Ctx, @PathId('id') id: PortalUserId) {
    return this.moveUser.execute(ctx, id, 'reset-mfa');
  }

  @Post(':id/change-email')
  @Answers(PortalUserDto)
  @Problems(
    notFound,
    portalUserTaken,
    portalUserNotInvitable,
    invitationSentLately,
    rightBeyondOwn,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Give the user another e-mail',
    description:
      'The password goes and every session ends: whoever reads the new mailbox accepts an ' +
      'invitation. It is the e-mail of all users of the same credential, as far as the caller ' +
      'reaches them and the user has accepted; else this one alone gets the other.',
  })
  email(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: PortalUserId,
    @Body() { email }: ChangePortalEmailDto,
  ) {
    return this.changeEmail.execute(ctx, id, email);
  }
}
