/** The built-in formats. The first one that matches reads a file. */
import type { RecordingFormat } from '../format.js';
import { goVcr } from './go-vcr.js';
import { har } from './har.js';
import { httpLog } from './http-log.js';
import { nock } from './nock.js';
import { tape } from './tape.js';
import { wireMock } from './wiremock.js';

export const recordingFormats: readonly RecordingFormat[] = [httpLog, tape, har, goVcr, nock, wireMock];
