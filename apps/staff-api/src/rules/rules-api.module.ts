import { Module } from '@nestjs/common';
import { CrmModule } from '@quittance/crm/host';
import { ReceivablesModule } from '@quittance/receivables';
import { RulesModule } from '@quittance/rules/host';
import { SalesModule } from '@quittance/sales/host';
import { FormulaLanguageController } from '../customization/formula-language.controller.js';
import { duplicateRulesControllers } from './duplicate-rules.controller.js';
import { RecordApprovalsController } from './record-approvals.controller.js';
import { RuledDocuments } from './ruled-documents.js';
import { validationRulesControllers } from './validation-rules.controller.js';
import { WorkflowRunsController } from './workflow-runs.controller.js';
import { workflowsControllers } from './workflows.controller.js';

@Module({
  imports: [CrmModule, ReceivablesModule, RulesModule, SalesModule],
  providers: [RuledDocuments],
  controllers: [
    FormulaLanguageController,
    ...duplicateRulesControllers,
    ...validationRulesControllers,
    RecordApprovalsController,
    WorkflowRunsController,
    ...workflowsControllers,
  ],
})
export class RulesApiModule {}
