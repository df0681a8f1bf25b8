import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ExportSetup,
  ImportSetup,
  setupConflict,
  setupUnreadable,
} from '@quittance/customization/host';
import {
  Answers,
  LargeBody,
  NeedsGrant,
  Problems,
  RequestCtx,
  SignedInOnly,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { ImportSetupDto, SetupDifferenceDto, SetupDto, SetupQuery } from './setup.dto.js';

/** Bytes. A set-up that is larger is brought in part by part: what a document leaves out stays. */
const LARGEST_SETUP = 4 * 1024 * 1024;

/** A company's whole set-up as one document, out of one company and into another. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization')
export class SetupController {
  constructor(
    private readonly exportSetup: ExportSetup,
    private readonly importSetup: ImportSetup,
  ) {}

  @Get('export')
  @NeedsGrant('customization')
  @Answers(SetupDto)
  @ApiOperation({ summary: 'The whole set-up of the company as one document' })
  export(@RequestCtx() ctx: Ctx) {
    return this.exportSetup.execute(ctx);
  }

  @Post('import')
  @LargeBody(LARGEST_SETUP)
  @NeedsGrant('customization')
  @Answers(SetupDifferenceDto)
  @Problems(setupUnreadable, setupConflict)
  @ApiOperation({
    summary: 'Bring a set-up in, as a whole or not at all',
    description: 'With `skipConflicts` what conflicts is left out, and told under `conflicts`.',
  })
  import(
    @RequestCtx() ctx: Ctx,
    @Body() body: ImportSetupDto,
    @Query() { dryRun = false, skipConflicts = false }: SetupQuery,
  ) {
    return this.importSetup.execute(ctx, body, { dryRun, skipConflicts });
  }
}
