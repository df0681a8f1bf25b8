import { Worker } from 'node:worker_threads';
import { extname, join } from 'node:path';
import type { MainStack } from './main-stack.js';

const MAIN_STACK = join(__dirname, `main-stack${extname(__filename)}`);

/** Asks as the watcher does, from a thread, and tells what it found. */
const ASK = `
  const { parentPort } = require('node:worker_threads');
  const { StackQuestion } = require(${JSON.stringify(MAIN_STACK)});
  parentPort.once('message', ({ begun }) => {
    Atomics.wait(begun, 0, 0);
    const question = new StackQuestion();
    const look = setInterval(() => {
      if (!question.answer) return;
      clearInterval(look);
      parentPort.postMessage(question.answer);
      Atomics.store(begun, 1, 1);
    }, 5);
  });
  parentPort.postMessage('ready');`;

/** What is found out about a function while the loop stands still in it. */
async function seenIn(stand: (still: () => void) => unknown): Promise<MainStack> {
  const loader = ['--require', join(process.cwd(), 'test/support/load-source.cjs')];
  const thread = new Worker(ASK, { eval: true, execArgv: loader });
  await new Promise((ready) => thread.once('message', ready));
  const begun = new Int32Array(new SharedArrayBuffer(8));
  const seen = new Promise<MainStack>((found, failed) => {
    thread.once('message', found);
    thread.once('error', failed);
  });
  thread.postMessage({ begun });
  await stand(() => {
    Atomics.store(begun, 0, 1);
    Atomics.notify(begun, 0);
    for (let turns = 0; Atomics.load(begun, 1) === 0 && turns < 1e9; turns += 1);
  });
  const stack = await seen;
  await thread.terminate();
  return stack;
}

const UNIT = { kind: 'request', id: 'POST /forms', by: 'address:192.0.2.1' };
const CTX = { companyId: 'c1', actor: { kind: 'share_link', id: null }, requestId: 'r1' };

it('names a stranger by the request that a function was handed', async () => {
  const checked = (request: object, still: () => void) => {
    still();
    return request;
  };
  const request = { id: 'r1', origin: { requestId: 'r1', ip: '192.0.2.1', unit: UNIT } };
  const { ctx } = await seenIn((still) => checked(request, still));
  expect(ctx).toEqual({ requestId: 'r1', unit: UNIT });
});

it('takes the company from within and the work from further out', async () => {
  const inner = (ctx: object, still: () => void) => {
    still();
    return ctx;
  };
  const outer = (visitor: object, still: () => void) => [inner(CTX, still), visitor];
  const { ctx } = await seenIn((still) => outer({ requestId: 'r1', unit: UNIT }, still));
  expect(ctx).toEqual({ ...CTX, unit: UNIT });
});
