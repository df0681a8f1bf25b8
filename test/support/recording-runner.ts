import type { QueryRunner } from 'typeorm';

/** Every statement sent, with its spaces as one. */
export interface RecordingRunner {
  readonly runner: QueryRunner;
  readonly sent: string[];
}

/** Runs nothing and answers no rows; asked for Citus, it says what it was told to say. */
export function recordingRunner(citus: boolean): RecordingRunner {
  const sent: string[] = [];
  const query = (text: string): Promise<unknown[]> => {
    if (text.includes(`extname = 'citus'`)) return Promise.resolve(citus ? [{}] : []);
    sent.push(text.replace(/\s+/g, ' ').trim());
    return Promise.resolve([]);
  };
  return { runner: { query } as unknown as QueryRunner, sent };
}
