import type { Work } from './note.js';
import type { FoundCtx } from './main-stack.js';

const UUID_AT_END = /-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What a context says of the work that is done in it. */
export function workOf({ companyId, actor, unit }: FoundCtx): Work | null {
  if (!unit) return null;
  const { kind, id, set } = unit;
  // Whose company it turns out to be is not known when it has to be refused.
  if (unit.by !== undefined) return { companyId: null, kind, id, by: unit.by };
  const by = kind === REQUEST && actor ? `${actor.kind}:${actor.id ?? ''}` : undefined;
  return {
    companyId: companyId ?? null,
    kind,
    id,
    ...(set !== undefined && { set }),
    ...(by !== undefined && { by }),
  };
}

/** Its callers would wait for one another: it does as many things at a time as they ask for. */
export function isHost(process: string): boolean {
  return process.endsWith('-api');
}

/** The kind of what a person or program asks of a host. */
export const REQUEST = 'request';

/**
 * A job of a worker bears its name as its request id, with something behind it that is new each
 * time.
 */
export function jobOf({ companyId, requestId }: FoundCtx): Work {
  return { companyId: companyId ?? null, kind: 'job', id: requestId.replace(UUID_AT_END, '') };
}
