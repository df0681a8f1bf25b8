import { readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { DomainError, invalidField } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks, PendingRecord } from '@quittance/metadata';
import { pipelineInactive } from '../crm.errors.js';
import {
  currencyFaults,
  currencyProblems,
  demandCurrencies,
  refuseFound,
  orProblem,
} from '../currency-of-record.js';
import { probabilityOf, stageFor } from './deal.js';
import type { Stage } from './pipeline.js';
import { defaultPipeline, readPipelines, type PipelineStages } from './stages.queries.js';

interface Place {
  readonly pipelineId: PipelineStages['id'];
  readonly stage: Stage;
}

/**
 * The place of a new deal: its pipeline, or the default one, and a stage in which it can be open.
 * @throws DomainError pipeline_inactive, deal_stage_closes, validation_failed
 */
function placeOf(
  deal: FieldValues,
  pipelines: ReadonlyMap<string, PipelineStages>,
  usual: string,
): Place {
  const pipeline = pipelines.get(String(deal.pipelineId ?? usual));
  if (!pipeline)
    throw invalidField('/pipelineId', 'reference_not_found', 'There is no such pipeline.');
  if (!pipeline.active) {
    const { code } = pipelineInactive;
    const errors = [{ pointer: '/pipelineId', code, message: 'is of a pipeline out of use' }];
    throw pipelineInactive({ name: pipeline.name }, { errors });
  }
  const asked = deal.stageId === null ? undefined : (deal.stageId as string | undefined);
  const stage = stageFor(pipeline.stages, 'open', asked);
  if (!stage) throw invalidField('/stageId', 'reference_not_found', 'is no stage of the pipeline');
  return { pipelineId: pipeline.id, stage };
}

type Pipelines = ReadonlyMap<string, PipelineStages>;

/** Of a deal that is refused for other things: what speaks against the place that it names. */
function placeFault({ after, wrong }: PendingRecord, pipelines: Pipelines, usual: string) {
  if (wrong?.has('pipelineId')) return null;
  const stageId = wrong?.has('stageId') ? null : after.stageId;
  return orProblem(() => placeOf({ ...after, stageId: stageId ?? null }, pipelines, usual));
}

/** The pipelines that new deals name, and the id of the usual one where some name none. */
async function pipelinesOf(tx: Tx, deals: readonly FieldValues[], hold: boolean) {
  const named = deals.flatMap(({ pipelineId }) => (pipelineId ? [String(pipelineId)] : []));
  const usual = named.length < deals.length ? [(await defaultPipeline(tx)).id] : [];
  const pipelines: Pipelines = await readPipelines(tx, [...named, ...usual], { hold });
  return { pipelines, usual: usual[0] ?? '' };
}

/** The stages of these deals by the id of the stage. */
async function stagesOfDeals(tx: Tx, deals: readonly FieldValues[]) {
  const ids = deals.map(({ pipelineId }) => String(pipelineId));
  const pipelines = await readPipelines(tx, ids, { hold: true });
  const stages = [...pipelines.values()].flatMap((pipeline) => pipeline.stages);
  return new Map<unknown, Stage>(stages.map((stage) => [stage.id, stage]));
}

export const dealHooks: ObjectHooks = {
  /** Of those that are refused for their fields: what else would speak against them. */
  async faults(tx, deals) {
    const refused = deals.filter(({ wrong }) => wrong && wrong.size > 0);
    if (refused.length === 0) return deals.map(() => null);
    const fresh = refused.filter(({ before }) => before === null);
    const placed = fresh.map(({ after }) => after);
    const { pipelines, usual } = await pipelinesOf(tx, placed, false);
    const currencies = await currencyFaults(tx, refused, 'amount');
    return deals.map((deal) => {
      const place = fresh.includes(deal) ? placeFault(deal, pipelines, usual) : null;
      return [...(place instanceof DomainError ? [place] : []), ...(currencies.get(deal) ?? [])];
    });
  },

  async beforeCreate(tx, deals) {
    const terms = await readCompanyTerms(tx);
    const { pipelines, usual } = await pipelinesOf(tx, deals, true);
    return deals.map((deal) => {
      const overridden = typeof deal.probability === 'number';
      const made = { ...deal, currency: deal.currency ?? terms.baseCurrency };
      const place = orProblem(() => placeOf(deal, pipelines, usual));
      const currencies = currencyProblems(made, 'amount', terms);
      const isPlaced = !(place instanceof DomainError);
      refuseFound(isPlaced ? currencies : [place, ...currencies]);
      const { pipelineId, stage } = place as Place;
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
    await demandCurrencies(tx, changes, 'amount');
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
