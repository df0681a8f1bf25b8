import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersEach,
  NeedsGrant,
  Problems,
  RequestCtx,
  SignedInOnly,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  DOCUMENT_TYPES,
  ListNumbering,
  PreviewNumbering,
  SaveNumbering,
  defaultRules,
  numberingRulesInvalid,
  type NumberingRules,
} from '@quittance/numbering/host';
import type { DocumentType } from '@quittance/numbering';
import {
  NumberPreviewDto,
  NumberingDto,
  PreviewNumberingDto,
  SaveNumberingDto,
} from './numbering.dto.js';

/**
 * How documents are numbered: everybody may read it, changing it needs the grant `customization`.
 */
@ApiTags('Numbering')
@SignedInOnly()
@Controller('numbering')
export class NumberingController {
  constructor(
    private readonly listNumbering: ListNumbering,
    private readonly saveNumbering: SaveNumbering,
    private readonly previewNumbering: PreviewNumbering,
  ) {}

  @Get()
  @AnswersEach(NumberingDto)
  @ApiOperation({ summary: 'How each kind of document is numbered' })
  list(@RequestCtx() ctx: Ctx) {
    return this.listNumbering.execute(ctx);
  }

  @Put(':type')
  @NeedsGrant('customization')
  @Answers(NumberingDto)
  @Problems(notFound, numberingRulesInvalid)
  @ApiOperation({ summary: 'Change how a kind of document is numbered' })
  save(@RequestCtx() ctx: Ctx, @Param('type') type: string, @Body() body: SaveNumberingDto) {
    return this.saveNumbering.execute(ctx, documentType(type), rulesOf(body));
  }

  @Post('preview')
  @Answers(NumberPreviewDto, 200)
  @Problems(numberingRulesInvalid)
  @ApiOperation({ summary: 'The next numbers by rules that are not saved' })
  preview(@RequestCtx() ctx: Ctx, @Body() body: PreviewNumberingDto) {
    const { type, date } = body;
    const rules = { ...defaultRules(type ?? 'invoice'), ...rulesOf(body) };
    return this.previewNumbering.execute(ctx, {
      ...rules,
      ...(type ? { type } : {}),
      ...(date ? { date } : {}),
    });
  }
}

function rulesOf({ format, reset, start, increment }: SaveNumberingDto): Partial<NumberingRules> {
  return {
    format,
    ...(reset === undefined ? {} : { reset }),
    ...(start === undefined ? {} : { start: BigInt(start) }),
    ...(increment === undefined ? {} : { increment: BigInt(increment) }),
  };
}

function documentType(name: string): DocumentType {
  const type = DOCUMENT_TYPES.find((known) => known === name);
  if (!type) throw notFound({ object: 'document type' });
  return type;
}
