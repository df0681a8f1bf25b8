import type { Shape, ValueOf } from './shape.js';

/** What an event says of a record: that it was made, or that it was changed. */
export type Happening = 'created' | 'updated';

/** A kind of business change that is announced: when, about what, and what is said. */
export interface EventDescription<S extends Shape = Shape> {
  /** A sentence for whoever subscribes. */
  readonly when: string;
  /** The nouns of the record that it is about; null: any. */
  readonly objects: readonly string[] | null;
  readonly data: S;
  /**
   * What it is to the workflow rules of its object: that a record was made, or changed; null: they
   * are not asked.
   */
  readonly rules: Happening | null;
  /** What tells it from others with the same members, for the example. */
  readonly example: Partial<ValueOf<S>>;
}

/** An event about records of these nouns. */
export function about(...objects: readonly string[]) {
  return <S extends Shape>(
    when: string,
    data: S,
    example: Partial<ValueOf<S>> = {},
  ): EventDescription<S> => ({ when, objects, data, example, rules: null });
}

/** The same, as rules hear of it. */
export function heard<D extends EventDescription>(rules: Happening, description: D): D {
  return { ...description, rules };
}
