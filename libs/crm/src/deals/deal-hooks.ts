import { readCompanyTerms, refuseDisabled, refuseNewlyDisabled } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { pipelineInactive } from '../crm.errors.js';
import { currenciesOf, refuseCurrency } from '../currency-of-record.js';
import { probabilityOf, stageFor } from './deal.js';
import type { Stage } from './pipeline.js';
import { defaultPipeline, readPipelines, type PipelineStages } from './stages.queries.js';

/**
 * The place of a new deal: its pipeline, or the default one, and a stage in which it can be open.
 * @throws DomainError pipeline_inactive, deal_stage_closes, validation_failed
 */
function placeOf(deal: FieldValues, pipelines: ReadonlyMap<string, PipelineStages>, usual: string) {
  const pipeline = pipelines.get(String(deal.pipelineId ?? usual));
  if (!pipeline)
    throw invalidField('/pipelineId', 'reference_not_found', 'There is no such pipeline.');
  if (!pipeline.active) throw pipelineInactive({ name: pipeline.name });
  const asked = deal.stageId === null ? undefined : (deal.stageId as string | undefined);
  const stage = stageFor(pipeline.stages, 'open', asked);
  if (!stage) throw invalidField('/stageId', 'reference_not_found', 'is no stage of the pipeline');
  return { pipelineId: pipeline.id, stage };
}

/** The stages of these deals by the id of the stage. */
async function stagesOfDeals(tx: Tx, deals: readonly FieldValues[]) {
  const ids = deals.map(({ pipelineId }) => String(pipelineId));
  const pipelines = await readPipelines(tx, ids, { hold: true });
  const stages = [...pipelines.values()].flatMap((pipeline) => pipeline.stages);
  return new Map<unknown, Stage>(stages.map((stage) => [stage.id, stage]));
}

export const dealHooks: ObjectHooks = {
  async beforeCreate(tx, deals) {
    const terms = await readCompanyTerms(tx);
    const named = deals.flatMap(({ pipelineId }) => (pipelineId ? [String(pipelineId)] : []));
    const usual = named.length < deals.length ? [(await defaultPipeline(tx)).id] : [];
    const pipelines = await readPipelines(tx, [...named, ...usual], { hold: true });
    return deals.map((deal) => {
      const { pipelineId, stage } = placeOf(deal, pipelines, usual[0] ?? '');
      const overridden = typeof deal.probability === 'number';
      const made = { ...deal, currency: deal.currency ?? terms.baseCurrency };
      refuseCurrency(made, 'amount');
      refuseDisabled(terms, String(made.currency));
      return {
        ...made,
        pipelineId,
        stageId: stage.id,
        probability: probabilityOf(stage, overridden, Number(deal.probability)),
        probabilityOverridden: overridden,
        status: 'open',
        stageEnteredAt: tx.ctx.now,
      };
    });
  },

  async beforeUpdate(tx, changes) {
    changes.forEach(({ after }) => refuseCurrency(after, 'amount'));
    await refuseNewlyDisabled(tx, changes.map(currenciesOf));
    // An operation that moves the deal says its probability itself.
    const told = changes.filter(
      ({ changes: { probability, stageId } }) => probability !== undefined && !stageId,
    );
    const stages = await stagesOfDeals(
      tx,
      told.map(({ before }) => before),
    );
    return changes.map((change): FieldValues => {
      if (!told.includes(change)) return {};
      const { before, after } = change;
      const overridden = after.probability !== null;
      const stage = stages.get(before.stageId) ?? { probability: 0 };
      const probability = probabilityOf(stage, overridden, Number(after.probability));
      return { probability, probabilityOverridden: overridden };
    });
  },

  /** A copy is open: it begins where a new deal can be, and is as likely as its stage says. */
  async beforeClone(tx, source): Promise<FieldValues> {
    const { status, pipelineId, probabilityOverridden: overridden } = source;
    const begins = { stageId: null, probability: null };
    const pipeline = (await readPipelines(tx, [String(pipelineId)])).get(String(pipelineId));
    if (!pipeline?.active) return { ...begins, pipelineId: null };
    if (status !== 'open') return begins;
    return overridden ? {} : { probability: null };
  },
};
