import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { FORMULA_FUNCTIONS, FORMULA_OPERATORS } from '@quittance/formula/host';
import { Answers, SignedInOnly } from '@quittance/http/host';
import { FormulaLanguageDto } from './formula-language.dto.js';

/** What formulas may be made of: for the editors of fields, rules and forms. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/formulas')
export class FormulaLanguageController {
  @Get('functions')
  @Answers(FormulaLanguageDto)
  @ApiOperation({ summary: 'The functions and operators of formulas' })
  functions(): FormulaLanguageDto {
    return { functions: FORMULA_FUNCTIONS, operators: FORMULA_OPERATORS };
  }
}
