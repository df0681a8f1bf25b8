import type { FormulaFunction } from '@quittance/formula/host';
import { ListField, TextField } from '@quittance/http/host';

class FormulaFunctionDto implements FormulaFunction {
  @TextField({ max: 20, example: 'ROUND' }) name: string;

  @TextField({
    max: 100,
    description: 'As it is written; what stands in brackets may be left out.',
    example: 'ROUND(number, [digits])',
  })
  signature: string;

  @TextField({ max: 300 }) description: string;
}

export class FormulaLanguageDto {
  @ListField(() => FormulaFunctionDto, { maxItems: 100 })
  functions: readonly FormulaFunctionDto[];

  @ListField(() => FormulaFunctionDto, {
    maxItems: 100,
    description: 'Those that bind tighter come first.',
  })
  operators: readonly FormulaFunctionDto[];
}
