import { Worker } from 'node:worker_threads';

/** One request as another thread sends it. */
export interface FarRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came of it: the body is not kept but for its beginning. */
export interface FarAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly length: number;
  readonly start: string;
}

const SOURCE = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', async (requests) => {
  const send = async ({ method, url, headers, body }) => {
    const answer = await fetch(url, { method, headers, body });
    const text = await answer.text();
    const start = text.slice(0, 4000);
    const headersBack = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: headersBack, length: text.length, start };
  };
  parentPort.postMessage(await Promise.all(requests.map(send)));
});`;

/**
 * Sends requests from a thread of its own, all of a set at once: what the caller does with its
 * answers is then no work of the thread that serves them.
 */
export class FarClient {
  private readonly worker = new Worker(SOURCE, { eval: true });

  send(requests: readonly FarRequest[]): Promise<readonly FarAnswer[]> {
    return new Promise((resolve, reject) => {
      this.worker.once('message', (answers: readonly FarAnswer[]) => {
        this.worker.off('error', reject);
        resolve(answers);
      });
      this.worker.once('error', reject);
      this.worker.postMessage(requests);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
