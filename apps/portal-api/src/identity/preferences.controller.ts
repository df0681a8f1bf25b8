import { Body, Controller, Delete, Get, Injectable, Param, Put, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersNothing,
  JsonField,
  PortalCaller,
  PortalRoute,
  Problems,
  TextField,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import { Preferences, preferenceLimitReached, preferenceTooLarge } from '@quittance/portal/host';
import { PREFIXES, TAGS, renamedFor } from './directories.js';

const KEY = /^[a-zA-Z0-9._-]{1,64}$/;

export class PutPreferenceDto {
  @JsonField({ example: { columns: ['number', 'total'] } }) value: Record<string, unknown>;
}

export class PreferenceDto {
  @TextField({ max: 64, pattern: KEY }) key: string;
  @JsonField() value: Readonly<Record<string, unknown>>;
}

/** What an application remembers for its user. */
@Injectable()
abstract class PreferenceRoutes {
  constructor(private readonly preferences: Preferences) {}

  @Get(':key')
  @Answers(PreferenceDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'What is remembered under a name' })
  find(@PortalCaller() ctx: PortalCtx, @Param('key') key: string): Promise<PreferenceDto> {
    return this.preferences.find(ctx, known(key));
  }

  @Put(':key')
  @Answers(PreferenceDto)
  @Problems(preferenceTooLarge, preferenceLimitReached, notFound, validationFailed)
  @ApiOperation({ summary: 'Remember something: at most 16 KiB, under at most 50 names' })
  put(
    @PortalCaller() ctx: PortalCtx,
    @Param('key') key: string,
    @Body() { value }: PutPreferenceDto,
  ): Promise<PreferenceDto> {
    return this.preferences.execute(ctx, { key: known(key), value });
  }

  @Delete(':key')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Forget what is remembered under a name' })
  remove(@PortalCaller() ctx: PortalCtx, @Param('key') key: string): Promise<void> {
    return this.preferences.remove(ctx, known(key));
  }
}

/** @throws DomainError not_found for what is no name */
function known(key: string): string {
  if (!KEY.test(key)) throw notFound({ object: 'preference' });
  return key;
}

/** The same for the users of one directory. */
export function preferencesController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(`${PREFIXES[directory]}/me/preferences`)
  class PreferencesController extends PreferenceRoutes {}
  return renamedFor(directory, PreferencesController);
}
