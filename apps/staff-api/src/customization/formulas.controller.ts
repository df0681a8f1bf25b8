import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Problems, RequestCtx, SignedInOnly } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { CheckFormula } from '@quittance/objects/host';
import { CheckFormulaDto, FormulaAnswerDto } from './formulas.dto.js';

/** Formulas before they are saved. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/formulas')
export class FormulasController {
  constructor(private readonly checkFormula: CheckFormula) {}

  @Post('check')
  @Answers(FormulaAnswerDto)
  @Problems(notFound, validationFailed)
  @ApiOperation({ summary: 'Check a formula, and show what it comes to on a record and why' })
  check(@RequestCtx() ctx: Ctx, @Body() body: CheckFormulaDto) {
    return this.checkFormula.execute(ctx, body);
  }
}
