import { homeOf, type Source } from './sources';

/**
 * The levels of the house, lowest first, and within a level the libs in their order: a lib imports
 * what stands before it and nothing else. Some have a place before they are built.
 */
const LEVELS: readonly (readonly [level: string, libs: readonly string[]])[] = [
  [
    'ground',
    [
      'money',
      'work',
      'threads',
      'registrations',
      'kernel',
      'contracts',
      'calendar',
      'formula',
      'config',
      'watchdog',
      'database',
      'lists',
      'outbox',
      'audit',
      'configuration',
      'identity',
      'company',
      'access',
      'numbering',
      'masters',
    ],
  ],
  ['engine', ['fields', 'nouns', 'metadata', 'objects', 'mass']],
  ['shape', ['documents', 'notifications', 'webhooks', 'customization', 'rules']],
  ['parties and goods', ['tax', 'catalog', 'crm', 'lines']],
  ['may they', ['credit']],
  ['agreed', ['sales']],
  ['owed', ['receivables']],
  ['due', ['billing', 'purchasing', 'stock']],
  ['outward', ['gateway', 'dunning', 'partner']],
  ['faces', ['portal', 'storefront', 'analytics', 'reporting']],
  ['edge', ['http', 'providers']],
];
const ORDER = LEVELS.flatMap(([, libs]) => libs);
/** Imported by apps alone. */
const EDGE = new Set(LEVELS.at(-1)?.[1]);

/** Provider adapters know the vocabulary and the one lib whose port they implement. */
const PORT_OF: Readonly<Record<string, string>> = { payment: 'gateway', tax: 'tax' };
const VOCABULARY = ['kernel', 'money', 'calendar', 'work'];

/** `billing` of `libs/billing`, `providers` of any adapter. */
function nameOf(home: string): string {
  return home.split('/')[1] ?? '';
}

/** Where in the order a lib or app stands; apps come after all libs. */
export function placeOf(home: string): number {
  if (home.startsWith('apps/')) return ORDER.length;
  const place = ORDER.indexOf(nameOf(home));
  if (place < 0) throw new Error(`${home} has no level: see test/architecture/levels.ts`);
  return place;
}

function levelOf(home: string): string {
  return LEVELS.find(([, libs]) => libs.includes(nameOf(home)))?.[0] ?? 'apps';
}

function refusedByProvider(from: string, to: string): boolean {
  const port = PORT_OF[from.split('/')[2]?.split('-')[0] ?? ''];
  return ![...VOCABULARY, port].includes(nameOf(to));
}

/** Why one lib or app may not import another; undefined when it may. */
export function refusal(from: string, to: string): string | undefined {
  if (to.startsWith('apps/')) return 'an app is imported by nobody';
  if (EDGE.has(nameOf(to)) && !from.startsWith('apps/')) return `${to} is for apps only`;
  if (from.startsWith('libs/providers/')) {
    return refusedByProvider(from, to)
      ? 'an adapter knows the vocabulary and its port only'
      : undefined;
  }
  if (placeOf(to) < placeOf(from)) return undefined;
  return `${nameOf(from)} (${levelOf(from)}) stands before ${nameOf(to)} (${levelOf(to)})`;
}

/**
 * Files that reach one another in a circle, each circle once. An import of a type counts: whoever
 * reads one file of a circle has to read all of them.
 */
export function cycles(among: readonly Source[]): string[] {
  const byPath = new Map(among.map((source) => [source.path, source]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push([...trail.slice(start), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) {
      const inside = target !== undefined && homeOf(target) === homeOf(path);
      if (inside && byPath.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of among) visit(path, []);
  return found;
}
