import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  DeactivateUser,
  InviteUser,
  SignOutUser,
  UnlockUser,
  lastAdministrator,
  userDeactivated,
} from '@quittance/access/host';
import {
  administratorRequired,
  grantRequired,
  invitationSentLately,
  rightBeyondOwn,
} from '@quittance/access';
import {
  AndGrant,
  Answers,
  AnswersSecret,
  PathId,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, type Ctx, type UserId } from '@quittance/kernel';
import { InvitationDto, UserDto } from './user.dto.js';

/** Letting a user in and keeping them out. */
@ApiTags('Users')
@Resource('users')
@Controller('users')
export class UserStatesController {
  constructor(
    private readonly deactivateUser: DeactivateUser,
    private readonly signOutUser: SignOutUser,
    private readonly unlockUser: UnlockUser,
    private readonly inviteUser: InviteUser,
  ) {}

  @Post(':id/invite')
  @AndGrant('roles')
  @Answers(InvitationDto)
  @AnswersSecret()
  @Problems(
    notFound,
    userDeactivated,
    grantRequired,
    administratorRequired,
    rightBeyondOwn,
    invitationSentLately,
  )
  @ApiOperation({ summary: 'Make the link with which the user sets a password' })
  invite(@RequestCtx() ctx: Ctx, @PathId('id') id: UserId): Promise<InvitationDto> {
    return this.inviteUser.execute(ctx, id);
  }

  @Post(':id/deactivate')
  @Answers(UserDto)
  @Problems(notFound, lastAdministrator, administratorRequired)
  @ApiOperation({ summary: 'Refuse the user from the next request on' })
  deactivate(@RequestCtx() ctx: Ctx, @PathId('id') id: UserId): Promise<UserDto> {
    return this.deactivateUser.execute(ctx, id);
  }

  @Post(':id/sign-out')
  @Answers(UserDto)
  @Problems(notFound, administratorRequired)
  @ApiOperation({ summary: 'End every session of the user at once' })
  signOut(@RequestCtx() ctx: Ctx, @PathId('id') id: UserId): Promise<UserDto> {
    return this.signOutUser.execute(ctx, id);
  }

  @Post(':id/unlock')
  @Answers(UserDto)
  @Problems(notFound, administratorRequired)
  @ApiOperation({ summary: 'Open an account that failed sign-ins have locked' })
  unlock(@RequestCtx() ctx: Ctx, @PathId('id') id: UserId): Promise<UserDto> {
    return this.unlockUser.execute(ctx, id);
  }
}
