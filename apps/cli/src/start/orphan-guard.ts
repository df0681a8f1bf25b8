/**
 * Loaded ahead of every process that `npm start` starts: when the starter is killed, nobody is left
 * to stop this one, so it stops itself as if it had been told to.
 */
process.on('disconnect', () => {
  const deadline = (Number(process.env.SHUTDOWN_SECONDS) || 10) + 5;
  setTimeout(() => process.exit(1), deadline * 1000).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
