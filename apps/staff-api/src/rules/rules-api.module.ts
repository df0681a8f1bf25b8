import { Module } from '@nestjs/common';
import { RulesModule } from '@quittance/rules/host';
import { FormulaLanguageController } from '../customization/formula-language.controller.js';
import { duplicateRulesControllers } from './duplicate-rules.controller.js';
import { validationRulesControllers } from './validation-rules.controller.js';
import { WorkflowRunsController } from './workflow-runs.controller.js';
import { workflowsControllers } from './workflows.controller.js';

@Module({
  imports: [RulesModule],
  controllers: [
    FormulaLanguageController,
    ...duplicateRulesControllers,
    ...validationRulesControllers,
    WorkflowRunsController,
    ...workflowsControllers,
  ],
})
export class RulesApiModule {}
