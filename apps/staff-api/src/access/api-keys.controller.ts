import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreateApiKey, RevokeApiKey, apiKeyList, type ApiKeyId } from '@quittance/access/host';
import { administratorRequired } from '@quittance/access';
import {
  AdministratorsOnly,
  Answers,
  AnswersList,
  AnswersNothing,
  AnswersSecret,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { ApiKeyDto, CreateApiKeyDto, NewApiKeyDto } from './api-key.dto.js';

/** Keys with which other software acts under a role. */
@ApiTags('API keys')
@Resource('users')
@Controller('api-keys')
export class ApiKeysController {
  constructor(
    private readonly lists: Lists,
    private readonly createApiKey: CreateApiKey,
    private readonly revokeApiKey: RevokeApiKey,
  ) {}

  @Get()
  @AnswersList(ApiKeyDto, apiKeyList)
  @ApiOperation({ summary: 'List API keys, revoked ones too' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, apiKeyList, call);
  }

  @Post()
  @AdministratorsOnly('make API keys')
  @Answers(NewApiKeyDto, 201)
  @AnswersSecret()
  @Problems(administratorRequired, validationFailed)
  @ApiOperation({ summary: 'Make an API key; the answer is the only one that shows it' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateApiKeyDto): Promise<NewApiKeyDto> {
    return this.createApiKey.execute(ctx, body);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Refuse the key from the next request on' })
  remove(@RequestCtx() ctx: Ctx, @PathId('id') id: ApiKeyId): Promise<void> {
    return this.revokeApiKey.execute(ctx, id);
  }
}
