import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import {
  Answers,
  AnswersEach,
  NeedsGrant,
  Problems,
  RequestCtx,
  SignedInOnly,
} from '@quittance/http';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  DOCUMENT_TYPES,
  ListNumbering,
  PreviewNumbering,
  SaveNumbering,
  defaultRules,
  numberingRulesInvalid,
  type DocumentType,
  type NumberingRules,
} from '@quittance/numbering';
import {
  NumberPreviewDto,
  NumberingDto,
  PreviewNumberingDto,
  SaveNumberingDto,
} from './numbering.dto.js';

/** How documents are numbered: everybody may read it, changing it needs the grant `customization`. */
@Controller('numbering')
@SignedInOnly()
export class NumberingController {
  constructor(
    private readonly listNumbering: ListNumbering,
    private readonly saveNumbering: SaveNumbering,
    private readonly previewNumbering: PreviewNumbering,
  ) {}

  @Get()
  @AnswersEach(NumberingDto)
  list(@RequestCtx() ctx: Ctx) {
    return this.listNumbering.execute(ctx);
  }

  @Put(':type')
  @NeedsGrant('customization')
  @Answers(NumberingDto)
  @Problems(notFound, numberingRulesInvalid)
  save(@RequestCtx() ctx: Ctx, @Param('type') type: string, @Body() body: SaveNumberingDto) {
    return this.saveNumbering.execute(ctx, documentType(type), rulesOf(body));
  }

  @Post('preview')
  @Answers(NumberPreviewDto, 200)
  @Problems(numberingRulesInvalid)
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
