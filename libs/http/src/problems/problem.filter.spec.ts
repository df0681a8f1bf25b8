import type { ArgumentsHost } from '@nestjs/common';
import { defineProblem } from '@quittance/kernel';
import { Writable } from 'node:stream';
import type { RefusalLog } from '../access/refusal-log.js';
import { createLogger } from '../logging/logger.js';
import type { RouteMethods } from '../requests/route-methods.js';
import { ProblemFilter } from './problem.filter.js';

const busy = defineProblem('probe_busy', 503, 'Busy', 'Too much at once.');

/** What is logged of something thrown; its answer is on its way already. */
async function logged(thrown: unknown): Promise<object[]> {
  const lines: object[] = [];
  const memory = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as object);
      done();
    },
  });
  const refusals = { record: () => Promise.resolve() } as unknown as RefusalLog;
  const logger = createLogger('info', 'test', memory);
  const filter = new ProblemFilter(logger, {} as RouteMethods, refusals);
  const request = { id: 'r1', url: '/x', method: 'GET', routeOptions: { url: '/x' } };
  const reply = { sent: true, raw: { destroy: () => undefined } };
  const http = { getRequest: () => request, getResponse: () => reply };
  await filter.catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return lines;
}

describe('the log of refusals', () => {
  it('warns of what was turned away for the load alone, without a stack', async () => {
    const [line, ...more] = await logged(busy({}, { turnedAway: true, cause: new Error('full') }));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: 40, msg: 'probe_busy', requestId: 'r1', route: '/x' });
    expect(line).not.toHaveProperty('err');
  });

  it.each([
    ['a fault', new Error('lost'), 'internal_error'],
    ['what is out of order', busy({}, { cause: new Error('lost') }), 'probe_busy'],
  ])('calls for operators for %s', async (_, thrown, msg) => {
    expect(await logged(thrown)).toMatchObject([
      { level: 50, msg, err: { message: 'lost', stack: expect.any(String) } },
    ]);
  });

  it('says nothing of a refusal that is the caller’s', async () => {
    const refused = defineProblem('probe_refused', 422, 'Refused', 'No.');
    expect(await logged(refused())).toEqual([]);
  });
});
