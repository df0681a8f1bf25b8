import type { LayoutPanel } from '@quittance/customization';
import type { RecordId } from '@quittance/metadata';
import { readCaseSla } from './cases/case-sla.queries.js';
import { readPipelines } from './deals/stages.queries.js';
import { shownScore } from './leads/shown-score.js';

/** The score of a lead with its reasons. */
export const leadScorePanel: LayoutPanel = {
  name: 'leadScore',
  label: 'Lead score',
  resolve: ({ ctx }, _, lead) => shownScore(ctx, lead),
};

/** The stages of a deal's pipeline, and where it is among them. */
export const stageProgressPanel: LayoutPanel = {
  name: 'stageProgress',
  label: 'Stage progress',
  async resolve(tx, _, { pipelineId, stageId, stageEnteredAt }) {
    const pipeline = (await readPipelines(tx, [String(pipelineId)])).get(String(pipelineId));
    return pipeline && { ...pipeline, stageId, stageEnteredAt };
  },
};

/** Where the service times of a case are. */
export const slaPanel: LayoutPanel = {
  name: 'sla',
  label: 'Service times',
  resolve: (tx, cases, { id }) => readCaseSla(tx, cases, id as RecordId),
};
