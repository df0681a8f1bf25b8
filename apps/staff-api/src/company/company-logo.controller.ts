import { Controller, Delete, Put } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import { LOGO_LIMIT, UpdateCompany, logoDataUrl, logoMediaType } from '@quittance/company/host';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  IfMatch,
  Problems,
  RawBody,
  RawBytes,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { invalidField, validationFailed, type Ctx } from '@quittance/kernel';
import { CompanyDto } from './company.dto.js';

const PICTURE = { type: 'string', format: 'binary' } as const;

/** The picture at the head of the company's documents; `GET /company` shows it as a data URL. */
@ApiTags('Company')
@Resource('company')
@Controller('company/logo')
export class CompanyLogoController {
  constructor(private readonly updateCompany: UpdateCompany) {}

  @Put()
  @RawBody(LOGO_LIMIT)
  @Answers(CompanyDto)
  @ApiConsumes('image/png', 'image/jpeg')
  @ApiBody({ schema: PICTURE, description: 'The picture itself.' })
  @Problems(preconditionFailed, validationFailed)
  @ApiOperation({
    summary: 'Set the company’s logo',
    description:
      'A PNG (not interlaced) or a JPEG (grey or RGB) of at most 220,000 bytes and 1600 × 1600 ' +
      'pixels. What it is follows from its bytes.',
  })
  set(
    @RequestCtx() ctx: Ctx,
    @RawBytes() bytes: Buffer,
    @IfMatch() version: number | null,
  ): Promise<CompanyDto> {
    const mediaType = logoMediaType(bytes);
    if (!mediaType) throw invalidField('', 'format', 'must be a PNG or JPEG');
    return this.updateCompany.execute(ctx, { logo: logoDataUrl({ mediaType, bytes }) }, version);
  }

  @Delete()
  @Answers(CompanyDto)
  @Problems(preconditionFailed)
  @ApiOperation({ summary: 'Take the company’s logo away' })
  remove(@RequestCtx() ctx: Ctx, @IfMatch() version: number | null): Promise<CompanyDto> {
    return this.updateCompany.execute(ctx, { logo: null }, version);
  }
}
