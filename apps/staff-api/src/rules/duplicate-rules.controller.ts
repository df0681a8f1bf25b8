import {
  CreateDuplicateRuleDto,
  DuplicateRuleDto,
  JudgedDuplicateRuleDto,
  UpdateDuplicateRuleDto,
} from './rule.dto.js';
import { CUSTOMIZED, ruleControllers } from './rules.controller.js';

/** Which records of an object are the same, and what is done about it. */
export const duplicateRulesControllers = ruleControllers({
  ...CUSTOMIZED,
  kind: 'duplicate',
  name: 'DuplicateRules',
  path: 'customization/duplicate-rules',
  dtos: {
    rule: DuplicateRuleDto,
    judged: JudgedDuplicateRuleDto,
    create: CreateDuplicateRuleDto,
    update: UpdateDuplicateRuleDto,
  },
  definition: ({ fields, action, among = 'seen' }) => ({ fields, action, among }),
  changes: (definition) => definition,
});
