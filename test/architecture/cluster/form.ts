import { scopesOf, type Scope } from './scopes';

/** A form of statement that a coordinator of Citus refuses, spreads over all shards or dies of. */
export interface Form {
  readonly name: string;
  /** What of a text is of the form, in a few words of it; nothing where none is. */
  find(text: string): readonly string[];
  /** Statements that are of the form, and such that say the same in one that is planned. */
  readonly refused: readonly string[];
  readonly taken: readonly string[];
}

/** A form that is seen in one statement by itself. */
export const ofScopes =
  (check: (scope: Scope) => readonly string[]) =>
  (text: string): readonly string[] =>
    scopesOf(text).flatMap(check);

export const PARAMETER = /^(?:\$\d+|:[a-z]\w*)$/;

export const changes = ({ kind }: Scope): boolean => kind === 'update' || kind === 'delete';

/** It inserts what it selects. */
export const insertsSelected = ({ kind, words }: Scope): boolean =>
  kind === 'insert' && words.includes('select');

/** The statement, and those that it stands in. */
export function scopesAround(scope: Scope): Scope[] {
  return scope.around ? [scope, ...scopesAround(scope.around)] : [scope];
}

/** A few words of a statement, as they are told. */
export const said = ({ words }: Scope, at: number, length = 6): string =>
  words.slice(Math.max(0, at), at + length).join(' ');

/** The words of which something holds, each with a few behind it. */
export function found(
  scope: Scope,
  is: (word: string, at: number) => boolean,
  length?: number,
): string[] {
  return scope.words.flatMap((word, at) => (is(word, at) ? [said(scope, at, length)] : []));
}

/** The place behind the bracket that opens at this one. */
export function behind(words: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < words.length; at += 1) {
    if (words[at] === '(') depth += 1;
    if (words[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return words.length;
}

/** The words between commas that stand in no bracket. */
export function listed(words: readonly string[]): string[][] {
  const items: string[][] = [[]];
  let depth = 0;
  for (const word of words) {
    if ('(['.includes(word)) depth += 1;
    if (')]'.includes(word)) depth -= 1;
    if (word === ',' && depth === 0) items.push([]);
    else items.at(-1)?.push(word);
  }
  return items;
}
