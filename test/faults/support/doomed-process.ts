import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * A process that was started with `FAILPOINT=told`: it is killed with several pieces of work in it,
 * each stopped at a fail point of its own. What one of them left is what it would have left had it
 * been alone, and a process is started once for all of them. They must not wait for each other:
 * each is of another company.
 */
export class DoomedProcess {
  constructor(private readonly process: ChildProcess) {}

  /** From now on the point does this: `name:hold`, `name:error@2` for its second time. */
  async arm(point: string): Promise<void> {
    const armed = this.hears({ armed: point });
    this.process.send({ arm: point });
    await armed;
  }

  /** Fulfilled when the work stands at the point; `name@2` is its second time from now on. */
  async stopAt(point: string, begin: () => Promise<unknown>): Promise<void> {
    const [name = '', hit = '1'] = point.split('@');
    await this.arm(`${name}:hold@${hit}`);
    const held = this.hears({ held: name });
    await Promise.race([held, begin().then(() => held)]);
  }

  /** Fulfilled when somebody stands at the point, which was armed to hold. */
  standsAt(point: string): Promise<void> {
    return this.hears({ held: point });
  }

  /** Lets go on who stands at the point. */
  release(point: string): void {
    this.process.send({ release: point });
  }

  /** `kill -9` */
  async kill(): Promise<void> {
    const exit = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exit;
  }

  private hears(message: Readonly<Record<string, string>>): Promise<void> {
    const expected = JSON.stringify(message);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.process.off('message', hear);
        this.process.off('exit', die);
      };
      const hear = (said: unknown) => {
        if (JSON.stringify(said) !== expected) return;
        leave();
        resolve();
      };
      const die = () => {
        leave();
        reject(new Error(`The process ended before it said ${expected}`));
      };
      this.process.on('message', hear);
      this.process.on('exit', die);
    });
  }
}
