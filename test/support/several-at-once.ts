import type { FarAnswer, FarClient, FarRequest } from './far-client.js';
import { shortestLongestTurn } from './loop-lag.js';
import type { StaffClient, TestApi } from './test-api.js';
import { DEEP } from './tier.js';

/** Milliseconds of the processor that one turn of the event loop may take. */
const LONGEST_TURN = 50;
/** A loop that one of them keeps is kept from the second. */
const AT_ONCE = DEEP ? 8 : 3;

export const LINES = 'application/x-ndjson';

/** A request with a body as JSON, or as a text of the type that is named. */
export interface Sent {
  readonly body?: object | string;
  readonly type?: string;
  readonly accept?: string;
}

/** Who sends to which host, and from where. */
export interface Sender {
  readonly api: TestApi;
  readonly far: FarClient;
  readonly as?: StaffClient;
}

/**
 * Several of the same request at once, sent from another thread: how long the loop was kept is the
 * host's doing alone. Asserts that no turn of it is long.
 * @param sent may differ by the round, of which there are more where a turn was long
 */
export async function severalAtOnce(
  sender: Sender,
  route: readonly [string, string],
  sent: Sent | ((round: number) => Sent) = {},
): Promise<readonly FarAnswer[]> {
  const requests = (round: number) => {
    const request = requestOf(sender, route, typeof sent === 'function' ? sent(round) : sent);
    return Array.from({ length: AT_ONCE }, () => request);
  };
  const { value, longestMs } = await shortestLongestTurn(
    (round) => sender.far.send(requests(round)),
    LONGEST_TURN,
  );
  expect(longestMs).toBeLessThanOrEqual(LONGEST_TURN);
  return value;
}

function requestOf(
  { api, as }: Sender,
  [method, path]: readonly [string, string],
  { body, type, accept = 'application/json' }: Sent,
): FarRequest {
  const bodyType = type ?? (typeof body === 'string' ? LINES : 'application/json');
  return {
    method,
    url: `${api.url}${path}`,
    headers: {
      accept,
      ...(as && { authorization: `Bearer ${as.token()}` }),
      ...(body !== undefined && { 'content-type': bodyType }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** The same where all are answered alike: the first of the answers. */
export async function severalAlike(
  sender: Sender,
  route: readonly [string, string],
  sent: Sent = {},
): Promise<FarAnswer> {
  const answers = await severalAtOnce(sender, route, sent);
  const [first] = answers as readonly [FarAnswer];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => first.status));
  return first;
}
