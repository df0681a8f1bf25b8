import { choicesAt } from './choices.js';
import { pointedNaming, pointedRecords, pointedTitles } from './pointed-records.js';
import { pointedAt } from './pointed-target.js';
import { pointerOf, reachedFields } from './reached-fields.js';

/** What rows of lists point at, as an actor may see it. */
export const pointed = {
  /** The member that points, by its own name or without its `Id`. */
  by: pointerOf,
  at: pointedAt,
  /** What may be named through one lookup. */
  fields: reachedFields,
  /** What a field may be made to point at. */
  choices: choicesAt,
  titles: pointedTitles,
  naming: pointedNaming,
  records: pointedRecords,
} as const;
