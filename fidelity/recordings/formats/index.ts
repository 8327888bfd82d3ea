/** The built-in formats. The first one that matches reads a file. */
import type { RecordingFormat } from '../format.js';
import { goVcr } from './go-vcr.js';
import { har } from './har.js';
import { httpLog } from './http-log.js';
import { httpReplay } from './httpreplay.js';
import { nock } from './nock.js';
import { nockModule } from './nock-module.js';
import { tape } from './tape.js';
import { vcr } from './vcr.js';
import { wireMock } from './wiremock.js';

export const recordingFormats: readonly RecordingFormat[] = [httpLog, tape, har, vcr, goVcr, httpReplay, nock, wireMock, nockModule];
