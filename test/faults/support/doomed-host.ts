import type { TestDatabase } from '../../support/test-database.js';
import { DoomedProcess } from './doomed-process.js';
import { startStaff } from './host-process.js';

/** A staff host that is killed with several requests in it. */
export class DoomedHost {
  private readonly told: Promise<unknown>[] = [];

  private constructor(
    private readonly url: string,
    private readonly process: DoomedProcess,
  ) {}

  static async start(t: Pick<TestDatabase, 'url'>): Promise<DoomedHost> {
    const { url, process } = await startStaff(t, { FAILPOINT: 'told' });
    return new DoomedHost(url, new DoomedProcess(process));
  }

  /**
   * Sends a request and waits until it stands at the point: `name`, or `name@2` for its second
   * time.
   */
  stopAt(point: string, send: (url: string) => Promise<unknown>): Promise<void> {
    return this.process.stopAt(point, async () => {
      const answer = send(this.url);
      this.told.push(answer);
      throw new Error(`${point} was not met: ${JSON.stringify(await answer)}`);
    });
  }

  /** `kill -9`; answers what the callers were told, in their order. */
  async kill(): Promise<unknown[]> {
    await this.process.kill();
    return Promise.all(this.told);
  }
}
