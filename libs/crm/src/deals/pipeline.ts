import { invalidFields, newId, type FieldError, type Id } from '@quittance/kernel';

export type PipelineId = Id<'pipeline'>;
export type StageId = Id<'stage'>;

export const STAGE_KINDS = ['open', 'won', 'lost'] as const;
export type StageKind = (typeof STAGE_KINDS)[number];

/** A step of a pipeline. Its place is its place in the list. */
export interface Stage {
  readonly id: StageId;
  readonly name: string;
  readonly order: number;
  /** Percent; 100 where the kind is won and 0 where it is lost. */
  readonly probability: number;
  readonly kind: StageKind;
}

/** A stage as it may be sent: one that was there bears its id. */
export interface GivenStage {
  readonly id?: string;
  readonly name: string;
  readonly order?: number;
  readonly probability?: number;
  readonly kind?: StageKind;
}

export const MAX_STAGES = 50;

/** The stages of the pipeline every company begins with. */
export const DEFAULT_STAGES: readonly GivenStage[] = [
  { name: 'Qualification', probability: 10 },
  { name: 'Needs analysis', probability: 25 },
  { name: 'Proposal', probability: 50 },
  { name: 'Negotiation', probability: 75 },
  { name: 'Won', kind: 'won' },
  { name: 'Lost', kind: 'lost' },
];

/** What the kind of a stage says about its probability. */
const FIXED: Partial<Record<StageKind, number>> = { won: 100, lost: 0 };

/**
 * Stages in order, from 1, with an id for each new one.
 * @throws DomainError validation_failed naming every mistake
 */
export function stagesOf(given: readonly GivenStage[], known: readonly Stage[] = []): Stage[] {
  const errors: FieldError[] = [];
  const ids = new Set<string>(known.map(({ id }) => id));
  const names = new Set<string>();
  const seen = new Set<string>();
  for (const [i, stage] of given.entries()) {
    const fault = (member: string, code: string, message: string) =>
      errors.push({ pointer: `/stages/${i}/${member}`, code, message });
    const name = stage.name.trim().toLowerCase();
    if (name === '') fault('name', 'required', 'must be given');
    else if (names.has(name)) fault('name', 'unique', 'is the name of another stage');
    names.add(name);
    if (stage.id !== undefined && !ids.has(stage.id)) {
      fault('id', 'reference_not_found', 'is no stage of this pipeline');
    }
    if (stage.id !== undefined && seen.has(stage.id)) fault('id', 'unique', 'is there twice');
    seen.add(stage.id ?? '');
    const { probability = 0, kind = 'open' } = stage;
    if (!Number.isInteger(probability) || probability < 0 || probability > 100) {
      fault('probability', 'range', 'must be a whole number from 0 to 100');
    }
    const fixed = FIXED[kind];
    if (fixed !== undefined && stage.probability !== undefined && stage.probability !== fixed) {
      fault('probability', 'range', `is ${fixed} at a stage of kind ${kind}`);
    }
  }
  for (const kind of STAGE_KINDS) {
    if (given.some((stage) => (stage.kind ?? 'open') === kind)) continue;
    errors.push({ pointer: '/stages', code: 'required', message: `needs a stage of kind ${kind}` });
  }
  if (given.length > MAX_STAGES) {
    errors.push({ pointer: '/stages', code: 'max_items', message: `has more than ${MAX_STAGES}` });
  }
  if (errors.length > 0) throw invalidFields(errors);
  return ordered(given);
}

function ordered(given: readonly GivenStage[]): Stage[] {
  const placed = given.map((stage, i) => ({ stage, at: stage.order ?? i + 1 }));
  // Where none is told, the place in the list; equal ones keep the order they were sent in.
  placed.sort((a, b) => a.at - b.at);
  return placed.map(({ stage: { id, name, kind = 'open', probability = 0 } }, i) => ({
    id: (id ?? newId<'stage'>()) as StageId,
    name: name.trim(),
    order: i + 1,
    probability: FIXED[kind] ?? probability,
    kind,
  }));
}
