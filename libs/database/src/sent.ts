import { pipelined } from './pipelined.js';

const whole = new WeakSet<Promise<unknown>>();

/**
 * The answer of a statement that has left, or of several: behind it nothing more is sent, so that
 * the commit may travel in the same write. Only what is made of such answers is one; whatever else
 * a transaction is left with is waited for ahead of its commit.
 */
export const sent = {
  /** What was sent just now. Not for others than the transaction itself. */
  by<T>(answer: Promise<T>): Promise<T> {
    whole.add(answer);
    return answer;
  },

  /** What an answer, or a failure, means. Neither may send anything: then it is waited for. */
  meaning<T, R>(
    answer: Promise<T>,
    read: (answer: T) => R,
    failed?: (error: unknown) => R,
  ): Promise<Awaited<R>> {
    const isWhole = whole.has(answer);
    const meant = answer.then(read, failed) as Promise<Awaited<R>>;
    return isWhole ? sent.by(meant) : meant;
  },

  /** Several answers as one. */
  together(answers: readonly Promise<unknown>[]): Promise<void> {
    const all = pipelined(answers);
    return answers.every((each) => whole.has(each)) ? sent.by(all) : all;
  },

  isWhole: (answer: Promise<unknown>): boolean => whole.has(answer),
};

/** Answers of a transaction made into one, or told apart, so that the commit may travel along. */
export const sentAnswers = {
  /** Several as one: without them the commit would wait for each. */
  together: (answers: readonly Promise<unknown>[]): Promise<void> => sent.together(answers),

  /** What the failure of one means. It may send nothing. */
  unless: <T>(answer: Promise<T>, failed: (error: unknown) => never): Promise<Awaited<T>> =>
    sent.meaning(answer, (answered) => answered, failed) as Promise<Awaited<T>>,
} as const;
