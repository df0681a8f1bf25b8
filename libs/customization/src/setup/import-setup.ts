import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx, FieldError } from '@quittance/kernel';
import { setupConflict, setupUnreadable } from '../customization.errors.js';
import {
  MOST_SETUP_ITEMS,
  SETUP_FORMAT,
  SETUP_VERSION,
  type SetupDifference,
  type SetupDocument,
} from './setup-document.js';
import { SetupRuns, type Gathered } from './setup-runs.js';

/** A document as it was sent. */
export interface SentSetup {
  readonly format: string;
  readonly version: number;
  readonly parts: Readonly<Record<string, unknown>>;
}

/** How a document is brought in. */
export interface ImportTerms {
  /** Tells what would change, and changes nothing. */
  readonly dryRun: boolean;
  /** Leaves out what conflicts, and what hangs on it, and brings in the rest. */
  readonly skipConflicts: boolean;
}

/** Carries what a dry run found out of the transaction that it rolls back. */
class DryRun extends Error {
  constructor(readonly gathered: Gathered) {
    super('A dry run is rolled back');
  }
}

/**
 * Brings the set-up of another company in, as a whole or not at all, unless what conflicts is to be
 * skipped. What the document leaves out
 * stays; bringing it in again changes nothing. A dry run makes every change and takes it back, so
 * that it finds what the import itself would.
 */
@Injectable()
export class ImportSetup {
  constructor(
    private readonly db: Database,
    private readonly runs: SetupRuns,
  ) {}

  /**
   * @throws DomainError setup_unreadable, setup_conflict (not in a dry run, nor where conflicts are
   * skipped)
   */
  async execute(
    ctx: Ctx,
    sent: SentSetup,
    { dryRun, skipConflicts }: ImportTerms,
  ): Promise<SetupDifference> {
    const document = this.readable(sent);
    const examined = await this.runs.examine(ctx, document);
    try {
      return await this.db.write(ctx, async (tx) => {
        await bumpMetadata(tx);
        const gathered = await this.runs.bringIn(tx, document, examined);
        if (dryRun) throw new DryRun(gathered);
        if (gathered.conflicts.length > 0 && !skipConflicts) throw refusal(gathered);
        const { added, changed } = gathered;
        if (added.length + changed.length > 0) {
          const after = { added: added.map(placeOf), changed: changed.map(placeOf) };
          audit(tx, { action: 'setup.imported', object: 'setup', after });
        }
        return { dryRun, ...gathered };
      });
    } catch (error) {
      if (error instanceof DryRun) return { dryRun, ...error.gathered };
      throw error;
    }
  }

  /** @throws DomainError setup_unreadable */
  private readable({ format, version, parts }: SentSetup): SetupDocument {
    if (format !== SETUP_FORMAT)
      throw setupUnreadable({ reason: `its format is no ${SETUP_FORMAT}.` });
    if (version !== SETUP_VERSION) {
      throw setupUnreadable({ reason: `only version ${SETUP_VERSION} is known.` });
    }
    const known = this.runs.names();
    const errors = tooManyItems(parts);
    if (errors.length === 0) {
      for (const [name, items] of Object.entries(parts)) {
        errors.push(...partFaults(known, name, items));
      }
    }
    if (errors.length > 0) {
      throw setupUnreadable({ reason: 'some of its parts are wrong.' }, { errors });
    }
    return { format, version, parts: parts as SetupDocument['parts'], dangling: [], leftOut: [] };
  }
}

const placeOf = ({ part, key }: { part: string; key: string }) => `${part}: ${key}`;

function tooManyItems(parts: SentSetup['parts']): FieldError[] {
  const lists = Object.values(parts).filter((items) => Array.isArray(items));
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  if (count <= MOST_SETUP_ITEMS) return [];
  const message = `must have at most ${MOST_SETUP_ITEMS} items in all: bring them in part by part`;
  return [{ pointer: '/parts', code: 'max', message }];
}

function partFaults(known: readonly string[], name: string, items: unknown): FieldError[] {
  const pointer = `/parts/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (!known.includes(name)) {
    return [{ pointer, code: 'unknown_field', message: `must be one of ${known.join(', ')}` }];
  }
  if (!Array.isArray(items)) return [{ pointer, code: 'type', message: 'must be a list' }];
  return items.flatMap((item: unknown, i) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? []
      : [{ pointer: `${pointer}/${i}`, code: 'type', message: 'must be an object' }],
  );
}

const MOST_ERRORS = 500;

function refusal({ conflicts }: Gathered) {
  const errors = conflicts.flatMap(({ part, key, index, errors: found }) =>
    found.map(({ pointer = '', code, message }) => ({
      pointer: index === null ? `/parts/${part}` : `/parts/${part}/${index}${pointer}`,
      code,
      message: key === '' ? message : `${key}: ${message}`,
    })),
  );
  return setupConflict({ conflicts: conflicts.length }, { errors: errors.slice(0, MOST_ERRORS) });
}
