import { childToken } from '../tokens/opaque-token.js';
import { judgeRefresh } from './refresh.js';
import { SIGNED_OUT, sessionStatements } from './session-statements.js';

/** How sessions go on, for every directory. */
export const refreshing = {
  judge: judgeRefresh,
  child: childToken,
  statements: sessionStatements,
  signedOut: SIGNED_OUT,
};
