import { boolean, json, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { MAX_STAGES, STAGE_KINDS } from './pipeline.js';
import { pipelineHooks } from './pipeline-hooks.js';

const STAGES = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_STAGES,
  items: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', minLength: 1, maxLength: 100 },
      order: { type: 'integer', minimum: 0, maximum: 10_000 },
      probability: { type: 'integer', minimum: 0, maximum: 100 },
      kind: { enum: STAGE_KINDS },
    },
  },
} as const;

/** The steps that deals go through. */
export const pipelineObject = defineObject({
  name: 'pipeline',
  label: 'Pipeline',
  pluralLabel: 'Pipelines',
  path: '/pipelines',
  resource: 'pipelines',
  table: 'crm.pipeline',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    name: text('Name', { required: true, searched: true, maxLength: 100 }),
    stages: json('Stages', {
      schema: STAGES,
      help: 'In their order; needs stages of kind open, won and lost. Those there keep their ids.',
    }),
    isDefault: boolean('Default', {
      required: true,
      default: false,
      help: 'For deals that name no pipeline.',
    }),
    active: boolean('Active', {
      required: true,
      default: true,
      help: 'No deal is made in one that is not, or moved into it. The default one stays active.',
    }),
  },
  hooks: pipelineHooks,
});
