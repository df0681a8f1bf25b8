import { Module } from '@nestjs/common';
import { RulesModule } from '@quittance/rules';
import { FormulaLanguageController } from '../customization/formula-language.controller.js';
import { DuplicateRulesController } from './duplicate-rules.controller.js';
import { ValidationRulesController } from './validation-rules.controller.js';
import { WorkflowsController } from './workflows.controller.js';

@Module({
  imports: [RulesModule],
  controllers: [
    FormulaLanguageController,
    DuplicateRulesController,
    ValidationRulesController,
    WorkflowsController,
  ],
})
export class RulesApiModule {}
