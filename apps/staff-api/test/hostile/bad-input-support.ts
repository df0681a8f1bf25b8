import { problemCatalogue } from '@quittance/kernel/host';
import type { FieldError } from '@quittance/kernel';
import { Client } from 'pg';
import type { OpenApiOperation } from '../../../../test/support/watch/open-api.js';
import { companyTables } from '../../../../test/schema/catalog.js';

/** One request that should come to nothing, or at least do no harm. */
export interface Attack {
  /** What is wrong with it. */
  readonly why: string;
  readonly method: string;
  /** As it goes over the wire, query included. */
  readonly url: string;
  /** As it goes over the wire; JSON unless a header says otherwise. */
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The class of what is wrong, where `why` does not tell it. */
  readonly kind?: string;
  /** The member, as a JSON Pointer, that a refusal of the request's shape must name. */
  readonly pointer?: string;
  /** Whether a member beside it may be named instead: they may only be wrong together. */
  readonly together?: boolean;
  /** It must not be taken, by any reading. */
  readonly refused?: boolean;
  /** The route as the document names it, to compare codes with. */
  readonly operation?: OpenApiOperation;
}

export interface Shot {
  readonly attack: Attack;
  readonly status: number;
  readonly faults: readonly string[];
}

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly instance: string;
  readonly requestId: string;
  readonly errors?: readonly FieldError[];
}

const MEMBERS = ['type', 'title', 'code', 'detail', 'instance', 'requestId'] as const;
const PATIENCE_MS = 60_000;
/** Refusals that say nothing about the request: the attack has not reached what it is meant for. */
const UNSEEN = ['unauthenticated', 'permission_denied', 'rate_limited'];
const ABOUT_THE_SHAPE = ['malformed_request', 'validation_failed'];

/** Statements, stack traces and places that were never filled in. */
const LEAKS =
  /\b(select|insert into|update \w+ set)\b|\bat \w+.*:\d+:\d+|node_modules|\bviolates\b|\b(pg|company)_\w+|undefined|\[object|\{[a-z]\w*\}/gi;

/** Sends it and says everything that is wrong with the answer. */
export async function shoot(url: string, token: string | undefined, attack: Attack): Promise<Shot> {
  const { method, body } = attack;
  const headers: Record<string, string> = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...attack.headers,
  };
  const answer = await fetch(`${url}${attack.url}`, {
    method,
    headers,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body: body as RequestInit['body'] }),
  });
  const text = await answer.text();
  const faults = judge(attack, answer, text).map((fault) => `${nameOf(attack)}: ${fault}`);
  return { attack, status: answer.status, faults };
}

function nameOf({ method, url, why, pointer = '' }: Attack): string {
  return `${method} ${url.slice(0, 120)} ${pointer} ${why}`;
}

function judge(attack: Attack, answer: Response, text: string): string[] {
  const { status } = answer;
  if (status >= 500) return [`is answered with ${status} ${text.slice(0, 200)}`];
  if (status < 400) return attack.refused ? [`is taken with ${status}`] : [];
  const type = answer.headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) return [`is refused as ${type}`];
  const problem = JSON.parse(text) as Problem;
  if (UNSEEN.includes(problem.code)) return [`is not looked at: ${problem.code}`];
  return [...documentFaults(problem, status, asWords(attack)), ...codeFaults(attack, problem)];
}

/** `asked` is what was asked with: a message may name it. */
function documentFaults(problem: Problem, status: number, asked: string): string[] {
  const missing = MEMBERS.filter((name) => typeof problem[name] !== 'string' || !problem[name]);
  const known = problemCatalogue().find(({ code }) => code === problem.code);
  const { title, detail, errors = [] } = problem;
  const words = [title, detail, ...errors.map(({ message }) => message)].join('\n');
  const leaks = (words.match(LEAKS) ?? []).filter((leak) => !asked.includes(leak));
  return [
    ...missing.map((name) => `has no ${name}`),
    ...(problem.status === status ? [] : [`says ${problem.status} under ${status}`]),
    ...(known?.status === status ? [] : [`has the code ${problem.code} under ${status}`]),
    ...(problem.type.endsWith(`/${problem.code}`) ? [] : [`is of the type ${problem.type}`]),
    ...leaks.map((leak) => `tells ${leak}`),
    ...errors.flatMap(errorFaults),
  ];
}

function asWords({ url, body = '' }: Attack): string {
  return [...new URL(url, 'http://host').searchParams.values(), body.toString()].join();
}

function errorFaults({ pointer, parameter, code, message }: FieldError): string[] {
  const place = pointer ?? parameter;
  if (place === undefined) return ['has an error without a place'];
  const whole = pointer === undefined || pointer === '' || pointer.startsWith('/');
  const coded = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code) && message.length > 3;
  return whole && coded ? [] : [`has the error ${place} ${code} ${message}`];
}

/** A line may not come to less than the discount of its whole document, which is set elsewhere. */
const isOfTheWhole = ({ url }: Attack, { pointer, code }: FieldError): boolean =>
  /\/lines(\/|$)/.test(url) && pointer === '/discount/amount' && code === 'max';

/** A refusal of the shape names the member; every code is one the document tells of. */
function codeFaults(attack: Attack, { code, errors = [] }: Problem): string[] {
  const { pointer, together, operation, why } = attack;
  const faults: string[] = [];
  // A body of more values than strangers may send is not read, and so nothing of it has a place.
  const isLong = why.endsWith('is a long list');
  const unread = isLong && code === 'malformed_request' && errors.length === 0;
  if (pointer !== undefined && !unread && ABOUT_THE_SHAPE.includes(code)) {
    const place = together ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
    const near = errors.some((error) => {
      const { pointer: at = '?' } = error;
      return isAt(place, at) || isAt(at, place) || isOfTheWhole(attack, error);
    });
    if (!near) faults.push(`is refused as ${code} at ${errors.map((e) => e.pointer).join()}`);
  }
  const told = operation?.['x-problem-codes'];
  // What does not fit is refused before the route is looked for.
  const early = code === 'headers_too_large';
  if (told && !early && !told.includes(code))
    faults.push(`has the code ${code}, which is not documented`);
  return faults;
}

function isAt(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** The same numbers for the same seed, on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As many of the items as asked for, by chance of the seed, in their order. */
export function sample<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = items.map((item, i) => ({ item, i, by: random() }));
  const chosen = left.sort((a, b) => a.by - b.by).slice(0, count);
  return chosen.sort((a, b) => a.i - b.i).map(({ item }) => item);
}

/**
 * Some of the attacks, by chance of the seed: every kind meets every route, and every member of
 * every body is met. With `BAD_INPUT_FULL` it is all of them.
 */
export function cover(attacks: readonly Attack[], random: () => number): Attack[] {
  if (process.env.BAD_INPUT_FULL) return [...attacks];
  const met = new Set<string>();
  const chosen = new Set<Attack>();
  for (const attack of shuffled(attacks, random)) {
    const { method, operation, url, kind, why, pointer } = attack;
    const route = `${method} ${operation?.operationId ?? url}`;
    const sides = [`${route} is ${kind ?? why}`, `${route} at ${pointer}`];
    if (sides.every((side) => met.has(side))) continue;
    for (const side of sides) met.add(side);
    chosen.add(attack);
  }
  return attacks.filter((attack) => chosen.has(attack));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const drawn = items.map((item) => ({ item, by: random() }));
  return drawn.sort((a, b) => a.by - b.by).map(({ item }) => item);
}

/** What every table holds, as a figure that changes with any row: by table. */
export async function contents(ownerUrl: string): Promise<Readonly<Record<string, string>>> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const tables = ['company.company', ...(await companyTables(owner)).map(({ name }) => name)];
    const each = tables.map(
      (name) => `select '${name}' as name, count(*) || ' rows, '
        || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as held from ${name} t`,
    );
    const { rows } = await owner.query<{ name: string; held: string }>(each.join(' union all '));
    return Object.fromEntries(rows.map(({ name, held }) => [name, held]));
  } finally {
    await owner.end();
  }
}

type Fire = (attacks: readonly Attack[]) => Promise<readonly Shot[]>;

/** Fires them, fails where an answer is wrong, and says which were refused. */
export async function refusedOf(fire: Fire, attacks: readonly Attack[]): Promise<Attack[]> {
  const shots = await fire(attacks);
  expect(shots.flatMap(({ faults }) => faults).slice(0, 50)).toEqual([]);
  return shots.filter(({ status }) => status >= 400).map(({ attack }) => attack);
}

/** Rounds until nothing is taken any more. */
const MOST_ROUNDS = 6;

/**
 * Fires again what was refused, until a round of it is refused whole: nothing at all may be written
 * by that round. What was refused for the state of a record may be taken in a later one, where
 * something accepted beside it has changed that state; it is left out of the rounds behind it.
 */
export async function refusedWhole(
  fire: Fire,
  ownerUrl: string,
  refused: readonly Attack[],
): Promise<void> {
  let again = refused;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const before = await contents(ownerUrl);
    const still = await refusedOf(fire, again);
    if (still.length === again.length) {
      expect(await contents(ownerUrl)).toEqual(before);
      return;
    }
    again = still;
  }
  throw new Error(`In each of ${MOST_ROUNDS} rounds something was taken that had been refused.`);
}
