import { Injectable } from '@nestjs/common';
import { systemClock } from '@quittance/kernel';
import { standstills } from '@quittance/watchdog';
import { Gauge } from 'prom-client';
import { Metrics } from './metrics.js';

/** Tells of processes that ended themselves, those of workers on this machine included. */
@Injectable()
export class WatchStandstills {
  constructor({ registry }: Metrics) {
    const registers = [registry];
    new Gauge({
      name: 'loop_standstills',
      help: 'Times in the last week that a process ended itself because its loop stood still',
      labelNames: ['process'],
      registers,
      collect() {
        for (const [process, times] of standstills(systemClock.now()).byProcess) {
          this.set({ process }, times);
        }
      },
    });
    new Gauge({
      name: 'work_quarantined',
      help: 'Pieces of work that are not done because they brought a process to a standstill',
      registers,
      collect() {
        this.set(standstills(systemClock.now()).held);
      },
    });
  }
}
