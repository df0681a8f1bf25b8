/**
 * What Node.js is told when it runs a worker. What a batch of the billing run leaves behind is
 * collected in small portions: that is faster, and a worker stays below 300 MB. It is collected by
 * the thread that left it: helpers on other cores take more of them in all, and take them from
 * PostgreSQL, which workers keep busy.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=8', '--single-threaded-gc'];
