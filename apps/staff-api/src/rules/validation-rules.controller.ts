import {
  CreateValidationRuleDto,
  JudgedValidationRuleDto,
  UpdateValidationRuleDto,
  ValidationRuleDto,
} from './rule.dto.js';
import { CUSTOMIZED, ruleControllers } from './rules.controller.js';

/** What must be true of the records of an object, whichever way they come in. */
export const validationRulesControllers = ruleControllers({
  ...CUSTOMIZED,
  kind: 'validation',
  name: 'ValidationRules',
  path: 'customization/validation-rules',
  dtos: {
    rule: ValidationRuleDto,
    judged: JudgedValidationRuleDto,
    create: CreateValidationRuleDto,
    update: UpdateValidationRuleDto,
  },
  definition: ({ formula, message, field = null, blankAs = 'zero' }) => ({
    formula,
    message,
    field,
    blankAs,
  }),
  changes: (definition) => definition,
});
