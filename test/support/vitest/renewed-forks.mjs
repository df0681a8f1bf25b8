import { ForksPoolWorker } from 'vitest/node';

/** Files after which a worker makes room for a fresh one: modules stay, and so may what they hold. */
const FILES = 125;

class RenewedFork extends ForksPoolWorker {
  name = 'renewed-forks';
  files = 0;

  send(message) {
    if (message.type === 'run') this.files += 1;
    super.send(message);
  }

  canReuse() {
    return this.files < FILES;
  }
}

/** Vitest's own processes, each for so many files. */
export const renewedForks = {
  name: 'renewed-forks',
  createPoolWorker: (options) => new RenewedFork(options),
};
