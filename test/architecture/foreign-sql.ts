import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, homeOf, lineOf, production, type Source } from './sources';
import { UNKNOWN, textsOf } from './sql-text';

/** A place where SQL of one lib names a relation of another. */
export interface ForeignName {
  readonly source: Source;
  readonly line: number;
  /** `receivables.invoice`; ends in `…` where only running it tells which. */
  readonly relation: string;
  /** The whole text it stands in. */
  readonly text: string;
}

const MADE =
  /(?:create (?:or replace )?(?:table|view)\s+|create\w+Table\(\s*\w+,\s*['"`])([a-z_]+\.[a-z_]+)/gi;
const PUBLISHED = /\bname: '([a-z_]+\.pub_[a-z_]+)'/g;

const isMigration = ({ path }: Source): boolean => path.includes('/migrations/');
const migrations = production.filter(isMigration);

const matched = (pattern: RegExp) =>
  migrations.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name));

/** The views that libs publish, by the migrations that make them. */
export const publishedViews: readonly string[] = [...new Set(matched(PUBLISHED))].sort();

const relations: ReadonlySet<string> = new Set([...matched(MADE), ...publishedViews]);

const KEPT_EVERYWHERE = /keepEverywhere\(\s*\w+,\s*'([a-z_]+\.[a-z_]+)'/g;
const everywhere = new Set(matched(KEPT_EVERYWHERE));

/** Whatever holds rows of companies: tables and views that are not whole on every machine. */
export const companyRelations: ReadonlySet<string> = new Set(
  [...relations].filter((relation) => !everywhere.has(relation)),
);

const libs = readdirSync(join(ROOT, 'libs'));
const NAMED = new RegExp(`\\b(${libs.join('|')})\\.([\\w${UNKNOWN}]+)`, 'g');

/**
 * Files that migrations alone import: they say how tables are made, and constraints name tables.
 */
const ofMigrations = new Set(
  production
    .filter(({ path }) => {
      const importers = production.filter((each) => each.imports.some((i) => i.target === path));
      return importers.length > 0 && importers.every(isMigration);
    })
    .map(({ path }) => path),
);

/** `receivables` of `libs/receivables`: the schema that a lib's tables are in. */
const schemaOf = (path: string): string => homeOf(path)?.split('/')[1] ?? '';

/**
 * Every relation of another lib that a source names in its SQL, whatever constants of ours the text
 * is put together from. What the engine is told by a description is named by whoever describes it.
 * Migrations are of their day: what they leave behind is looked at in the database.
 */
export function foreignNames(source: Source): ForeignName[] {
  if (isMigration(source) || ofMigrations.has(source.path)) return [];
  const own = schemaOf(source.path);
  return textsOf(source).flatMap(({ node, text }) =>
    [...text.matchAll(NAMED)].flatMap(([written, schema = '']) => {
      if (schema === own) return [];
      const relation = written.replaceAll(UNKNOWN, '…');
      const isOne = relation.includes('…')
        ? /\b(select|from|join)\b/i.test(text)
        : relations.has(relation) || isPublished(relation);
      return isOne ? [{ source, line: lineOf(source, node), relation, text }] : [];
    }),
  );
}

export const isPublished = (relation: string): boolean => /^\w+\.pub_\w+$/.test(relation);

const LOCK =
  /\bfor\s+(?:no\s+key\s+update|key\s+share|update|share)\b(?:\s+of\s+([\w, ]+?))?(?=\s+(?:skip|nowait)|\W*$|\W*[);])/gi;

/** Whether a statement takes rows of this relation: by a lock that names it, or that names none. */
export function isLocked({ relation, text }: Pick<ForeignName, 'relation' | 'text'>): boolean {
  const alias = new RegExp(`${relation.replace('.', '\\.')}\\s+(?:as\\s+)?(\\w+)`, 'gi');
  const aliases = [...text.matchAll(alias)].map(([, name]) => name);
  return [...text.matchAll(LOCK)].some(([, of]) => {
    if (of === undefined) return true;
    return of.split(',').some((name) => aliases.includes(name.trim()));
  });
}
