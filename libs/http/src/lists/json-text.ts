/** An answer that is JSON already: it goes out as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Of Fastify's reply, for a `JsonText`. */
export const jsonTextOf = (answer: unknown): string => (answer as JsonText).text;
