import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateUser,
  DeactivateUser,
  InviteUser,
  UnlockUser,
  UpdateUser,
  administratorRequired,
  findUserView,
  grantRequired,
  lastAdministrator,
  userDeactivated,
  userList,
} from '@quittance/access';
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
} from '@quittance/http';
import { emailTaken } from '@quittance/identity';
import { notFound, validationFailed, type Ctx, type UserId } from '@quittance/kernel';
import { CreateUserDto, InvitationDto, UpdateUserDto, UserDto } from './user.dto.js';

/** Staff users and their roles. */
@ApiTags('Users')
@Resource('users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createUser: CreateUser,
    private readonly updateUser: UpdateUser,
    private readonly deactivateUser: DeactivateUser,
    private readonly unlockUser: UnlockUser,
    private readonly inviteUser: InviteUser,
  ) {}

  @Get()
  @AnswersList(UserDto, userList)
  @ApiOperation({ summary: 'List users' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, userList, call);
  }

  @Post()
  @Answers(UserDto, 201)
  @Problems(emailTaken, grantRequired, administratorRequired, validationFailed)
  @ApiOperation({ summary: 'Make a user without a password; invite them next' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateUserDto): Promise<UserDto> {
    return this.createUser.execute(ctx, body);
  }

  @Get(':id')
  @Answers(UserDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One user' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: UserId): Promise<UserDto> {
    return this.db.read(ctx, (tx) => findUserView(tx, id));
  }

  @Patch(':id')
  @Answers(UserDto)
  @Problems(
    notFound,
    emailTaken,
    lastAdministrator,
    grantRequired,
    administratorRequired,
    preconditionFailed,
    validationFailed,
  )
  @ApiOperation({ summary: 'Change a user' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: UserId,
    @Body() body: UpdateUserDto,
    @IfMatch() version: number | null,
  ): Promise<UserDto> {
    return this.updateUser.execute(ctx, id, body, version);
  }

  @Post(':id/invite')
  @Answers(InvitationDto)
  @Problems(notFound, userDeactivated, grantRequired, administratorRequired)
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

  @Post(':id/unlock')
  @Answers(UserDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'Open an account that failed sign-ins have locked' })
  unlock(@RequestCtx() ctx: Ctx, @PathId('id') id: UserId): Promise<UserDto> {
    return this.unlockUser.execute(ctx, id);
  }
}
