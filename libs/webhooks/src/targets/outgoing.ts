import { guardedLookup, plainLookup, publicAddresses } from './guarded-lookup.js';
import { Poster } from './post.js';
import { judgeTargetUrl } from './target-url.js';

/**
 * Where what others name may be called, for whatever else is sent to such addresses: judged as a
 * text when it is kept and sent to, and as addresses at each connection.
 */
export const outgoing = {
  judge: judgeTargetUrl,
  /** What is sent with; to be closed. */
  poster: (allowPrivate: boolean): Poster =>
    new Poster(allowPrivate ? plainLookup : guardedLookup(publicAddresses)),
} as const;
