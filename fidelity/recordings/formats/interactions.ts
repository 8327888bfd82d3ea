/** Reads the interactions of cassettes, which VCR and the tools that follow it write in the same way. */
import type { Exchange, RecordedRequest, RecordedResponse } from '../exchange.js';
import { readTime } from '../message-parts.js';
import type { RecordingPart } from '../part.js';

interface MessageReaders {
  readonly readRequest: (part: RecordingPart) => RecordedRequest | undefined;
  readonly readResponse: (part: RecordingPart) => RecordedResponse | undefined;
}

/** Yields the exchanges of a list. Leaves out those without a valid request. */
export function* readInteractions(list: RecordingPart | undefined, readers: MessageReaders): Iterable<Exchange> {
  for (const interaction of list?.asList() ?? []) {
    const part = interaction.require('request')?.asObject();
    const request = part && readers.readRequest(part);
    const answer = interaction.require('response')?.asObject();
    const response = answer && readers.readResponse(answer);
    const time = readTime(interaction.find('recorded_at'));
    if (part && request) yield { at: part.at, request, ...(response && { response }), ...(time !== undefined && { time }) };
  }
}
