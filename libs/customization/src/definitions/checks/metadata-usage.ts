import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';

/** What is asked about: an object, one of its fields, or one option of that field. */
export interface UsageSubject {
  /** API name of the object. */
  readonly object: string;
  /** API name of the field; null for the object as a whole. */
  readonly field: string | null;
  /** Code of the option; null for the field as a whole. */
  readonly option: string | null;
}

/** How many things of one kind depend on a piece of metadata. */
export interface UsageCount {
  /** What they are, in the plural: `records`, `views`, `layouts`, `formulas`, `rules`, `forms`. */
  readonly what: string;
  readonly count: number;
  /** Some of their names, at most ten. */
  readonly names: readonly string[];
}

/** Knows what depends on pieces of metadata. A lib that keeps such things registers one. */
export interface MetadataUser {
  /** Counts of what depends on the subject; kinds without any may be left out. */
  usageOf(tx: Tx, subject: UsageSubject): Promise<readonly UsageCount[]>;
}

/** Everybody who can say what a destructive change of metadata would reach. */
@Injectable()
export class MetadataUsage {
  private readonly users: MetadataUser[] = [];

  register(user: MetadataUser): void {
    this.users.push(user);
  }

  /** All counts above zero, those of one kind added up, in the order of the kinds' names. */
  async of(tx: Tx, subject: UsageSubject): Promise<readonly UsageCount[]> {
    const answers = await Promise.all(this.users.map((user) => user.usageOf(tx, subject)));
    return addUp(answers.flat());
  }
}

const MOST_NAMES = 10;

/** The counts of one kind as one. */
export function addUp(counts: readonly UsageCount[]): readonly UsageCount[] {
  const byKind = new Map<string, UsageCount>();
  for (const { what, count, names } of counts) {
    if (count === 0) continue;
    const known = byKind.get(what) ?? { what, count: 0, names: [] };
    const all = [...known.names, ...names].slice(0, MOST_NAMES);
    byKind.set(what, { what, count: known.count + count, names: all });
  }
  return [...byKind.values()].sort((a, b) => (a.what < b.what ? -1 : 1));
}

/** What a destructive change reaches, whether it was made or only tried. */
export interface DryRun {
  readonly dryRun: boolean;
  /** Whether the change would be made; `refusal` says why not. */
  readonly possible: boolean;
  readonly refusal: string | null;
  readonly affected: readonly UsageCount[];
}
