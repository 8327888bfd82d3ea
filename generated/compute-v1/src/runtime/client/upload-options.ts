/** The names of the options of a call that can send media. */
import type { MediaUpload, UploadOptions } from './media-content.js';
import type { CallOptions, OptionNames } from './client-types.js';

const mediaOptionNames: OptionNames<MediaUpload> = { body: 1, chunkSize: 1, onProgress: 1, resumable: 1, resumeFrom: 1, size: 1, type: 1 };

export const uploadOptionNames: OptionNames<Omit<UploadOptions, keyof CallOptions>> = { media: mediaOptionNames };
