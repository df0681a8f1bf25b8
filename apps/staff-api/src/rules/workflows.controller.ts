import { Resource } from '@quittance/http/host';
import { invalidFields } from '@quittance/kernel';
import { actionFaults, readAction, type WorkflowAction } from '@quittance/rules/host';
import { ruleControllers } from './rules.controller.js';
import {
  CreateWorkflowDto,
  JudgedWorkflowDto,
  UpdateWorkflowDto,
  WorkflowDto,
  type WorkflowActionDto,
} from './workflow.dto.js';

/** @throws DomainError validation_failed */
function actionsOf(inputs: readonly WorkflowActionDto[]): readonly WorkflowAction[] {
  const errors = inputs.flatMap((input, i) => actionFaults(input, `/actions/${i}`));
  if (errors.length > 0) throw invalidFields(errors);
  return inputs.map(readAction);
}

/** What happens when records of an object are made or changed. */
export const workflowsControllers = ruleControllers({
  kind: 'workflow',
  name: 'Workflows',
  tag: 'Workflows',
  path: 'workflows',
  afterDeletion: '; its log stays',
  guard: Resource('workflows'),
  // The guard derives the action of each request.
  writing: () => undefined,
  dtos: {
    rule: WorkflowDto,
    judged: JudgedWorkflowDto,
    create: CreateWorkflowDto,
    update: UpdateWorkflowDto,
  },
  definition: ({
    trigger,
    offset = null,
    unit = null,
    timing = 'after_save',
    field = null,
    condition = null,
    blankAs = 'zero',
    actions,
  }) => ({
    trigger,
    timing,
    offset,
    unit,
    field,
    condition,
    blankAs,
    actions: actionsOf(actions),
  }),
  changes: ({ actions, ...rest }) => ({ ...rest, ...(actions && { actions: actionsOf(actions) }) }),
});
