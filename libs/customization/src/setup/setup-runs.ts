import { Injectable } from '@nestjs/common';
import {
  SetupParts,
  maySeePart,
  partDenied,
  type ReferenceNames,
  type SetupChange,
  type SetupItem,
  type SetupPart,
  type TargetOf,
} from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import type { Ctx, FieldError } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { yieldIfDue } from '@quittance/work';
import { differences } from '../revisions/difference.js';
import { applyChanges } from './apply-changes.js';
import { targetsIn } from './field-targets.js';
import {
  SETUP_FORMAT,
  SETUP_VERSION,
  sameJson,
  type LeftOut,
  type SetupConflict,
  type SetupDifference,
  type SetupDocument,
} from './setup-document.js';

/** The difference while it is gathered. */
export interface Gathered {
  added: SetupDifference['added'][number][];
  changed: SetupDifference['changed'][number][];
  unchanged: number;
  untouched: SetupDifference['untouched'][number][];
  notes: SetupDifference['notes'][number][];
  conflicts: SetupDifference['conflicts'][number][];
}

/** Reads and brings in the set-up of a company, part by part. */
@Injectable()
export class SetupRuns {
  constructor(
    private readonly parts: SetupParts,
    private readonly models: CompanyModels,
  ) {}

  names(): readonly string[] {
    return this.parts.inOrder().map(({ name }) => name);
  }

  /** What the actor may see of it. */
  async read(tx: Tx): Promise<SetupDocument> {
    const parts: Record<string, readonly SetupItem[]> = {};
    const dangling: SetupConflict[] = [];
    const leftOut: LeftOut[] = [];
    const names = this.parts.namesIn(tx);
    const targetOf = targetsIn(tx, this.models);
    for (const part of this.parts.inOrder()) {
      if (!maySeePart(tx.ctx, part)) continue;
      const items = await part.read(tx);
      parts[part.name] = await Promise.all(items.map((item) => names.named(item)));
      const gone = await Promise.all(items.map((item) => names.gone(item, targetOf)));
      dangling.push(...(await danglingIn(tx, part, items, gone)));
      if (items.length > 0) leftOut.push(...leftOutOf(part));
    }
    return { format: SETUP_FORMAT, version: SETUP_VERSION, parts, dangling, leftOut };
  }

  /**
   * What is wrong with the items of a document, as far as it can be said before the transaction.
   */
  async examine(ctx: Ctx, document: SetupDocument): Promise<Examined> {
    const found = new Map<SetupItem, readonly FieldError[]>();
    for (const part of this.parts.inOrder()) {
      const items = itemsOf(document, part);
      if (!part.examine || !items || partDenied(ctx, part, false)) continue;
      for (const [item, errors] of await part.examine(ctx, items)) found.set(item, errors);
    }
    return found;
  }

  /**
   * Brings a document in, each part on what those before it made. Where something conflicts, the
   * rest is brought in as far as it goes, so that all conflicts are found: the caller rolls back.
   */
  async bringIn(tx: Tx, document: SetupDocument, examined: Examined): Promise<Gathered> {
    const gathered: Gathered = {
      added: [],
      changed: [],
      unchanged: 0,
      untouched: [],
      notes: [],
      conflicts: [],
    };
    const names = this.parts.namesIn(tx);
    for (const part of this.parts.inOrder()) {
      const items = itemsOf(document, part);
      if (!items) continue;
      const denied = maySeePart(tx.ctx, part) ? undefined : partDenied(tx.ctx, part, false);
      if (!denied) {
        const targetOf = targetsIn(tx, this.models);
        await bringInPart(tx, part, { items, examined, names, targetOf }, gathered);
        names.forget();
      } else if (items.length > 0) {
        gathered.conflicts.push({ part: part.name, key: '', index: null, errors: [denied] });
      }
    }
    return gathered;
  }
}

/** What was found wrong with items before the transaction. */
export type Examined = ReadonlyMap<SetupItem, readonly FieldError[]>;

function itemsOf({ parts }: SetupDocument, { name }: SetupPart): readonly SetupItem[] | undefined {
  return Object.hasOwn(parts, name) ? parts[name] : undefined;
}

function leftOutOf({ name: part, leavesOut = {} }: SetupPart): readonly LeftOut[] {
  return Object.entries(leavesOut).map(([member, message]) => ({ part, member, message }));
}

/** What of a part names what is gone, by its place. */
async function danglingIn(
  tx: Tx,
  part: SetupPart,
  items: readonly SetupItem[],
  gone: readonly (readonly FieldError[])[],
): Promise<readonly SetupConflict[]> {
  const found = await part.dangling?.(tx);
  return items.flatMap((item, index) => {
    const key = part.keyOf(item);
    const errors = [...(found?.get(key) ?? []), ...(gone[index] ?? [])];
    return errors.length > 0 ? [{ part: part.name, key: shown(key), index, errors }] : [];
  });
}

async function bringInPart(
  tx: Tx,
  part: SetupPart,
  { items, examined, names, targetOf }: Brought,
  gathered: Gathered,
): Promise<void> {
  const there = new Map((await part.read(tx)).map((item) => [part.keyOf(item), item]));
  const seen = new Set<string>();
  const wanted: PlacedChange[] = [];
  const conflicts: Gathered['conflicts'] = [];
  const refuse = (index: number, key: string, errors: readonly FieldError[]) =>
    conflicts.push({ part: part.name, key: shown(key), index, errors });
  for (const [index, sent] of items.entries()) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    const key = part.keyOf(sent);
    const before = there.get(key) ?? null;
    if (seen.has(key)) {
      refuse(index, key, [TWICE]);
      continue;
    }
    seen.add(key);
    const { item: here, faults } = await names.resolved(sent);
    if (faults.length > 0) {
      refuse(index, key, faults);
      continue;
    }
    const after = await adapted(tx, part, { before, after: here }, gathered);
    if (before && sameJson(before, after)) {
      gathered.unchanged += 1;
      continue;
    }
    const gone = await names.gone(after, targetOf);
    if (gone.length > 0) refuse(index, key, gone);
    else wanted.push({ before, after, sent, index, key });
  }
  const verdicts = await verdictsOn(tx, part, { changes: wanted, examined });
  const changes = wanted.filter((_, i) => (verdicts[i] ?? []).length === 0);
  for (const [i, { index, key }] of wanted.entries()) {
    const errors = verdicts[i] ?? [];
    if (errors.length > 0) refuse(index, key, errors);
  }
  const refused = await applyChanges(tx, part, changes);
  for (const change of changes) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    const { before, after, index, key } = change;
    const place = { part: part.name, key: shown(key) };
    const errors = refused.get(change);
    if (errors) refuse(index, key, errors);
    else if (before) gathered.changed.push({ ...place, differences: differences(before, after) });
    else gathered.added.push({ ...place, item: after });
  }
  gathered.conflicts.push(...conflicts.sort((a, b) => (a.index ?? 0) - (b.index ?? 0)));
  for (const key of there.keys()) {
    if (!seen.has(key)) gathered.untouched.push({ part: part.name, key });
  }
}

interface PlacedChange extends SetupChange {
  /** The item as it stands in the document. */
  readonly sent: SetupItem;
  readonly index: number;
  readonly key: string;
}

/** What a part is given of a document. */
interface Brought {
  readonly items: readonly SetupItem[];
  readonly examined: Examined;
  readonly names: ReferenceNames;
  readonly targetOf: TargetOf;
}

/** Why each change cannot be made; nothing where it can. */
async function verdictsOn(
  tx: Tx,
  part: SetupPart,
  { changes, examined }: { readonly changes: readonly PlacedChange[]; readonly examined: Examined },
): Promise<readonly (readonly FieldError[])[]> {
  const denied = changes.map(({ before }) => partDenied(tx.ctx, part, before === null));
  const wrong = (change: PlacedChange) => examined.get(change.sent) ?? [];
  const allowed = changes.filter((change, i) => !denied[i] && wrong(change).length === 0);
  const found = new Map<PlacedChange, readonly FieldError[]>();
  const all = allowed.length > 0 ? await part.checkAll?.(tx, allowed) : [];
  for (const [i, change] of allowed.entries()) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    found.set(change, all?.[i] ?? (await part.check(tx, change)));
  }
  return changes.map((change, i) => {
    const refusal = denied[i];
    return refusal ? [refusal] : (found.get(change) ?? wrong(change));
  });
}

/** What a company has as the document says it is as it is, also where it names what is gone. */
async function adapted(
  tx: Tx,
  part: SetupPart,
  { before, after }: SetupChange,
  { notes }: Gathered,
): Promise<SetupItem> {
  if (!part.adapt || (before && sameJson(before, after))) return after;
  const found = await part.adapt(tx, after);
  const place = { part: part.name, key: part.keyOf(found.item) };
  notes.push(...found.notes.map((message) => ({ ...place, message })));
  return found.item;
}

/** Characters of a key in what a set-up run answers. */
const LONGEST_KEY = 500;
const TWICE: FieldError = {
  pointer: '',
  code: 'duplicate',
  message: 'stands in the document twice',
};

/**
 * An item that is refused may be called anything: its key is told as far as one of an item can go.
 */
function shown(key: string): string {
  return key.slice(0, LONGEST_KEY);
}
