/**
 * What Node.js is told when it runs a worker. New objects have room for more than a batch of the
 * billing run makes, so that most of them are gone when it is collected, and few are copied and
 * kept among what stays; what stays is collected when it has doubled, not when it has grown
 * threefold, which gives more memory back than the room takes: a worker stays below 300 MB. It is
 * collected by the thread that left it: helpers on other cores take more of them in all, and take
 * them from PostgreSQL, which workers keep busy.
 */
export const WORKER_FLAGS: readonly string[] = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--heap-growing-percent=100',
  '--single-threaded-gc',
];

/**
 * What the C library of a worker's process is told, where it is glibc. Buffers of statements and
 * answers go back to the system as soon as they are free, and are not kept for the next ones: 26
 * MiB less at the height of a billing run, for no more processor time. A setting of the
 * surroundings is taken before it.
 */
export const WORKER_ENV: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
