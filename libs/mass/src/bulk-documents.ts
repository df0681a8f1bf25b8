import { companyToday } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { atSavepoint, type Database, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { notFound, type Ctx, type DomainError } from '@quittance/kernel';
import type { CompanyModels, CompanyObject, RecordId } from '@quittance/metadata';
import {
  customMembers,
  refusalsIn,
  type CustomMembers,
  type RecordInput,
} from '@quittance/objects';
import {
  bulkTargets,
  inBulk,
  type BulkResult,
  type BulkSummary,
  type BulkTargets,
  type BoundList,
} from './bulk-targets.js';
import { recordProblem } from './record-problem.js';

/** What every document that is changed in bulk has. */
export interface BulkDocument {
  readonly id: string;
  readonly version: number;
}

/** What of many documents is changed alike: members of theirs, and custom fields. */
export interface DocumentPatch<Described extends object> {
  readonly described: Described;
  readonly custom: RecordInput;
}

/** A document that differs from what it was, with its custom members where it has any. */
export interface ChangedDocument<Document> {
  readonly before: Document;
  readonly custom: CustomMembers | null;
}

/** How documents of a kind, which their own lib writes, are changed alike. */
export interface BulkKind<Document extends BulkDocument, Described extends object> {
  /** API name of the object. */
  readonly object: string;
  /** With its schema. */
  readonly table: string;
  /** Those of them that the actor reaches, where the lock does not ask that itself. */
  reached?(tx: Tx, ids: readonly RecordId[]): Promise<readonly RecordId[]>;
  /** Those that there are and the actor may see, locked in the order of their ids. */
  lock(tx: Tx, ids: readonly RecordId[]): Promise<readonly Document[]>;
  /** Behind that lock: those that await approval, each with why it is left as it is. */
  awaiting(tx: Tx, ids: readonly RecordId[]): Promise<ReadonlyMap<string, DomainError>>;
  /** Why one is not changed any more. */
  refusal(document: Document, patch: DocumentPatch<Described>): DomainError | null;
  /** Its standard fields, for rules and formulas. */
  fieldValues(document: Document, today: LocalDate): FieldValues;
  /** Stores those that differ as a set, announces and logs them. */
  store(tx: Tx, changed: readonly ChangedDocument<Document>[], described: Described): void;
}

interface BulkTools {
  readonly db: Database;
  readonly models: CompanyModels;
}

/** Which documents, by which list of them, and what of them. */
interface BulkOrder<Row, Item extends object, Described extends object> {
  readonly targets: BulkTargets;
  readonly list: BoundList<Row, Item>;
  readonly patch: DocumentPatch<Described>;
}

/**
 * Changes documents alike, each for itself: a refusal of one keeps no other from its change. Batch
 * by batch, each in a transaction of its own; sent again it comes to the same.
 * @throws DomainError bulk_too_many, invalid_list_request, validation_failed
 */
export async function bulkDocuments<
  Document extends BulkDocument,
  Described extends object,
  Row,
  Item extends object,
>(
  ctx: Ctx,
  { db, models }: BulkTools,
  kind: BulkKind<Document, Described>,
  { targets, list, patch }: BulkOrder<Row, Item, Described>,
): Promise<BulkSummary> {
  const ids = await bulkTargets(ctx, db, list, targets);
  return inBulk(ctx, db, { ids, table: kind.table }, async (tx, some) => {
    const seen = (await kind.reached?.(tx, some)) ?? some;
    const [found, object, awaiting] = await tx.locked(
      () => kind.lock(tx, seen),
      (behind) => models.object(behind, kind.object),
      () => kind.awaiting(tx, seen),
    );
    return changeSome(tx, { kind, object, patch }, some, { found, awaiting });
  });
}

/** What documents of one transaction are changed with. */
interface Change<Document extends BulkDocument, Described extends object> {
  readonly kind: BulkKind<Document, Described>;
  readonly object: CompanyObject;
  readonly patch: DocumentPatch<Described>;
}

/** Documents that are locked, and why some of them wait. */
interface Locked<Document> {
  readonly found: readonly Document[];
  readonly awaiting: ReadonlyMap<string, DomainError>;
}

async function changeSome<Document extends BulkDocument, Described extends object>(
  tx: Tx,
  change: Change<Document, Described>,
  ids: readonly RecordId[],
  { found, awaiting }: Locked<Document>,
): Promise<readonly BulkResult[]> {
  const { kind, patch } = change;
  const outcomes = new Map<string, DomainError | number>();
  for (const each of found) {
    const refusal = awaiting.get(each.id) ?? kind.refusal(each, patch);
    outcomes.set(each.id, refusal ?? each.version);
  }
  const open = found.filter(({ id }) => typeof outcomes.get(id) === 'number');
  const { changed, refused } = await changeEach(tx, change, open);
  for (const [id, error] of refused) outcomes.set(id, error);
  for (const { id, version } of changed) outcomes.set(id, version + 1);
  const before = new Map(found.map(({ id, version }) => [id, version]));
  const missing = notFound({ object: kind.object.replaceAll('-', ' ') });
  return ids.map((id) => resultOf(id, outcomes.get(id) ?? missing, before.get(id)));
}

function resultOf(id: RecordId, outcome: DomainError | number, before?: number): BulkResult {
  if (typeof outcome !== 'number') {
    return { id, status: 'failed', problem: recordProblem(outcome) };
  }
  return { id, status: outcome === before ? 'unchanged' : 'updated', version: outcome };
}

/** Those that are refused are left out, and the others asked about again. */
async function changeEach<Document extends BulkDocument, Described extends object>(
  tx: Tx,
  change: Change<Document, Described>,
  documents: readonly Document[],
) {
  const { object, patch } = change;
  const refused = new Map<string, DomainError>();
  const isAsked =
    Object.keys(patch.custom).length > 0 || (await customMembers.areAsked(tx, object));
  if (!isAsked) return { changed: store(tx, change, documents, []), refused };
  for (let rest = documents; ;) {
    const asked = rest;
    try {
      const changed = await atSavepoint(tx, async (part) => {
        const members = await membersOf(part, change, asked);
        await customMembers.storeOf(part, object, members);
        return store(part, change, asked, members);
      });
      return { changed, refused };
    } catch (error) {
      const found = refusalsIn(error);
      if (!found) throw error;
      for (const [at, refusal] of found) refused.set(asked[at]?.id ?? '', refusal);
      rest = asked.filter((_, at) => !found.has(at));
    }
  }
}

function membersOf<Document extends BulkDocument, Described extends object>(
  tx: Tx,
  { kind, object, patch: { described, custom } }: Change<Document, Described>,
  documents: readonly Document[],
): Promise<readonly CustomMembers[]> {
  const today = companyToday(object.model.terms, tx.ctx.now);
  const subjects = documents.map((document) => ({
    id: document.id as RecordId,
    before: kind.fieldValues(document, today),
    standard: kind.fieldValues({ ...document, ...described }, today),
    input: custom,
  }));
  return customMembers.readOf(tx, object, subjects);
}

/** Answers those that differ from what they were. */
function store<Document extends BulkDocument, Described extends object>(
  tx: Tx,
  { kind, patch: { described } }: Change<Document, Described>,
  documents: readonly Document[],
  members: readonly CustomMembers[],
): readonly Document[] {
  const said = Object.entries(described);
  const changes = documents.flatMap((before, i): ChangedDocument<Document>[] => {
    const custom = members[i] ?? null;
    const was = before as Readonly<Record<string, unknown>>;
    const differs = said.some(([name, value]) => value !== was[name]);
    const isChanged = differs || Object.keys(custom?.draft.values ?? {}).length > 0;
    return isChanged ? [{ before, custom }] : [];
  });
  if (changes.length > 0) kind.store(tx, changes, described);
  return changes.map(({ before }) => before);
}
